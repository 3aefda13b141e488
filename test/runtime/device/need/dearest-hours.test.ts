import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localDay } from '../../../../src/core/time.ts';
import type { MarketPrices } from '../../../../src/messages/prices.ts';
import { lawCases } from '../../../support/cases.ts';
import { HOUR, setUp, ZONE } from '../../../support/device/one-device.ts';

/** On but for four hours a day: never off for more than two at a time, and on for one at least in between. */
const settings = { shape: 'split', minutes: 20 * 60, minOnMinutes: 60, maxOffMinutes: 120, maxStarts: 6 } as const;

/** Days of 24, 23 and 24, or 24, 25 and 24 hours. */
const weekends = [
  ['2026-03-28', '2026-03-29', '2026-03-30'],
  ['2026-10-24', '2026-10-25', '2026-10-26'],
] as const;

it('all of a day but its dearest hours is a need in pieces: no pause is longer and no run shorter than they may be, also over midnight', async () => {
  const law = fc.asyncProperty(
    fc.constantFrom(...weekends),
    fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 75, maxLength: 75 }),
    async (dates, cents) => {
      const days = dates.map((date) => localDay(date, ZONE));
      const begin = days[0]?.start ?? 0;
      const end = days.at(-1)?.end ?? 0;
      const spans = Array.from({ length: (end - begin) / HOUR }, (_, i) => ({
        start: begin + i * HOUR,
        end: begin + (i + 1) * HOUR,
        price: (cents[i] ?? 0) / 100,
      }));
      const known = (until: number): MarketPrices => ({
        spans: spans.filter(({ start }) => start < until),
        timeZone: ZONE,
      });
      const house = setUp({ now: `${dates[0]} 00:00`, settings, prices: known(days[0]?.end ?? 0) });
      for (const [i, day] of days.entries()) {
        await house.clock.advanceTo(day.start + 13 * HOUR);
        house.price(known(days[i + 1]?.end ?? end));
        await house.clock.advanceTo(day.end - 60);
        house.price(known(days[i + 1]?.end ?? end));
      }
      expect(house.errors).toEqual([]);
      const changes = house.relay.filter(({ on }, i) => on !== house.relay[i - 1]?.on);
      const stretches = changes
        .slice(0, -1)
        .map(({ at, on }, i) => ({ on, from: at, until: changes[i + 1]?.at ?? at }));
      for (const { on, from, until } of stretches.slice(1)) {
        if (on) expect(until - from).toBeGreaterThanOrEqual(HOUR);
        else expect(until - from).toBeLessThanOrEqual(2 * HOUR);
      }
      const off = days.map((day) =>
        [...stretches, { on: changes.at(-1)?.on, from: changes.at(-1)?.at ?? end, until: end }].reduce(
          (sum, { on, from, until }) =>
            sum + (on ? 0 : Math.max(0, Math.min(until, day.end) - Math.max(from, day.start))),
          0,
        ),
      );
      expect(off.map((seconds) => seconds / HOUR)).toEqual(days.map(({ start, end }) => (end - start) / HOUR - 20));
    },
  );
  await fc.assert(law, lawCases(20, 500));
});
