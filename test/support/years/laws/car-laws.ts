import { carKw, carKwh, carReadyBy, type createCar } from '../car.ts';
import type { Life } from '../life.ts';
import { HOUR, MINUTE, nextTime, type Sight, SLACK } from '../sight.ts';

const QUARTER = 15 * MINUTE;
/** kWh: what is not worth a start, and what a plan that begins with the next minute is late for. */
const LITTLE = 0.1 + (carKw * SLACK) / HOUR;
/** Hours that a need takes at the longest, with time to plan it. */
const AHEAD = 6;

const quarterEnd = (now: number) => (Math.floor(now / QUARTER) + 1) * QUARTER;

/** A car is charged where it is plugged in, on an order that is not stale, for no longer than it needs, and by its deadline. */
export function carLaws(
  { clock, disk, topicOf, since, fail, isSettled, isFalse }: Sight,
  car: ReturnType<typeof createCar>,
) {
  let plugged = { at: clock.uptime(), needs: 0 };
  /** kWh since it was plugged in: all of them, those by plan, and those that may be by plan. */
  let total = 0;
  let byPlan = 0;
  let allowed = 0;
  let unpriced = 0;
  /** The end of the quarter hour for which it was told to charge by its plan; not known after the clock was set. */
  let standsUntil = Number.POSITIVE_INFINITY;
  let byHand = 0;
  let handAllowed = 0;
  let fullAt = Number.NEGATIVE_INFINITY;
  let deadline = nextTime(carReadyBy, clock.now());
  const met = { charged: 0 };

  /** What a quarter hour ago was written down, or never, is forgotten. */
  const isForgetful = (isTorn: boolean) => isTorn || disk.isFull() || since(fullAt) < QUARTER + SLACK;

  function lookAtOrder(life: Life, { mode, reason }: NonNullable<ReturnType<Life['carOrder']>>): void {
    if (mode !== 'charge') return;
    if (!car.isThere) fail('a car that is not plugged in is charged');
    if (reason === 'override') {
      if (byHand > handAllowed * MINUTE + SLACK) fail('the car is charged by hand for longer than it was told');
      return;
    }
    if (byPlan > allowed + LITTLE) fail(`the car is charged with ${byPlan} kWh of ${allowed}`);
    if (reason === 'planned') standsUntil = disk.isFull() ? standsUntil : quarterEnd(clock.now());
    else if (reason !== 'fallback' && clock.now() > standsUntil + SLACK) fail(`the car is charged on a stale order`);
    // Once it is time for the last run before its deadline it is charged without prices.
    const latest = nextTime(carReadyBy, clock.now()) - ((allowed - byPlan) / carKw) * HOUR - SLACK;
    if (life.price() || clock.now() > latest) unpriced = 0;
    if (unpriced > QUARTER + SLACK) fail('the car is charged without a price, and there is time');
  }

  function lookAtNeed(): void {
    const now = clock.now();
    if (now < deadline && deadline - now < 2 * 24 * HOUR) return;
    const isDue = now - deadline < MINUTE && isSettled() && since(plugged.at) > AHEAD * HOUR;
    if (now >= deadline && isDue && car.isThere) {
      met.charged++;
      if (total < plugged.needs - LITTLE) fail(`the car has had ${total} of ${plugged.needs} kWh`);
    }
    deadline = nextTime(carReadyBy, now);
  }

  const needs = () => (car.speaks ? Math.max(0, carKwh.target - car.kwh) : carKwh.unsaid);

  return {
    met,
    /** It has come, or gone. */
    turned() {
      plugged = { at: clock.uptime(), needs: needs() };
      [total, byPlan, allowed] = [0, 0, plugged.needs];
    },
    said() {
      allowed = byPlan + needs();
    },
    byHand(minutes: number) {
      [byHand, handAllowed] = [0, minutes];
    },
    /** What was charged since it was counted last may be counted again, or not at all. */
    clockSet() {
      standsUntil = Number.POSITIVE_INFINITY;
      allowed += (carKw * QUARTER) / HOUR;
    },
    restarted(isTorn: boolean) {
      unpriced = 0;
      if (!isForgetful(isTorn)) return;
      allowed += carKwh.target;
      [byHand, handAllowed] = [0, 600];
    },
    /** So many seconds have passed as it was. */
    count(life: Life | undefined, seconds: number) {
      const { mode, chargeKw = 0, reason } = life?.carOrder() ?? {};
      if (reason === 'override') byHand += seconds;
      if (mode !== 'charge') return;
      const kwh = car.take((chargeKw * seconds) / HOUR);
      total += kwh;
      if (reason === 'override') return;
      byPlan += kwh;
      unpriced = life?.price() ? 0 : unpriced + seconds;
    },
    look(life: Life, retained: Record<string, string>) {
      if (disk.isFull()) fullAt = clock.uptime();
      const order = life.carOrder();
      if (order) lookAtOrder(life, order);
      if (order?.mode !== 'charge') unpriced = 0;
      if (order) lookAtNeed();
      const topic = topicOf('battery/carport/mode');
      const shown = retained[topic];
      const lasts = shown === 'charge' ? 17 * MINUTE : Number.POSITIVE_INFINITY;
      if (order && isFalse(topic, shown !== order.mode, lasts))
        fail(`the car is told ${order.mode} and the broker says ${shown}`);
    },
  };
}
