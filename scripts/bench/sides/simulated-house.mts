import { setImmediate } from 'node:timers/promises';
import { openBattery } from '../../../dist/src/runtime/battery/open-battery.js';
import { openDevice } from '../../../dist/src/runtime/device/open-device.js';
import { PlanningThread } from '../../../dist/src/runtime/planners/planning-thread.js';
import { openPowerSource } from '../../../dist/src/runtime/power/open-power-source.js';
import { inTurn } from '../../../dist/src/runtime/publishing/loop-turns.js';
import { createSite } from '../../../dist/src/runtime/site.js';
import { realPrices } from '../data/prices.mts';
import { processorMs } from '../harness/processor-clock.mts';

/** kW of the fuse per device. */
const FUSE = 0.17;
const LEAST_FUSE = 8;
const QUARTERS = 130;
/** The thread answers with the plans that it has after this time: other plans are the same work for the main thread. */
const SEARCH_MS = 1000;
const ANSWER_MS = 60_000;

/** Needs of four kinds, none of which all devices can have at once. */
const needOf = (i: number) =>
  [
    { shape: 'contiguous', minutes: 60 + (i % 5) * 15, powerKw: 1 + (i % 3), readyBy: '12:00' },
    { shape: 'split', minutes: 90 + (i % 7) * 10, powerKw: 1.5 + (i % 4), readyBy: '17:00' },
    { shape: 'split', minutes: 120, powerKw: 2, minOnMinutes: 30, minOffMinutes: 15, readyBy: '16:00' },
    { shape: 'contiguous', minutes: 30, powerKw: 0.5, readyBy: '20:00' },
  ][i % 4] as Readonly<Record<string, unknown>>;

const thread = new PlanningThread<object, undefined>('connection-thread', {});

/**
 * The devices of a site at work under a simulated clock, with the turns of the event loop that they take. A full house has a roof,
 * a battery and a charge for peaks.
 */
export async function simulatedHouse(count: number, isFull: boolean) {
  const spans = realPrices().slice(0, QUARTERS);
  let time = spans[1]?.start ?? 0;
  const alarms: { readonly at: number; readonly ring: () => void }[] = [];
  const clock = {
    now: () => time,
    uptime: () => time,
    alarm(at: number, ring: () => void) {
      const alarm = { at, ring };
      alarms.push(alarm);
      return () => void (alarms.includes(alarm) && alarms.splice(alarms.indexOf(alarm), 1));
    },
  };
  const searches = new Set<Promise<unknown>>();
  let longest = 0;

  /** Everything that this thread does until the next turn counts, messages of the planning thread included. */
  async function turn(work: () => unknown = () => undefined, until: () => Promise<unknown> = setImmediate) {
    const begun = processorMs();
    work();
    await until();
    longest = Math.max(longest, processorMs() - begun);
  }

  /** Each alarm is a turn of its own; time stands still during a search. */
  async function advanceBy(seconds: number) {
    const until = time + seconds;
    for (;;) {
      const next = alarms.reduce<(typeof alarms)[number] | undefined>(
        (first, each) => (each.at <= until && (!first || each.at < first.at) ? each : first),
        undefined,
      );
      if (next && (searches.size === 0 || next.at <= time)) {
        alarms.splice(alarms.indexOf(next), 1);
        time = Math.max(time, next.at);
        await turn(next.ring);
      } else if (searches.size > 0) await turn(undefined, () => Promise.race(searches));
      else break;
    }
    time = until;
  }

  /** Does pieces of work as nodes do them: in turns that are not full. */
  async function allInTurn(pieces: readonly (() => unknown)[]) {
    let done = 0;
    await turn(() => {
      for (const piece of pieces)
        inTurn(() => {
          piece();
          done++;
        });
    });
    while (done < pieces.length) await turn();
  }

  const site = await createSite({
    ...{ clock, timeZone: 'Europe/Berlin', importKw: Math.max(LEAST_FUSE, Math.round(FUSE * count)) },
    ...(isFull && { peak: { rule: { measure: 15, pick: 1, per: 'month', perKw: 4 } } }),
    planElsewhere(problem) {
      const search = thread.answer({ problem, withinMs: SEARCH_MS }, ANSWER_MS);
      searches.add(search);
      const end = () => searches.delete(search);
      search.then(end, end);
      return search as Promise<undefined>;
    },
  });
  site.start();
  const common = {
    ...{ site, keeping: {}, onNews: () => undefined, onState: () => undefined },
    onError(error: unknown) {
      throw error;
    },
  };
  const sunKw = (hour: number) => Math.max(0, 5 * Math.sin(((hour - 6) / 12) * Math.PI));
  if (isFull)
    site.powers.set('roof', {
      kind: 'production',
      expected: (at, length) => Array.from({ length }, (_, i) => sunKw(((at / 3600 + i / 4) % 24) + 1)),
    });
  const load = await openPowerSource({ ...common, config: { kind: 'consumption' }, nodeId: 'house' });
  load.input({ now: 0.5 });
  const configs = Array.from({ length: count }, (_, i) => needOf(i));
  const opening = configs.map((config, i) => async () => {
    await openDevice({ ...common, config, owner: { id: `device${i}`, name: `Device ${i}` } }).then((device) => {
      devices[i] = device;
    });
  });
  const devices: Awaited<ReturnType<typeof openDevice>>[] = [];
  await allInTurn(opening);
  while (devices.filter(Boolean).length < count) await turn();
  const battery =
    isFull &&
    (await openBattery({
      ...{ ...common, owner: { id: 'battery', name: 'Battery' } },
      config: { capacityKwh: 10, reserveSoc: 10, chargeKw: 4, dischargeKw: 4, efficiency: 90, wearPerKwh: 0.03 },
    }));
  await advanceBy(0);
  const iso = (at: number) => new Date(1000 * at).toISOString();

  return {
    load: (kw: number) => load.input({ now: kw }),
    advanceBy,
    /** A message with prices, of which Node-RED makes a copy for each node. */
    async price(raisedBy: number) {
      const message = spans.map(({ start, end, price }) => ({
        start: iso(start),
        end: iso(end),
        value: price + raisedBy,
      }));
      const copies = devices.map(() => structuredClone(message));
      await allInTurn([
        ...devices.map((device, i) => () => device.input(copies[i])),
        ...(battery ? [() => battery.input(message), () => battery.input({ soc: 40 })] : []),
      ]);
      await advanceBy(10);
    },
    /** Commands to devices from one on, at once. */
    async command(from: number, commands: number) {
      const some = Array.from({ length: Math.min(commands, count) }, (_, i) => (from + i) % count);
      await allInTurn(
        some.map((device, i) => () => {
          devices[device]?.input(i % 5 === 4 ? { override: 'on', overrideUntil: 30 } : { minutes: 40 + (from + i) });
        }),
      );
      await advanceBy(10);
    },
    state: (soc: number) => turn(() => (battery ? battery.input({ soc }) : undefined)),
    /** Milliseconds of the longest turn since the last call. */
    longest() {
      const ms = longest;
      longest = 0;
      return ms;
    },
    async close() {
      for (const device of [...devices, ...(battery ? [battery] : [])]) await device.close({ removed: false });
      await Promise.all([site.stop({ removed: false }), thread.stop()]);
    },
  };
}
