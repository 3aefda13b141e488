import { type Instant, utcTime } from '../../../dist/src/core/time.js';
import { type DemandSettings, readSettings } from '../../../dist/src/messages/demand/demand.js';
import { periodAt, resolveDemand } from '../../../dist/src/messages/demand/resolve-demand.js';
import { horizonOf } from '../../../dist/src/planner/horizon.js';
import type { Demand, Horizon, PlanState, PricedSpan } from '../../../dist/src/planner/types.js';

const MINUTE = 60;
const DAY = 1440;
const DAYS = 8;
/** Quarter hours of a day; known and expected prices reach over eight days. */
const QUARTERS = 96 * DAYS;
const TIME_ZONE = 'Europe/Berlin';

/** A demand that a message made, with all that it is planned on. */
export interface RandomDemand {
  readonly settings: DemandSettings;
  readonly demand: Demand;
  readonly horizon: Horizon;
  readonly now: Instant;
  readonly state: PlanState;
}

/** The same draws every time. */
function chances(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number) => 1 + Math.floor(next() * most);
  const among = <T,>(...all: readonly T[]) => all[Math.floor(next() * all.length)] as T;
  /** A field in some of all cases. */
  const some = (share: number, field: string, draw: () => unknown) => (next() < share ? { [field]: draw() } : {});
  return { next, upTo, among, some };
}

type Chances = ReturnType<typeof chances>;

/** `count` demands that messages may make, each over eight days of real quarter hours, some of which have gaps. */
export function randomDemands(spans: readonly PricedSpan[], count: number, seed = 20_261_122): RandomDemand[] {
  const chance = chances(seed);
  const all: RandomDemand[] = [];
  while (all.length < count) {
    const first = chance.upTo(spans.length - QUARTERS) - 1;
    const drawn = drawnOn(chance, spans.slice(first, first + QUARTERS));
    if (drawn) all.push(drawn);
  }
  return all;
}

/** Nothing where nothing is needed. */
function drawnOn(chance: Chances, spans: readonly PricedSpan[]): RandomDemand | undefined {
  const { next, upTo } = chance;
  const known = next() < 0.3 ? withGaps(chance, spans) : spans;
  const [begin, knownUntil] = [known[0]?.start ?? 0, known.at(-1)?.end ?? 0];
  const now = begin + MINUTE * (upTo(DAY) - 1);
  const settings = settingsOf(chance, now, spans);
  const period = periodAt(settings, now, TIME_ZONE);
  const demand = period && resolveDemand(settings, { now, timeZone: TIME_ZONE, period, knownUntil });
  const horizon = horizonOf(known, settings.direction === 'dearest' ? 'revenue' : 'cost');
  return demand && { settings, demand, horizon, now, state: stateOf(chance, demand, now) };
}

function withGaps({ upTo }: Chances, spans: readonly PricedSpan[]): PricedSpan[] {
  const gaps = Array.from({ length: upTo(4) }, () => ({ from: upTo(spans.length - 1), length: upTo(96) }));
  return spans.filter((_, i) => gaps.every(({ from, length }) => i < from || i >= from + length));
}

function settingsOf(chance: Chances, now: Instant, spans: readonly PricedSpan[]): DemandSettings {
  const { upTo, among, some } = chance;
  const inMinutes = (minutes: number) => utcTime(now + MINUTE * minutes);
  const deadline = () => among(upTo(DAYS * DAY), upTo(DAYS * DAY), (DAYS - 1) * DAY + upTo(DAY));
  const price = () => (among(...spans).price + among(...spans).price) / 2;
  return readSettings({
    ...some(0.9, 'readyBy', () => among(inMinutes(deadline()), inMinutes(deadline()), '07:00', 'Fri 17:20')),
    ...some(0.2, 'earliest', () => among(inMinutes(upTo(2 * DAY)), '22:30')),
    ...some(0.4, 'maxPrice', price),
    maxPriceRule: among('interval', 'average'),
    ...some(0.2, 'minSpread', () => upTo(100) / 1000),
    prefer: among('earliest', 'latest'),
    direction: among('cheapest', 'cheapest', 'cheapest', 'dearest'),
    ...some(0.7, 'whenUnknown', () => among('plan-known', 'wait', 'shortfall-now')),
    ...(upTo(5) === 1 ? onePiece(chance) : pieces(chance, price)),
  });
}

function onePiece({ upTo, among }: Chances) {
  const phases = among(1, 1, 5, upTo(20), upTo(500));
  const most = among(10, 60, Math.ceil(3000 / phases));
  const profile = Array.from({ length: phases }, () => ({ minutes: upTo(most), kw: upTo(2200) / 1000 }));
  return { shape: 'contiguous', profile };
}

function pieces({ upTo, among, some }: Chances, price: () => number) {
  const minOffMinutes = among(0, 0, upTo(120), 13, 30);
  const need = among<() => object>(
    () => ({ minutes: upTo(600) }),
    () => ({ minutes: 15 * upTo(40) }),
    () => ({ minutes: upTo(DAYS * DAY) }),
    () => ({ energyKwh: upTo(600) / 10, powerKw: among(3.7, 11, 2.3) }),
  );
  return {
    shape: 'split',
    ...need(),
    ...some(0.6, 'minOnMinutes', () => among(upTo(120), 17, 30, 60, upTo(600))),
    ...(minOffMinutes > 0 && { minOffMinutes }),
    ...some(0.3, 'maxOffMinutes', () => minOffMinutes + among(upTo(480), 60, 240, upTo(2 * DAY))),
    ...some(0.4, 'maxStarts', () => upTo(12)),
    ...some(0.2, 'alsoBelowPrice', price),
    ...some(0.25, 'preconditionMinutes', () => among(upTo(120), 30)),
  };
}

function stateOf({ next, upTo, some, among }: Chances, { shape }: Demand, now: Instant): PlanState {
  const output = next() < 0.7 ? { on: next() < 0.4, since: now - MINUTE * upTo(200) } : null;
  const minutes = shape === 'split' && next() < 0.3 ? upTo(120) : 0;
  const bought = some(0.7, 'cost', () => (minutes / 60) * among(0.05, 0.1, 0.2));
  return { output, delivered: { minutes, starts: minutes > 0 ? upTo(3) : 0, ...bought }, standing: [] };
}
