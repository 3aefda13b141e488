import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUARTER_HOUR, quarterOf } from '../../../src/core/vocabulary.ts';
import type { BatteryNews } from '../../../src/runtime/battery/open-battery.ts';
import { isTrial, lawCases } from '../../support/cases.ts';
import { type Inverter, storedAfter } from '../../support/device/inverter.ts';
import { iso, noon, oneBattery } from '../../support/device/one-battery.ts';

const HOURS = 36;
/** Minutes that are lived. */
const LENGTH = (isTrial ? 24 : 8) * 60;
const inverter: Inverter = { kw: 5, capacityKwh: 10, efficiency: 0.9 };
const ONE_WAY = Math.sqrt(inverter.efficiency);
const byHour = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: HOURS, maxLength: HOURS });
const house = fc.record({
  cents: byHour(fc.integer({ min: 5, max: 40 })),
  sells: fc.constantFrom(undefined, 8),
  load: byHour(fc.integer({ min: 0, max: 30 })),
  sun: fc.constantFrom(0, 2, 6),
  toGrid: fc.boolean(),
  soc: fc.integer({ min: 0, max: 100 }),
});
type House = typeof house extends fc.Arbitrary<infer T> ? T : never;

const pricesOf = ({ cents, sells }: House) => ({
  timeZone: 'Europe/Berlin',
  prices: cents.map((cent, i) => ({
    start: iso(noon + i * 3600),
    end: iso(noon + (i + 1) * 3600),
    total: cent / 100,
    ...(sells !== undefined && { feedin: sells / 100 }),
  })),
});

/** A battery with the load and the sun of its house, which are what is expected of them, and what its inverter makes of its orders. */
async function living(own: House) {
  const { clock, powers, errors, open } = await oneBattery({ toGrid: own.toGrid });
  const hourOf = (instant: number) => Math.floor((instant - noon) / 3600) % HOURS;
  const load = (instant: number) => (own.load[hourOf(instant)] as number) / 10;
  const sun = (instant: number) => own.sun * Math.max(0, Math.cos(((instant - noon) / 43_200) * Math.PI));
  const quarters = (kw: (instant: number) => number) => (now: number, count: number) =>
    Array.from({ length: count }, (_, i) => kw(quarterOf(now) + i * QUARTER_HOUR));
  powers.set('house', { kind: 'consumption', expected: quarters(load) });
  powers.set('roof', { kind: 'production', expected: quarters(sun) });
  const battery = await open();
  battery.input(pricesOf(own));
  let stored = (own.soc / 100) * inverter.capacityKwh;
  /** What it is to have at the end of the quarter hour. */
  let due = stored;
  return {
    ...{ clock, battery, errors },
    stored: () => stored,
    isOffPlan: () => Math.abs(stored - due) > 0.01 * inverter.capacityKwh,
    /** A minute with so many kW more than were expected. */
    async minute({ order }: BatteryNews, moreKw = 0) {
      const now = clock.now();
      const kw = powers.expected('batteries', now, 1)?.[0] ?? 0;
      if (now === quarterOf(now)) due = stored + (kw > 0 ? kw * ONE_WAY : kw / ONE_WAY) / 4;
      stored = storedAfter(inverter, order, load(now) - sun(quarterOf(now)) + moreKw, stored);
      await clock.advanceBy(60);
    },
  };
}

/** A change of mode by the plan, with the stretch that the plan before had told for the time. */
function changeOf(before: BatteryNews | undefined, { order }: BatteryNews, now: number) {
  if (!before || order.mode === before.order.mode || order.reason !== 'planned') return undefined;
  return { from: before.order.mode, told: before.plan.stretches.find(({ start, end }) => start <= now && now < end) };
}
type Change = NonNullable<ReturnType<typeof changeOf>>;

const isCharged = ({ from, told }: Change, storedKwh: number) =>
  from === 'charge' && storedKwh > (told?.storedKwh ?? inverter.capacityKwh) - 0.001;

describe('a battery that is told each minute what it has', () => {
  // Promise P-086 use/battery: only news ends a mode before its quarter hour
  it('changes its mode only as its plan has told, unless it has other than it was to have, or all that it was charged for', async () => {
    const law = fc.asyncProperty(house, async (own) => {
      const { clock, battery, stored, isOffPlan, minute, errors } = await living(own);
      let before: BatteryNews | undefined;
      for (let i = 0; i < LENGTH; i++) {
        const news = battery.input({ storedKwh: stored() });
        const change = changeOf(before, news, clock.now());
        if (change && !isCharged(change, stored()) && !isOffPlan())
          expect([i, news.order.mode]).toEqual([i, change.told?.mode]);
        before = news;
        await minute(news);
      }
      expect(errors).toEqual([]);
    });
    await fc.assert(law, lawCases(3, 30));
  });

  // Promise P-088 use/battery: however noisy its house is, it changes at quarter hours alone
  it('changes it at quarter hours alone, or with all that it was charged for, however noisy the house is, and told in whole percent', async () => {
    const noise = fc.array(fc.integer({ min: -3, max: 20 }), { minLength: LENGTH / 5, maxLength: LENGTH / 5 });
    const law = fc.asyncProperty(house, noise, async (own, more) => {
      const { clock, battery, stored, minute, errors } = await living(own);
      let before: BatteryNews | undefined;
      for (let i = 0; i < LENGTH; i++) {
        const soc = Math.round((100 * stored()) / inverter.capacityKwh);
        const news = battery.input({ soc });
        const change = changeOf(before, news, clock.now());
        if (change && !isCharged(change, (soc / 100) * inverter.capacityKwh)) expect([i, i % 15]).toEqual([i, 0]);
        before = news;
        await minute(news, (more[Math.floor(i / 5)] as number) / 10);
      }
      expect(errors).toEqual([]);
    });
    await fc.assert(law, lawCases(3, 30));
  });

  it('does the same where all that is known is told again', async () => {
    const law = fc.asyncProperty(house, async (own) => {
      const [one, other] = [await living(own), await living(own)];
      for (let i = 0; i < LENGTH; i++) {
        const news = [one, other].map(({ battery, stored }) => battery.input({ storedKwh: stored() }));
        other.battery.input(pricesOf(own));
        other.battery.input({ enabled: true, override: 'auto' });
        const again = other.battery.input({ storedKwh: other.stored() });
        expect([i, again.order, again.plan]).toEqual([i, news[0]?.order, news[0]?.plan]);
        await one.minute(news[0] as BatteryNews);
        await other.minute(again);
      }
    });
    await fc.assert(law, lawCases(1, 20));
  });
});
