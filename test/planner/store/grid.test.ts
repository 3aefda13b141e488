import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flowAt,
  type GridFlow,
  gridCurve,
  meanImportPrice,
  netLoadOf,
  type Side,
  sidesOf,
} from '../../../src/planner/store/grid.ts';
import type { Slot } from '../../../src/planner/store/types.ts';
import { lawCases } from '../../support/cases.ts';
import { placesBetween, readAt } from '../../support/planner/store/convex-curves.ts';

/** What a kW above a limit weighs. */
const WEIGHT = 100;
/** An hour at 3 per kWh bought and 1 sold. */
const slotOf = (more: Partial<Slot> = {}): Slot => ({
  ...{ start: 0, end: 3600, importPrice: 3, exportPrice: 1, loadKw: 0, solarKw: 0 },
  ...more,
});
const sunny = (more: Partial<Slot> = {}) => slotOf({ solarKw: 4, curtailable: true, ...more });

describe('what passes the meter', () => {
  it.each<[what: string, slot: Slot, net: number, gridKw: number, curtailKw: number, cost: number, weighed: number]>([
    ['is bought at its price', slotOf(), 2, 2, 0, 6, 6],
    ['is sold at its price', slotOf(), -2, -2, 0, -2, -2],
    ['is nothing where the sun is the load', slotOf(), 0, 0, 0, 0, 0],
    ['weighs more above the limit of what is bought', slotOf({ importKw: 5 }), 7, 7, 0, 21, 221],
    ['weighs no more at that limit', slotOf({ importKw: 5 }), 5, 5, 0, 15, 15],
    ['weighs more above the limit of what is sold', slotOf({ exportKw: 1 }), -3, -3, 0, -3, 197],
    ['is all of the sun where that cannot be turned down', slotOf({ solarKw: 4, exportPrice: -1 }), -4, -4, 0, 4, 4],
    ['is all of the sun where it is sold for something', sunny(), -4, -4, 0, -4, -4],
    ['is all of the sun where it is sold for nothing', sunny({ exportPrice: 0 }), -4, -4, 0, 0, 0],
    ['is none of the sun where to sell it costs', sunny({ exportPrice: -1 }), -4, 0, 4, 0, 0],
    ['is no more of the sun than may be sold', sunny({ exportKw: 1 }), -4, -1, 3, -1, -1],
    [
      'is bought instead of the sun where that is paid for',
      sunny({ importPrice: -2, exportPrice: -3 }),
      -1,
      3,
      4,
      -6,
      -6,
    ],
    [
      'is bought instead of the sun up to the limit',
      sunny({ importPrice: -2, exportPrice: -3, importKw: 2 }),
      ...([-1, 2, 3, -4, -4] as const),
    ],
    [
      'is no more of the sun than may be sold where the inverter curtails the excess, though to sell costs',
      sunny({ exportPrice: -1, exportKw: 1, curtailable: 'excess' }),
      ...([-4, -1, 3, 1, 1] as const),
    ],
    [
      'is not bought instead of a sun of which only the excess is curtailed',
      sunny({ importPrice: -2, exportPrice: 0, exportKw: 1, curtailable: 'excess' }),
      ...([-4, -1, 3, 0, 0] as const),
    ],
    ['is what the load is even where the sun may be turned down', sunny(), 2, 2, 0, 6, 6],
    ['keeps above the limit what the house needs', sunny({ importKw: 5 }), 7, 7, 0, 21, 221],
  ])('%s', (_, slot, net, gridKw, curtailKw, cost, weighed) => {
    const flow = flowAt(slot, net, 'both', WEIGHT);
    // A 0 below zero is a 0.
    const found = flow && [flow.gridKw, flow.curtailKw, flow.cost + 0, flow.weighed + 0];
    expect(found).toEqual([gridKw, curtailKw, cost, weighed]);
  });

  const dear = sunny({ importPrice: 1, exportPrice: 3 });
  it.each<[what: string, side: Side, net: number, flow: Pick<GridFlow, 'gridKw' | 'curtailKw'> | undefined]>([
    ['is not bought on the side of selling', 'export', 1, undefined],
    ['is sold on the side of selling', 'export', -1, { gridKw: -1, curtailKw: 0 }],
    ['is nothing on the side of selling where there is nothing', 'export', 0, { gridKw: 0, curtailKw: 0 }],
    [
      'is nothing on the side of buying where all of the rest is turned down',
      'import',
      -1,
      { gridKw: 0, curtailKw: 1 },
    ],
    ['is bought on the side of buying', 'import', 1, { gridKw: 1, curtailKw: 0 }],
    ['is not sold on the side of buying where more is left than can be turned down', 'import', -5, undefined],
  ])('%s', (_, side, net, flow) => {
    const found = flowAt(dear, net, side, WEIGHT);
    expect(found && { gridKw: found.gridKw, curtailKw: found.curtailKw }).toEqual(flow);
  });

  it('may be noise on the other side', () => {
    expect(flowAt(slotOf(), 5e-10, 'export', WEIGHT)?.gridKw).toBe(5e-10);
    expect(flowAt(slotOf(), -5e-10, 'import', WEIGHT)?.gridKw).toBe(-5e-10);
    expect(flowAt(slotOf(), 5e-9, 'export', WEIGHT)).toBeUndefined();
    expect(flowAt(slotOf(), -5e-9, 'import', WEIGHT)).toBeUndefined();
  });
});

describe('the cost of the grid by power', () => {
  const price = fc.integer({ min: -3, max: 6 });
  const slots = fc
    .record(
      {
        importPrice: price,
        exportPrice: price,
        solarKw: fc.nat(4),
        importKw: fc.nat(5),
        exportKw: fc.nat(5),
        curtailable: fc.constantFrom<NonNullable<Slot['curtailable']>[]>(true, false, 'excess'),
      },
      { requiredKeys: ['importPrice', 'exportPrice', 'solarKw'] },
    )
    .map((more) => slotOf(more));
  const drawn = slots.chain((slot) => fc.record({ slot: fc.constant(slot), side: fc.constantFrom(...sidesOf(slot)) }));

  /** The least for a power by trying every kW of the sun. */
  function leastCost({ slot, side }: { slot: Slot; side: Side }, net: number): number {
    const { importPrice, exportPrice, importKw = 1000, exportKw = 1000 } = slot;
    const costAt = (kw: number) =>
      kw * (kw > 0 ? importPrice : exportPrice) + WEIGHT * Math.max(0, kw - importKw, -kw - exportKw);
    if (slot.curtailable === 'excess') {
      const isBeyond = net < -exportKw;
      const isOn = {
        both: true,
        import: net >= 0,
        export: net <= 0 && !(isBeyond && exportPrice < 0),
        beyond: net <= -exportKw,
      }[side];
      return isOn ? costAt(Math.max(net, -exportKw)) : Number.POSITIVE_INFINITY;
    }
    const costs = placesBetween(net, net + (slot.curtailable ? slot.solarKw : 0)).map((kw) => {
      if ((side === 'import' && kw < 0) || (side === 'export' && kw > 0)) return Number.POSITIVE_INFINITY;
      return costAt(kw);
    });
    return Math.min(...costs);
  }

  it('is the least that the sun can be turned down to, on each side of the meter', () => {
    const law = fc.property(drawn, fc.integer({ min: -8, max: 8 }), fc.nat(6), (each, from, more) => {
      const curve = gridCurve(each.slot, each.side, from, from + more, WEIGHT);
      for (const kw of placesBetween(from, from + more)) {
        const least = leastCost(each, kw);
        const found = curve ? readAt(curve, kw) : Number.POSITIVE_INFINITY;
        if (least === Number.POSITIVE_INFINITY) expect(found).toBe(least);
        else expect(found).toBeCloseTo(least, 9);
        expect(flowAt(each.slot, kw, each.side, WEIGHT)?.weighed ?? Number.POSITIVE_INFINITY).toBe(least);
      }
      expect(curve?.slopes ?? []).toEqual([...(curve?.slopes ?? [])].sort((a, b) => a - b));
    });
    fc.assert(law, lawCases(300));
  });

  it('goes on the side of selling from all that is sold to nothing, the sun turned down or not', () => {
    const dear = slotOf({ importPrice: 1, exportPrice: 3, solarKw: 4, curtailable: true });
    const curve = gridCurve(dear, 'export', -4, 0, WEIGHT);
    expect(curve && [-4, -1, 0].map((kw) => readAt(curve, kw))).toEqual([-12, -3, 0]);
  });

  it('has a curve of its own on either side where selling brings more than buying costs', () => {
    expect(sidesOf(slotOf({ exportPrice: 3 }))).toEqual(['both']);
    expect(sidesOf(slotOf({ exportPrice: 3.01 }))).toEqual(['import', 'export']);
  });

  it('has one more beyond the export limit where the inverter curtails for nothing what would cost money to sell', () => {
    const excess = (exportPrice: number) => sidesOf(slotOf({ exportPrice, exportKw: 1, curtailable: 'excess' }));
    expect(excess(-1)).toEqual(['import', 'export', 'beyond']);
    expect(excess(0)).toEqual(['both']);
  });
});

it('the power of a house is its load without its sun', () => {
  expect(netLoadOf(slotOf({ loadKw: 1, solarKw: 4 }))).toBe(-3);
});

it('the mean of what a kWh costs counts prices below zero by how far they are', () => {
  expect(meanImportPrice([slotOf({ importPrice: 3 }), slotOf({ importPrice: -2 })])).toBe(2.5);
});
