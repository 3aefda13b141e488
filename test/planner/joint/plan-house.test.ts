import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseTermsOf } from '../../../src/planner/house/terms.ts';
import type { House, HouseClaim } from '../../../src/planner/house/types.ts';
import { tryOf } from '../../../src/planner/joint/house-try.ts';
import { planAt } from '../../../src/planner/joint/plan-at.ts';
import { bestFrom, houseSearch, planHouse } from '../../../src/planner/joint/plan-house.ts';
import { type HouseSearch, searchIn } from '../../../src/planner/joint/search.ts';
import type { Slot, Store } from '../../../src/planner/store/types.ts';
import type { Demand, PlanState } from '../../../src/planner/types.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, hours, idleState, phased, runsOf, split, standing } from '../../support/planner/planning.ts';

/** Hours from midnight: ct to buy, 8 ct for what is fed in, a load of 1 kW. */
const slotsOf = (cents: readonly number[], more: Partial<Slot> = {}, suns: readonly number[] = []): Slot[] =>
  cents.map((ct, i) => ({
    ...{ start: at(60 * i), end: at(60 * i + 60), importPrice: ct / 100, exportPrice: 0.08 },
    ...{ loadKw: 1, solarKw: suns[i] ?? 0, ...more },
  }));
const battery: Store = {
  ...{ capacityKwh: 10, storedKwh: 0, maxChargeKw: 5, maxDischargeKw: 5 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, endValue: [] },
};
const device = (demand: Demand, state: Partial<PlanState> = {}): HouseClaim => ({
  demand,
  state: { ...idleState, ...state },
});
const house = (slots: readonly Slot[], more: Partial<House> = {}): House => ({
  slots,
  stores: [],
  devices: [],
  ...more,
});
const ofKw = (kw: number, minutes: number) => phased([{ minutes, kw }]);
const gridOf = (given: House) => planHouse(given, at(0)).grid.map(({ kw }) => Math.round(100 * kw) / 100 || 0);
const runs = (given: House) => planHouse(given, at(0)).devices.map(runsOf);

describe('a house without a store', () => {
  it('plans a device where it is cheapest', () => {
    expect(runs(house(slotsOf([30, 10, 20]), { devices: [device(contiguous(60))] }))).toEqual([[[60, 120]]]);
  });

  it('compares what a limit leaves of a device with as much at once', () => {
    const demand = split(120, { limit: { rule: 'interval', price: 0.15 } });
    const [plan] = planHouse(house(slotsOf([30, 10, 20]), { devices: [device(demand)] }), at(0)).devices;
    expect([plan?.runs.length, plan?.cost, plan?.baselineCost]).toEqual([1, 0.1, 0.3]);
  });

  it('shares the sun once: what one device took the next one buys', () => {
    const slots = slotsOf([30, 30, 20], {}, [0, 4, 0]);
    expect(runs(house(slots, { devices: [device(ofKw(3, 60)), device(ofKw(3, 60))] }))).toEqual([
      [[60, 120]],
      [[120, 180]],
    ]);
  });

  it('pays for a sun that is not enough by the power of a device in one piece', () => {
    const given = house(slotsOf([20, 30], {}, [0, 1.5]), { devices: [device(ofKw(1, 60))] });
    expect(planHouse(given, at(0)).devices.map(({ cost }) => cost)).toEqual([0.19]);
  });

  // Promise P-349 internals/house: nothing that is planned passes the fuse beside the house's own load
  it('keeps the fuse beside its own load', () => {
    const devices = [device(ofKw(2, 60)), device(ofKw(2, 60))];
    const given = house(slotsOf([30, 10, 20]), { devices, importKw: 4 });
    expect(runs(given)).toEqual([[[60, 120]], [[120, 180]]]);
    expect(gridOf(given)).toEqual([1, 3, 3]);
  });

  // Promise P-350 internals/house: what the house passes by itself is made no more by a plan
  it('adds nothing where the house passes the fuse by itself', () => {
    const slots = slotsOf([30, 10, 20]).map((slot, i) => ({ ...slot, loadKw: i === 1 ? 5 : 1 }));
    const given = house(slots, { devices: [device(contiguous(60))], importKw: 4 });
    expect(runs(given)).toEqual([[[120, 180]]]);
    expect(gridOf(given)).toEqual([1, 5, 2]);
  });

  it('tries the orders: the device with the deadline comes first where the given order misses it', () => {
    const urgent = device(contiguous(60, { readyBy: at(120) }));
    const given = house(slotsOf([30, 10, 20]), { devices: [device(contiguous(60)), urgent], importKw: 2 });
    expect(runs(given)).toEqual([[[120, 180]], [[60, 120]]]);
    expect(planHouse(given, at(0)).devices.map(({ turn }) => turn)).toEqual([1, 0]);
  });

  // Promise P-354 internals/house: what has begun in one piece is left alone
  it('leaves alone what has begun', () => {
    const running = device(contiguous(120), {
      output: { on: true, since: at(-30) },
      delivered: { minutes: 30, starts: 1 },
      standing: standing([-30, 90]),
    });
    expect(runs(house(slotsOf([30, 10, 20]), { devices: [running] }))).toEqual([[[0, 90]]]);
  });

  it('takes a minute at the price of its first slot, where the next one ends within it too', () => {
    const [first, second] = slotsOf([30, 10]);
    const cut = [at(60) - 30, at(60) - 10, at(60)];
    const slots = cut.map((end, i) => ({ ...first, start: cut[i - 1] ?? at(0), end }) as Slot);
    const given = house([...slots, second as Slot], { devices: [device(contiguous(60))] });
    expect(runs(given)).toEqual([[[60, 120]]]);
  });

  it('plans a device with prices of its own by these', () => {
    const own = { ...device(contiguous(60)), horizon: hours(0.1, 0.4, 0.4) };
    expect(runs(house(slotsOf([30, 10, 20]), { devices: [own] }))).toEqual([[[0, 60]]]);
  });

  it('expects what is estimated, and says that the plan is provisional', () => {
    const slots = slotsOf([30, 20, 10]).map((slot, i) => (i === 2 ? { ...slot, estimated: true } : slot));
    const demand = contiguous(60, { whenUnknown: 'estimate', readyBy: at(180) });
    const [plan] = planHouse(house(slots, { devices: [device(demand)] }), at(0)).devices;
    expect([plan && runsOf(plan), plan?.outcome.kind, plan?.cost]).toEqual([[[120, 180]], 'provisional', null]);
  });
});

describe('a house with a store', () => {
  it('does not get stuck: the battery makes room below the fuse for a device that needs all of it', () => {
    const given = house(slotsOf([30, 30, 30]), {
      devices: [device(ofKw(10, 60))],
      stores: [battery],
      importKw: 10,
    });
    expect(planHouse(given, at(0)).devices[0]?.outcome.kind).toBe('complete');
    expect(Math.max(...gridOf(given))).toBe(10);
  });

  it('runs in the sun rather than from the battery, as that loses some of it', () => {
    const slots = slotsOf([30, 30, 12, 40], {}, [0, 4, 0, 0]);
    const stores = [{ ...battery, maxChargeKw: 3, chargeEfficiency: 0.9 }];
    expect(runs(house(slots, { stores, devices: [device(ofKw(3, 60))] }))).toEqual([[[60, 120]]]);
  });

  it('runs from the battery where that is bought cheaper than the hours until the deadline', () => {
    const slots = slotsOf([10, 40, 40, 10]);
    const devices = [device(phased([{ minutes: 60, kw: 3 }], { earliest: at(60), readyBy: at(180) }))];
    expect(gridOf(house(slots, { stores: [battery], devices }))).toEqual([6, 0, 0, 1]);
  });

  it('two stores share the sun and the evening', () => {
    const slots = slotsOf([30, 30, 30, 30], {}, [0, 5, 0, 0]);
    const stores = [
      { ...battery, maxChargeKw: 2 },
      { ...battery, maxChargeKw: 2 },
    ];
    const plan = planHouse(house(slots, { stores }), at(0));
    expect(plan.stores.reduce((sum, { slots: [, sun] }) => sum + (sun?.chargeKw ?? 0), 0)).toBeCloseTo(2, 9);
    expect(plan.grid.slice(2).map(({ kw }) => Math.round(1e6 * kw) || 0)).toEqual([0, 0]);
  });

  it('says what it costs, and what all would at once and without it', () => {
    const given = house(slotsOf([10, 30, 30]), { stores: [battery], devices: [device(ofKw(2, 60))] });
    const plan = planHouse(given, at(0));
    expect(plan.cost).toBeCloseTo(0.5, 9);
    expect(plan.baselineCost).toBeCloseTo(0.9, 9);
  });

  it('compares as much as is planned: what a price limit leaves out is no saving', () => {
    const demand = split(120, { limit: { rule: 'interval', price: 0.2 } });
    const plan = planHouse(house(slotsOf([30, 10, 30]), { devices: [device(demand)] }), at(0));
    // A kW of the house in every hour, and one of the device in the second, or in the first.
    expect([plan.cost, plan.baselineCost].map((money) => money.toFixed(2))).toEqual(['0.80', '1.00']);
  });
});

describe('peaks', () => {
  const flat = { measure: 60, pick: 1, per: 'month', perKw: 4 } as const;
  const devices = [device(ofKw(3, 60)), device(ofKw(3, 60))];
  const peaked = (peak: House['peak']) => house(slotsOf([20, 10, 20, 20]), { devices, ...(peak && { peak }) });

  it('without a charge both devices run where it is cheap', () => {
    expect(gridOf(peaked(undefined))).toEqual([1, 7, 1, 1]);
  });

  it('with one they take turns, and each begins half an hour before a full hour', () => {
    // Half of 3 kW in each of four hours, beside 1 kW.
    const plan = planHouse(peaked({ rule: flat, dailyMaxima: [] }), at(0));
    expect([plan.peakKw, plan.peakCost]).toEqual([2.5, 10]);
  });

  it('a car divides its hour between two windows, and a boiler avoids both', () => {
    // 4.5 kW above the peak of 1 kW cost 9 EUR. The car pays 5.5 x (0.10 + 0.20), the boiler 2 x 0.30.
    const slots = slotsOf([50, 10, 20, 30, 50, 50], { loadKw: 0 });
    const peak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 2 }, dailyMaxima: [1] } as const;
    const given = house(slots, { devices: [device(ofKw(11, 60)), device(ofKw(2, 60))], peak });
    const plan = planHouse(given, at(0));
    expect(plan.devices.map(runsOf)).toEqual([[[90, 150]], [[180, 240]]]);
    expect([plan.peakKw, plan.cost + plan.peakCost]).toEqual([5.5, expect.closeTo(11.25, 6)]);
  });

  it('a peak that the month has had already is free', () => {
    const plan = planHouse(peaked({ rule: flat, dailyMaxima: [7.5] }), at(0));
    expect([plan.peakKw, plan.peakCost]).toEqual([7, 0]);
  });

  it("what the household's months usually come to is free on the 1st", () => {
    expect(planHouse(peaked({ rule: flat, dailyMaxima: [], usualKw: 7 }), at(0)).peakKw).toBe(7);
  });

  it('a step costs nothing until its threshold', () => {
    const steps = [0, 5, 7.5].map((fromKw, i) => ({ fromKw, amount: 10 * i }));
    const rule = { measure: 60, pick: 1, per: 'month', steps } as const;
    expect(planHouse(peaked({ rule, dailyMaxima: [] }), at(0)).peakKw).toBe(4);
    expect(planHouse(peaked({ rule, dailyMaxima: [5.2] }), at(0)).peakKw).toBe(7);
  });

  it('what the window under way has had counts', () => {
    const slots = slotsOf([10, 20, 20]);
    const peak = { rule: flat, dailyMaxima: [4], windowKwh: 2 };
    const given = house(slots, { devices: [device(ofKw(3, 30))], peak });
    // Half an hour of 4 kW beside 2 kWh is a window of 4 kW, and 1.5 of load and device would be one of 3.5.
    expect(planHouse(given, at(30)).peakCost).toBe(0);
    expect(planHouse({ ...given, peak: { ...peak, windowKwh: 3 } }, at(30)).devices.map(runsOf)).toEqual([[[60, 90]]]);
  });

  // Promise P-351 internals/house: no need is missed for a peak
  it('no need is missed for a peak', () => {
    const urgent = [device(phased([{ minutes: 60, kw: 6 }], { readyBy: at(60) }))];
    const plan = planHouse(house(slotsOf([20, 10]), { devices: urgent, peak: { rule: flat, dailyMaxima: [] } }), at(0));
    expect([plan.devices.map(runsOf), plan.peakKw]).toEqual([[[[0, 60]]], 7]);
  });
});

describe('more than three devices', () => {
  it('all find their room', () => {
    const four = [30, 60, 90, 60].map((minutes) => device(split(minutes, { readyBy: at(240) })));
    const plan = planHouse(house(slotsOf([30, 10, 20, 40]), { devices: four, importKw: 3 }), at(0));
    expect(plan.devices.map(({ outcome }) => outcome.kind)).toEqual(four.map(() => 'complete'));
    expect(Math.max(...plan.grid.map(({ kw }) => kw))).toBe(3);
  });
});

describe('bad input', () => {
  it.each<[string, Partial<House>]>([
    ['stores[0].storedKwh must be between 0 and capacityKwh (10), got 11', { stores: [{ ...battery, storedKwh: 11 }] }],
    ['house.importKw must be a number that is not below 0, got -1', { importKw: -1 }],
    [
      'peak.dailyMaxima[1] must be a number that is not below 0, got -2',
      { peak: { rule: { measure: 60, pick: 1, per: 'month' }, dailyMaxima: [1, -2] } },
    ],
    [
      'peak.usualKw must be a number that is not below 0, got NaN',
      { peak: { rule: { measure: 60, pick: 1, per: 'month' }, dailyMaxima: [], usualKw: Number.NaN } },
    ],
    ['phases[0].minutes must be a whole number of at least 0, got 0.5', { devices: [device(ofKw(1, 0.5))] }],
  ])('%s', (message, more) => {
    expect(() => planHouse(house(slotsOf([10, 20]), more), at(0))).toThrow(new RangeError(message));
  });
});

describe('a limit on the devices alone', () => {
  const cents = [10, 20, 30, 40];
  /** Sun and a full battery make room at the connection, but not for devices that may take so many kW together. */
  const limited = (limits: readonly number[], devices: readonly HouseClaim[]): House => {
    const slots = slotsOf(cents, {}, [9, 9, 9, 9]).map((slot, i) => ({ ...slot, devicesKw: limits[i] ?? 9 }));
    return house(slots, { devices, stores: [{ ...battery, storedKwh: 10 }], importKw: 3 });
  };

  it('is kept though sun and battery make room', () => {
    const [both, one] = [
      [2, 2],
      [2, 0],
    ].map(([first = 0, second = 0]) =>
      runs(limited([2, 2, first, second], [device(ofKw(2, 60)), device(ofKw(2, 180))])),
    );
    expect(both?.flat().map(([from = 0, until = 0]) => until - from)).toEqual([60, 180]);
    expect(one).toEqual([[], [[0, 180]]]);
  });

  it('is what a device that finds no room misses', () => {
    const [plan] = planHouse(limited([1, 1, 1, 1], [device(ofKw(2, 60))]), at(0)).devices;
    expect(plan).toMatchObject({ runs: [], outcome: { kind: 'short', shortMinutes: 60 } });
  });

  it('names a slot whose limit is no power', () => {
    expect(() => planHouse(limited([1, -1], []), at(0))).toThrow('slots[1].devicesKw');
  });

  it('leaves the cheapest times of all that keep it', () => {
    const times = [0, 1, 2, 3];
    const kw = fc.constantFrom(1, 2);
    const law = fc.property(
      fc.tuple(kw, kw),
      fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 4, maxLength: 4 }),
      fc.array(fc.integer({ min: 9, max: 40 }), { minLength: 4, maxLength: 4 }),
      (powers, limits, prices) => {
        const slots = slotsOf(prices).map((slot, i) => ({ ...slot, devicesKw: limits[i] as number }));
        const plan = planHouse(house(slots, { devices: powers.map((each) => device(ofKw(each, 60))) }), at(0));
        const possible = times.flatMap((one) =>
          times.map((other) => ({
            one,
            other,
            cost: (prices[one] ?? 0) * powers[0] + (prices[other] ?? 0) * powers[1],
          })),
        );
        const least = possible
          .filter(({ one, other }) =>
            times.every((i) => (one === i ? powers[0] : 0) + (other === i ? powers[1] : 0) <= (limits[i] as number)),
          )
          .reduce((min, { cost }) => Math.min(min, cost), Number.POSITIVE_INFINITY);
        const found = plan.devices.map(({ cost, runs }) =>
          runs.length > 0 ? 100 * (cost ?? 0) : Number.POSITIVE_INFINITY,
        );
        expect((found[0] as number) + (found[1] as number)).toBeCloseTo(least, 6);
      },
    );
    fc.assert(law, lawCases(60));
  });
});

describe('the bound of a plan', () => {
  it('is its cost where nothing can be cheaper', () => {
    const devices = [device(contiguous(60)), device(split(60))];
    const plan = planHouse(house(slotsOf([30, 10, 20]), { devices, stores: [battery] }), at(0));
    expect([plan.bound, plan.gap]).toEqual([expect.closeTo(plan.cost, 4), expect.closeTo(0, 4)]);
  });

  it('counts a shortest run that is longer than the need', () => {
    const devices = [device(split(10, { minOnMinutes: 60 }))];
    const plan = planHouse(house(slotsOf([30, -10, 20]), { devices, stores: [battery] }), at(0));
    expect(plan.devices.map(runsOf)).toEqual([[[60, 120]]]);
    expect(plan.bound).toBeLessThan(plan.cost + 1e-6);
    expect(plan.gap).toBeCloseTo(0, 4);
  });

  it('leaves out that a run in one piece cannot be spread below a peak', () => {
    // 3 kW for 150 minutes beside 1 kW make a peak of 4. Fifty minutes of each of three hours would make 3.5 kW, at 1 EUR per kW.
    const peak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 1 }, dailyMaxima: [] } as const;
    const plan = planHouse(house(slotsOf([10, 10, 10]), { devices: [device(ofKw(3, 150))], peak }), at(0));
    expect(plan.cost + plan.peakCost).toBeCloseTo(1.05 + 4, 6);
    expect(plan.bound).toBeCloseTo(plan.cost + plan.peakCost - plan.gap, 9);
    expect(plan.bound).toBeLessThan(1.05 + 3.5 + 1e-6);
  });
});

describe('a house of many devices beside a battery', () => {
  const cents = [30, 12, 25, 18, 28, 15, 22, 35];
  /** 2 kW for one or two hours each, of which the connection carries 12 at a time. */
  const many = (count: number): House => {
    const devices = Array.from({ length: count }, (_, i) => device(ofKw(2, i % 2 === 0 ? 60 : 120)));
    return house(slotsOf(cents), { devices, stores: [battery], importKw: 25 });
  };
  const workOf = (given: House) => {
    let work = 0;
    for (const calls of houseSearch(given, at(0))) work += calls;
    return work;
  };

  it.each([10, 100])('is planned within a budget of 7000 planner calls: %i devices', (count) => {
    expect(workOf(many(count))).toBeLessThan(7000);
  });

  it('is paused after five plans of the battery at most', () => {
    const peak = { rule: { measure: 60, pick: 1, per: 'month', perKw: 1 }, dailyMaxima: [] } as const;
    const terms = searchIn(houseTermsOf({ ...many(3), peak }, at(0)));
    let [plans, most] = [0, 0];
    const counting: HouseSearch = {
      ...terms,
      upshotOf(turns, capKw) {
        plans++;
        return terms.upshotOf(turns, capKw);
      },
    };
    const begun = terms.claims.map((claim) => ({ claim, plan: planAt(claim, hours(1), at(0), []) }));
    for (const _ of bestFrom(counting, [tryOf(terms, begun, Number.POSITIVE_INFINITY)])) {
      most = Math.max(most, plans);
      plans = 0;
    }
    expect(most).toBe(5);
  });
});
