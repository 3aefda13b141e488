import { describe, expect, it } from 'vitest';
import type { PricesMember } from '../../../src/runtime/editor/overview.ts';
import { powerPreview } from '../../../src/runtime/editor/power-preview.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { manualClock } from '../../support/manual-clock.ts';

const clock = manualClock(Date.parse('2026-01-14T22:05:00+01:00') / 1000);
const pricesOf = (country: 'DE' | 'DK', site: string) =>
  ({
    ...{ kind: 'prices', id: country, name: country, site },
    state: {
      prices: {
        series: knownSeriesOf({
          country,
          from: '2026-01-14T00:00:00+01:00',
          until: '2026-01-15T00:00:00+01:00',
          resolution: 3600,
          total: () => 1,
        }),
      },
    },
  }) as PricesMember;

describe('the preview of a source of power', () => {
  it('has two days of what its site expects from the quarter hour of now on, with gaps', () => {
    const powers = createPowers();
    powers.set('roof', { kind: 'production', expected: () => [1.5, undefined, 0.0004] });
    const { production, consumption, now } = powerPreview([], { config: 'site' }, { clock, powers, timeZone: 'UTC' });
    expect(now).toBe('2026-01-14T21:05:00Z');
    expect(production).toEqual({ from: '2026-01-14T21:00:00Z', values: [1.5, null, 0] });
    expect(consumption).toBeUndefined();
  });

  it.each([
    [[pricesOf('DE', 'other'), pricesOf('DK', 'site')], 'DKK'],
    [[pricesOf('DE', 'other')], 'EUR'],
    [[], ''],
  ])('shows it under the prices of its site, else under any, else under none', (members, currency) => {
    const site = { clock, powers: createPowers(), timeZone: 'Europe/Oslo' };
    const { series } = powerPreview(members, { config: 'site' }, site);
    expect(series.currency).toBe(currency);
    expect(series.prices).toHaveLength(members.length > 0 ? 24 : 0);
  });
});
