import { type Instant, utcTime } from '../../../../src/core/time.ts';
import type { DimmingPatch } from '../../../../src/messages/grid/dimming.ts';
import type { Life } from '../life.ts';
import { deviceNames, needs } from '../needs.ts';
import { HOUR, MINUTE, type Sight, SLACK } from '../sight.ts';

/** What a grid operator has ordered, in seconds that nobody sets. */
interface Order {
  /** `null` ends the one before. */
  readonly kw: number | null;
  readonly lasts: number;
  /** The end where that was told as a time. */
  readonly until: Instant;
  /** The moment at which it was told, or remembered on a clock that was set meanwhile. */
  from: number;
}

/** Seconds, a year: no order ends later. */
const MOST = 366 * 24 * HOUR;

/** An order of the grid operator holds at once, over restarts and by itself no longer than it was told, and nothing takes more. */
export function dimmingLaws({ clock, disk, topicOf, since, fail, isFalse }: Sight) {
  let orders: Order[] = [];
  /** What was told last may be forgotten, or one before it remembered. */
  let isDoubtful = false;
  let isClockSet = false;
  let met = 0;

  const mayHold = ({ from, lasts, until }: Order, slack = SLACK) =>
    since(from) < lasts + slack && clock.now() < until + slack;

  /** What the order comes to; `undefined` where it is to be refused. */
  function orderOf({ importKw: kw = null, importUntil: end = null }: DimmingPatch): Order | undefined {
    const now = clock.now();
    const until = typeof end === 'string' ? Date.parse(end) / 1000 : Number.POSITIVE_INFINITY;
    const lasts = typeof end === 'string' ? until - now : end === null ? 2 * HOUR : end * MINUTE;
    return lasts > 0 && lasts <= MOST ? { kw, lasts, until, from: clock.uptime() } : undefined;
  }

  function lookAtOrder(kw: number | undefined): void {
    const last = orders.at(-1);
    const order = orders.findLast((each) => each.kw === kw && mayHold(each));
    if (kw !== undefined && !order) fail(`is dimmed to ${kw} kW by no order that holds`);
    if (isDoubtful || !last) return;
    if (kw !== undefined && order !== last) fail(`is dimmed to ${kw} kW, not to ${last.kw}`);
    if (kw === undefined && last.kw !== null && mayHold(last, -SLACK)) fail(`is not dimmed to ${last.kw} kW`);
  }

  return {
    met: () => ({ dimmed: met }),
    /** Where nothing is known of an order that stands its end is told with it: else it would be that of the other. */
    needsEnd: () => isDoubtful || orders.some(({ kw }) => kw !== null),
    told(patch: DimmingPatch, isTaken: boolean) {
      const order = orderOf(patch);
      if (isTaken !== (order !== undefined)) fail(`${JSON.stringify(patch)} is ${isTaken ? '' : 'not '}taken`);
      if (!order) return;
      orders.push(order);
      isDoubtful = disk.isFull();
      isClockSet = false;
    },
    clockSet() {
      isClockSet = true;
    },
    /** What was written may be torn, and what is remembered is of the clock as it was. */
    restarted(isTorn: boolean) {
      isDoubtful ||= isTorn || isClockSet || disk.isFull();
      if (isClockSet) for (const order of orders) order.from = clock.uptime();
      isClockSet = false;
    },
    look(life: Life, retained: Record<string, string>) {
      const kw = life.dimming()?.kw;
      lookAtOrder(kw);
      const on = deviceNames.filter((name) => life.report(name)?.switch.on);
      const stores = [life.order(), life.carOrder()].map((order) => order?.chargeKw ?? 0);
      const takenKw = [...on.map((name) => needs[name].powerKw), ...stores].reduce((sum, each) => sum + each, 0);
      if (kw !== undefined) met++;
      if (kw !== undefined && takenKw > kw + 1e-9)
        fail(`${on.join(', ')} and stores with ${stores.join(' and ')} kW take ${takenKw} of the ${kw} that are left`);
      for (const name of deviceNames)
        if (kw === undefined && life.report(name)?.switch.reason === 'dimmed') fail(`${name} gives way to no order`);
      const topic = topicOf('grid/import_kw');
      const shown = retained[topic];
      const isWrong = (shown === undefined ? undefined : Number(shown)) !== kw;
      if (isFalse(topic, isWrong, Number.POSITIVE_INFINITY))
        fail(`is dimmed to ${kw} kW, and the broker says ${shown}`);
      orders = orders.filter((order, i) => mayHold(order) || i === orders.length - 1);
    },
  };
}

/** Minutes, a time, or nothing that is said. */
export const endIn = (minutes: number, isTime: boolean, now: Instant): DimmingPatch['importUntil'] =>
  isTime ? utcTime(now + minutes * MINUTE) : minutes;
