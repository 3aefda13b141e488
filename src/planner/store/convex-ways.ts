import type { Stage } from './cut.ts';
import { sidesOf } from './grid.ts';
import { isOutside, type StoreTerms } from './terms.ts';
import { isSunAlone, MOVING, mostChargeKw, mostDischargeKw, netKwOf } from './ways.ts';

/** Pieces of curves in flat arrays. */
export interface Pieces {
  slopes: Float64Array;
  lengths: Float64Array;
}

export const emptyPieces = (): Pieces => ({ slopes: new Float64Array(), lengths: new Float64Array() });

/** As many pieces as are asked for, the first `kept` of them as they are. */
export function makeRoom(pieces: Pieces, size: number, kept: number): void {
  if (size <= pieces.slopes.length) return;
  for (const name of ['slopes', 'lengths'] as const) {
    const longer = new Float64Array(2 * size);
    longer.set(pieces[name].subarray(0, kept));
    pieces[name] = longer;
  }
}

/** The ways through all stages, one convex curve each, side by side in flat arrays. */
export interface ConvexWays {
  /** The most that may be put in at each stage, as kWh taken out: 0 or below. */
  readonly from: Float64Array;
  /** The pieces of stage `i` begin at `i * PIECES`. */
  readonly count: Uint8Array;
  readonly slopes: Float64Array;
  readonly lengths: Float64Array;
}

/** More pieces than a way can have: those of the grid, of the sun and of two other stores, on either side of standing still. */
export const PIECES = 20;

/** Each stage's ways as one curve; nothing where one of them is not convex. Its pieces are written into `room`. */
export function convexWays(
  stages: readonly Stage[],
  store: StoreTerms,
  room: Pieces = emptyPieces(),
): ConvexWays | undefined {
  if (isOutside(store) || store.minChargeKw > 0) return undefined;
  makeRoom(room, stages.length * PIECES, 0);
  const { slopes, lengths } = room;
  const ways = { from: new Float64Array(stages.length), count: new Uint8Array(stages.length), slopes, lengths };
  for (let i = 0; i < stages.length; i++) {
    const stage = stages[i] as Stage;
    if (stage.isThere && !addWay(ways, i, stage, store)) return undefined;
  }
  return ways;
}

/** The corners of what the grid costs by power, and its prices between them: written anew for each stage. */
const corners = new Float64Array(9);
const prices = new Float64Array(10);

function addWay(ways: ConvexWays, i: number, stage: Stage, store: StoreTerms): boolean {
  if (sidesOf(stage.slot).length > 1 || isSunAlone(stage, store)) return false;
  const corner = setCorners(stage, store.limitWeight);
  const { hours } = stage;
  const { chargeEfficiency, dischargeEfficiency, wearPerKwh } = store;
  const net = netKwOf(stage, store);
  const charge = mostChargeKw(stage, store);
  ways.from[i] = -charge * hours * chargeEfficiency;
  const begin = i * PIECES;
  const between = addPieces(ways, begin, corner, net + charge, net, 0, 1 / chargeEfficiency, hours);
  const least = net - mostDischargeKw(stage, store);
  const end = addPieces(ways, between, corner, net, least, wearPerKwh + MOVING, dischargeEfficiency, hours);
  ways.count[i] = end - begin;
  return (
    between === begin || between === end || (ways.slopes[between - 1] as number) <= (ways.slopes[between] as number)
  );
}

/** Sets what the grid costs with the sun turned down as is best; counts its corners. */
function setCorners({ slot }: Stage, limitWeight: number): number {
  const { importPrice, exportPrice, importKw = Number.POSITIVE_INFINITY, exportKw = Number.POSITIVE_INFINITY } = slot;
  corners[0] = -exportKw;
  corners[1] = 0;
  corners[2] = importKw;
  prices[0] = slot.curtailable === 'excess' ? 0 : exportPrice - limitWeight;
  prices[1] = exportPrice;
  prices[2] = importPrice;
  prices[3] = importPrice + limitWeight;
  return slot.curtailable === true && slot.solarKw > 0 ? turnedDown(slot.solarKw) : CORNERS;
}

/** Corners of what the grid costs: what may be sold, nothing, and what may be bought. */
const CORNERS = 3;

/** A sun that may be turned down, for nothing, takes its place among the prices. */
function turnedDown(kw: number): number {
  let at = 0;
  while (at <= CORNERS && (prices[at] as number) <= 0) at++;
  if (at === 0 || at > CORNERS) return CORNERS;
  for (let k = CORNERS; k >= at; k--) {
    prices[k + 1] = prices[k] as number;
    if (k < CORNERS) corners[k + 1] = corners[k] as number;
  }
  prices[at] = 0;
  corners[at] = corners[at - 1] as number;
  for (let k = 0; k < at; k++) corners[k] = (corners[k] as number) - kw;
  return CORNERS + 1;
}

/** The pieces from one power of the grid down to another; what is taken out costs `wear`, and a share of it arrives. */
function addPieces(
  { slopes, lengths }: ConvexWays,
  begin: number,
  count: number,
  from: number,
  until: number,
  wear: number,
  share: number,
  hours: number,
): number {
  let at = begin;
  let power = from;
  for (let k = count; k >= 0 && power > until; k--) {
    const next = k === 0 ? until : Math.max(until, corners[k - 1] as number);
    if (next >= power) continue;
    const slope = (wear - (prices[k] as number)) * share;
    const length = ((power - next) * hours) / share;
    if (at > begin && slopes[at - 1] === slope) lengths[at - 1] = (lengths[at - 1] as number) + length;
    else {
      slopes[at] = slope;
      lengths[at++] = length;
    }
    power = next;
  }
  return at;
}
