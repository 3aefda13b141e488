import { expect, it } from 'vitest';
import { placeWords } from '../../../../nodes/editor/household/words.ts';
import { expectedLines } from '../../../../nodes/editor/sidebar/expected.ts';
import { wordsIn } from '../../../../nodes/household/words.ts';
import { markets } from '../../../../src/core/markets.ts';
import type { SeriesPayload } from '../../../../src/messages/series.ts';

placeWords(wordsIn('en-US'));

const from = Date.parse('2026-01-14T00:00:00+01:00');
const hourAt = (i: number) => ({ start: new Date(from + i * 3.6e6).toISOString(), end: '' });
const hours = (first: number, count: number, ct: number) =>
  Array.from({ length: count }, (_, i) => ({ ...hourAt(first + i), total: ct / 100 }));

// Prices are known to 24:00 Central European time: a Finnish tomorrow has one known hour, a British one has none.
it.each(['DE', 'FI', 'GB'] as const)('in %s the first expected day is the whole delivery day', (country) => {
  const { timeZone } = markets[country];
  const forecast = [...hours(24, 12, 10), ...hours(36, 12, 30), ...hours(48, 24, 90)];
  const series = { ...{ timeZone, currency: 'EUR', source: { kind: 'own' } }, prices: hours(0, 24, 50), forecast };
  expect(expectedLines(series as unknown as SeriesPayload)[0]).toMatch(/15: 20\.0 expected on average, 10\.0 to 30\.0/);
});
