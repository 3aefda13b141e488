import { type Offer, offersOf, type StoreMoves } from '../store/moves.ts';
import type { UnixSeconds } from '../types.ts';
import { type HouseSlot, type HouseStore, houseNetKw } from './terms.ts';

/** What the stores of a house would give (above 0) and take at a time, and at what price per kWh. */
export type Offers = (at: UnixSeconds) => readonly Offer[];

/** What the stores offer along moves; quick where times are asked for in their order. */
export function offersAlong(stores: readonly HouseStore[], moves: readonly StoreMoves[]): Offers {
  const stages = moves[0]?.stages ?? [];
  const known = stages.map((_, i) => stores.flatMap(({ terms }, k) => offersOf(terms, moves[k], i)));
  let i = 0;
  return (at) => {
    if (at < (stages[i]?.start ?? at)) i = 0;
    while (i + 1 < stages.length && (stages[i]?.end ?? at) <= at) i++;
    return known[i] ?? [];
  };
}

/** Slopes of money and their lengths in kW, the least first. */
interface Merit {
  readonly slopes: number[];
  readonly lengths: number[];
}

/** More than any house has. */
const MOST_KW = 1e5;

/**
 * What a kWh costs a load of so many kW in a slot where stores give and take at what stored energy is worth: of what the
 * house would sell, store, turn down, buy or take out, the least is paid first.
 */
export function marginalPrice(
  slot: HouseSlot,
  stores: readonly HouseStore[],
  offers: readonly Offer[],
  kw: number,
  limitWeight: number,
): number {
  const { importPrice, exportPrice, importKw = MOST_KW, exportKw = MOST_KW, curtailable, solarKw } = slot;
  const merit: Merit = { slopes: [], lengths: [] };
  let from = -Math.min(MOST_KW, exportKw);
  insert(merit, exportPrice, -from);
  insert(merit, importPrice, Math.min(MOST_KW, importKw));
  for (const { perKwh, kw } of curtailable ? [...offers, { perKwh: 0, kw: -solarKw }] : offers) {
    insert(merit, perKwh, Math.abs(kw));
    from += Math.min(0, kw);
  }
  const net = houseNetKw(stores, slot) - from;
  return (costUpTo(merit, net + kw, limitWeight) - costUpTo(merit, net, limitWeight)) / kw;
}

function insert({ slopes, lengths }: Merit, slope: number, length: number): void {
  let i = slopes.length;
  for (; i > 0 && (slopes[i - 1] as number) > slope; i--) {
    slopes[i] = slopes[i - 1] as number;
    lengths[i] = lengths[i - 1] as number;
  }
  slopes[i] = slope;
  lengths[i] = length;
}

function costUpTo({ slopes, lengths }: Merit, kw: number, limitWeight: number): number {
  if (kw < 0) return kw * ((slopes[0] ?? 0) - limitWeight);
  let [cost, left] = [0, kw];
  for (let i = 0; i < slopes.length && left > 0; i++) {
    const length = Math.min(left, lengths[i] as number);
    cost += length * (slopes[i] as number);
    left -= length;
  }
  return cost + Math.max(0, left) * ((slopes.at(-1) ?? 0) + limitWeight);
}
