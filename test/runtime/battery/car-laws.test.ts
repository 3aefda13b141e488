import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawCases } from '../../support/cases.ts';
import { nights, oneCar } from '../../support/device/one-car.ts';
import { at } from '../../support/device/one-device.ts';

/** kW of a house of which nothing is known. */
const LOAD = 0.4;
const START = at('2026-01-15 20:00');
const DEADLINE = at('2026-01-16 07:00');
const cents = fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 24, maxLength: 24 });
const pricesOf = (all: readonly number[]) =>
  nights(Object.fromEntries(all.map((cent, hour) => [hour, cent / 100])), 36);

describe('a car, whatever it is told,', () => {
  const step = fc.record({
    minutes: fc.integer({ min: 0, max: 50 }),
    message: fc.constantFrom<object>(
      {},
      { connected: false },
      { connected: true },
      { soc: 30 },
      { soc: 79 },
      { powerKw: 7 },
      { override: 'charge', overrideUntil: 40 },
      { override: 'auto' },
      { importKw: 5 },
      { importKw: 2 },
      { importKw: null },
      { readyBy: 'Fri 03:00' },
    ),
  });

  // Promise P-110 use/car: never charged while it is unplugged, nor beyond the connection, whatever is requested
  it('is never charged while it is unplugged, nor beyond the connection or what the grid operator leaves', async () => {
    const law = fc.asyncProperty(cents, fc.array(step, { minLength: 1, maxLength: 12 }), async (all, steps) => {
      const house = await oneCar({ energyKwh: '20', phases: '1+3' }, { importKw: 9 });
      house.input(pricesOf(all));
      let isThere = true;
      const keeps = () => {
        const { order } = house.report();
        const limit = Math.min(9, house.grid.dimming()?.kw ?? 9);
        expect(order.mode).toBe(isThere ? order.mode : 'hold');
        expect(order.chargeKw).toBeLessThanOrEqual(Math.max(0, limit - LOAD) + 1e-6);
        expect([...Array(70).keys()].some((i) => Math.abs(i * 0.23 - order.chargeKw) < 1e-6)).toBe(true);
        expect(order.mode === 'charge').toBe(order.chargeKw > 0);
      };
      for (const { minutes, message } of steps) {
        for (let minute = 0; minute < minutes; minute += 5) {
          await house.clock.advanceBy(300);
          keeps();
        }
        house.input(message);
        if ('connected' in message) isThere = message.connected === true;
        keeps();
      }
      expect(house.errors).toEqual([]);
    });
    await fc.assert(law, lawCases(20, 200));
  });

  // Promise P-112 use/car: a car that gets at least what was planned reports no shortage
  it('has what it needs by its deadline where there is time enough, at no more than was planned, and tells it when there is not', async () => {
    const law = fc.asyncProperty(
      cents,
      fc.integer({ min: 5, max: 80 }),
      fc.constantFrom(11.6, 5),
      async (all, soc, importKw) => {
        const house = await oneCar({}, { importKw });
        const prices = pricesOf(all);
        house.input(prices);
        const { plan } = house.input({ soc });
        await house.clock.advanceTo(DEADLINE);
        const costOf = (kw: number, from: number, until: number) =>
          prices.prices.reduce((sum, { start, end, total }) => {
            const [first, last] = [Date.parse(start) / 1000, Date.parse(end) / 1000];
            return sum + (Math.max(0, Math.min(last, until) - Math.max(first, from)) / 3600) * kw * total;
          }, 0);
        const cost = house.told.reduce(
          (sum, { at, kw }, i) => sum + costOf(kw, at, house.told[i + 1]?.at ?? at),
          costOf(LOAD, START, DEADLINE),
        );
        const missing = 0.8 * 60 - (house.report().values.soc ?? 0) * 0.6;
        expect(missing).toBeLessThan((plan.shortKwh ?? 0) + 0.2);
        // A step of an ampere more, a little sooner full.
        if (missing < 0.2) expect(cost).toBeLessThan((plan.cost ?? 0) + 0.1);
        expect(house.errors).toEqual([]);
      },
    );
    await fc.assert(law, lawCases(8, 100));
  });

  it('does the same where it is told again and again what is known already', async () => {
    const law = fc.asyncProperty(cents, async (all) => {
      const [one, other] = [await oneCar({ energyKwh: '30' }), await oneCar({ energyKwh: '30' })];
      for (const house of [one, other]) {
        house.input(pricesOf(all));
        house.input({ connected: true });
      }
      for (let now = START; now < DEADLINE; now += 300) {
        await other.clock.advanceBy(300);
        other.input({ connected: true, energyKwh: 30 });
        other.input(pricesOf(all));
      }
      await one.clock.advanceTo(DEADLINE);
      expect(other.said).toEqual(one.said);
    });
    await fc.assert(law, lawCases(3, 30));
  });
});
