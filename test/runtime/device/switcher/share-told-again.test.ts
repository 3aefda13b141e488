import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PeakRule } from '../../../../src/planner/house/peak.ts';
import { lawCases } from '../../../support/cases.ts';
import { at, HOUR } from '../../../support/device/one-device.ts';
import { hourlyPeak, MORNING, type Roof, siteOf } from '../../../support/device/one-site.ts';

it.each<[string, (Roof | undefined)?, PeakRule?]>([
  [''],
  [' in the sun', (hours) => Math.max(0, 3 - Math.abs(hours - 9))],
  [' and a peak', undefined, hourlyPeak],
])(
  'devices behind one connection never take more together than the limit%s, whatever they are told, and run the same times if told again and again',
  async (_, roof, peak) => {
    const demand = fc.record({
      shape: fc.constantFrom('contiguous' as const, 'split' as const),
      minutes: fc.integer({ min: 10, max: 150 }),
      powerKw: fc.constantFrom(1, 2, 3.7, 5),
      readyBy: fc.constantFrom('01:30', '03:00', '07:00'),
    });
    const law = fc.asyncProperty(fc.array(demand, { minLength: 2, maxLength: 4 }), async (demands) => {
      const settings = Object.fromEntries(demands.map((own, i) => [`device ${i}`, own]));
      const [once, again] = [siteOf(6, settings, '20:00', roof, peak), siteOf(6, settings, '20:00', roof, peak)];
      await once.clock.advanceTo(MORNING);
      for (let now = again.clock.now() + 300; now <= MORNING; now += 300) {
        await again.clock.advanceTo(now);
        again.price();
      }
      expect(again.said()).toEqual(once.said());
      for (let now = at('2026-01-15 20:00'); now < MORNING; now += HOUR / 12) {
        const on = demands.filter((_, i) =>
          once.runs.get(`device ${i}`)?.some(({ start, end = MORNING }) => start <= now && now < end),
        );
        expect(on.reduce((sum, { powerKw }) => sum + powerKw, 0)).toBeLessThanOrEqual(6);
      }
    });
    await fc.assert(law, lawCases(4, 500, 20_261_122));
  },
);
