import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marginalPrice, offersAlong } from '../../../src/planner/house/marginal.ts';
import type { HouseSlot } from '../../../src/planner/house/terms.ts';
import { stagesOf } from '../../../src/planner/store/cut.ts';
import { movesOf, type Offer } from '../../../src/planner/store/moves.ts';
import { lawCases } from '../../support/cases.ts';
import { battery, type Hour, houseTerms, uncapped } from '../../support/planner/house/house-slots.ts';
import { at } from '../../support/planner/planning.ts';

const LIMIT_WEIGHT = 100;
const slotOf = (hour: Hour): HouseSlot => {
  const [slot] = uncapped(houseTerms([hour]));
  return { ...(slot as HouseSlot), ...hour };
};
const priceOf = (hour: Hour, kw: number, offers: readonly Offer[] = []) =>
  marginalPrice(slotOf(hour), [], offers, kw, LIMIT_WEIGHT);

describe('what a kWh costs a load', () => {
  it.each<[string, Hour, kw: number, offers: Offer[], price: number]>([
    ['is what is bought', {}, 2, [], 0.3],
    ['is what feeding in would have brought', { solarKw: 3 }, 2, [], 0.08],
    ['is both in their shares', { solarKw: 1 }, 2, [], 0.19],
    ['is what a store gives for less than the grid', {}, 2, [{ perKwh: 0.2, kw: 2 }], 0.2],
    ['is what a store gives, as far as it does', {}, 2, [{ perKwh: 0.2, kw: 1 }], 0.25],
    ['is what the sun would be worth in a store', { solarKw: 3 }, 2, [{ perKwh: 0.2, kw: -3 }], 0.2],
    ['is that of the least first', { solarKw: 3 }, 3, [{ perKwh: 0.2, kw: -1 }], (2 * 0.08 + 0.2) / 3],
    ['is nothing where the sun would be turned down', { solarKw: 3, exportPrice: -0.1, curtailable: true }, 2, [], 0],
    ['is what is turned down no more', { solarKw: 1, loadKw: 0.5, exportPrice: -0.1, curtailable: true }, 2, [], 0.225],
    [
      'is that of two stores, the cheaper first',
      {},
      3,
      [
        { perKwh: 0.25, kw: 2 },
        { perKwh: 0.1, kw: 2 },
      ],
      (0.2 + 0.25) / 3,
    ],
    ['weighs what is above the fuse', { importKw: 1 }, 2, [], 0.3 + LIMIT_WEIGHT / 2],
    ['saves what is above what may be sold', { solarKw: 3, exportKw: 2 }, 2, [], 0.08 - LIMIT_WEIGHT / 2],
  ])('%s', (_, hour, kw, offers, price) => {
    expect(priceOf(hour, kw, offers)).toBeCloseTo(price, 9);
  });

  it('counts what stores draw that are there', () => {
    const { stores } = houseTerms([{}], {
      stores: [
        { ...battery, standbyKw: 1 },
        { ...battery, standbyKw: 1, available: [] },
      ],
    });
    expect(marginalPrice(slotOf({ solarKw: 2 }), stores, [], 2, LIMIT_WEIGHT)).toBeCloseTo(0.19, 9);
  });

  it('is that of the least way through all that may be sold, stored, turned down, bought and taken out, kW by kW', () => {
    const kw = fc.integer({ min: 0, max: 4 });
    const ct = fc.integer({ min: 0, max: 30 });
    const offer = fc.record({ perKwh: ct, kw: fc.integer({ min: -2, max: 2 }) });
    const law = fc.property(
      fc.record({ load: kw, sun: kw, buys: ct, sells: fc.integer({ min: -5, max: 12 }), canTurn: fc.boolean() }),
      fc.record({ importKw: fc.integer({ min: 7, max: 9 }), exportKw: fc.integer({ min: 4, max: 5 }) }),
      fc.array(offer, { maxLength: 3 }),
      fc.integer({ min: 1, max: 3 }),
      ({ load, sun, buys, sells, canTurn }, limits, offers, more) => {
        const importPrice = Math.max(buys, sells);
        /** The least that a net power costs, every share of each offer and of the sun tried in whole kW. */
        const least = (net: number): number => {
          const sources = canTurn ? [...offers, { perKwh: 0, kw: -sun }] : offers;
          const ways = sources.reduce<[grid: number, cost: number][]>(
            (all, { perKwh, kw }) =>
              Array.from({ length: Math.abs(kw) + 1 }, (_, i) => Math.sign(kw) * i).flatMap((share) =>
                all.map(([grid, cost]): [number, number] => [grid - share, cost + share * perKwh]),
              ),
            [[net, 0]],
          );
          return Math.min(
            ...ways.map(([grid, cost]) => {
              const above = Math.max(0, grid - limits.importKw, -grid - limits.exportKw);
              return cost + grid * (grid > 0 ? importPrice : sells) + 1000 * above;
            }),
          );
        };
        const hour = { loadKw: load, solarKw: sun, importPrice, exportPrice: sells, curtailable: canTurn, ...limits };
        const found = marginalPrice(slotOf(hour), [], offers, more, 1000);
        expect(found).toBeCloseTo((least(load - sun + more) - least(load - sun)) / more, 6);
      },
    );
    fc.assert(law, lawCases(300));
  });
});

describe('what stores offer', () => {
  const hours = [{ importPrice: 0.1 }, { importPrice: 0.4, loadKw: 2 }, { importPrice: 0.2 }];
  const house = houseTerms(hours, {
    stores: [battery, { ...battery, maxChargeKw: 1, available: [{ start: at(0), end: at(120) }] }],
  });
  const moves = house.stores.map(({ store, terms, end }) => movesOf(stagesOf(house.slots, store, at(0)), terms, end));
  const offers = offersAlong(house.stores, moves);
  const takes = (minute: number) => offers(at(minute)).map(({ kw }) => kw);

  it('is what each takes and gives at that time, in whatever order times are asked for', () => {
    // Each stores the 2 kWh of the next hour, the second as much of it as it can.
    const expected = [
      [0, [-5, 2, -1, 1]],
      [59, [-5, 2, -1, 1]],
      [60, [-5, 2, -1, 1]],
      [150, [-5, 0]],
      [30, [-5, 2, -1, 1]],
      [130, [-5, 0]],
    ] as const;
    for (const [minute, kws] of expected) expect([minute, takes(minute).map((kw) => kw || 0)]).toEqual([minute, kws]);
  });

  it('is that of the first and of the last time before and after', () => {
    expect(offers(at(-30))).toEqual(offers(at(0)));
    expect(offers(at(999))).toEqual(offers(at(150)));
  });

  it('is nothing where there are none', () => {
    expect(offersAlong([], [])(at(0))).toEqual([]);
  });
});
