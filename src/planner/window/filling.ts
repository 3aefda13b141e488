import { indexAt } from '../horizon.ts';
import type { Stretch } from '../stretches.ts';
import type { Horizon } from '../types.ts';

/** A stretch to be filled, in minutes since the epoch and micro-units. */
export interface Order extends Stretch {
  readonly horizon: Horizon;
  readonly minutes: number;
  /** The price that no interval may exceed, and the one that the mean may not exceed. */
  readonly limit: number;
  readonly meanLimit: number;
  /** What was bought below the mean's limit so far, less what was above it. */
  readonly spare: number;
  /** Prices at or below it are filled beyond the need. */
  readonly alsoBelow: number;
  /** The device runs right before `from`; it runs right after `until`. */
  readonly before: boolean;
  readonly after: boolean;
  readonly latest: boolean;
}

export interface Filling {
  /** As many minutes as prices and limits allow; those beyond the need count too. */
  readonly minutes: number;
  /** No price above it is needed. */
  readonly price: number;
  /** `undefined` when intervals of that price compete for the last minutes, so that starts and ties decide. */
  readonly runs: Stretch[] | undefined;
}

/** Fills the cheapest intervals first; the last one in part, against a neighbouring run where there is one. */
export function fill(order: Order): Filling {
  const level = lastLevelOf(order);
  const minutes = level.minutes + level.part;
  return {
    minutes,
    price: level.price,
    runs: level.part > 0 && level.rivals > 1 ? undefined : runsBelow(order, level),
  };
}

/** The price up to which everything is filled. */
interface Level {
  /** Everything below it is filled: so many minutes. */
  price: number;
  minutes: number;
  /** Minutes to fill at this price, in one of so many intervals, the last of which is `rival`. */
  part: number;
  rivals: number;
  rival: number;
}

function lastLevelOf(order: Order): Level {
  const { byPrice, micros } = order.horizon;
  const level: Level = { price: Number.NEGATIVE_INFINITY, minutes: 0, part: 0, rivals: 0, rival: -1 };
  let amount = 0;
  for (let next = 0; next < byPrice.length; ) {
    level.price = micros[byPrice[next] as number] as number;
    if (level.price > order.limit) return level;
    let room = 0;
    level.rivals = 0;
    for (; micros[byPrice[next] as number] === level.price; next++) {
      const inside = roomIn(order, byPrice[next] as number);
      if (inside === 0) continue;
      room += inside;
      level.rivals++;
      level.rival = byPrice[next] as number;
    }
    level.part = Math.min(room, wantedAt(order, level, amount));
    if (level.part < room) return level;
    level.minutes += room;
    level.part = 0;
    amount += level.price * room;
  }
  level.price = Number.POSITIVE_INFINITY;
  return level;
}

/** The minutes to fill at the level's price, when everything below it costs `amount`. */
function wantedAt({ minutes, alsoBelow, meanLimit, spare }: Order, level: Level, amount: number): number {
  const { price } = level;
  if (price <= Math.min(alsoBelow, meanLimit)) return Number.POSITIVE_INFINITY;
  const left = Math.max(0, minutes - level.minutes);
  if (price <= meanLimit) return left;
  const affordable = Math.floor((meanLimit * level.minutes + spare - amount) / (price - meanLimit));
  return Math.max(0, Math.min(left, affordable));
}

function roomIn({ horizon, from, until }: Order, i: number): number {
  return Math.max(0, Math.min(horizon.ends[i] as number, until) - Math.max(horizon.starts[i] as number, from));
}

function runsBelow(order: Order, level: Level): Stretch[] {
  const { horizon, from, until } = order;
  const { starts, micros } = horizon;
  const runs: Stretch[] = [];
  let open: { from: number; until: number } | undefined;
  for (let i = indexAt(horizon, from); i < micros.length && (starts[i] as number) < until; i++) {
    const isPart = i === level.rival && level.part > 0;
    if (!isPart && (micros[i] as number) >= level.price) continue;
    const run = isPart ? partIn(order, level) : clipped(order, i);
    if (open?.until === run.from) open.until = run.until;
    else {
      open = run;
      runs.push(run);
    }
  }
  return runs;
}

/** The last minutes inside their interval: against a neighbour that runs, else at the preferred end. */
function partIn(order: Order, { price, part, rival }: Level): { from: number; until: number } {
  const { starts, ends, micros } = order.horizon;
  const { from, until } = clipped(order, rival);
  const runs = (i: number) => (micros[i] ?? Number.POSITIVE_INFINITY) < price;
  const left = from === order.from ? order.before : runs(rival - 1) && ends[rival - 1] === from;
  const right = until === order.until ? order.after : runs(rival + 1) && starts[rival + 1] === until;
  const early = left === right ? !order.latest : left;
  return early ? { from, until: from + part } : { from: until - part, until };
}

function clipped({ horizon, from, until }: Order, i: number): { from: number; until: number } {
  return { from: Math.max(horizon.starts[i] as number, from), until: Math.min(horizon.ends[i] as number, until) };
}
