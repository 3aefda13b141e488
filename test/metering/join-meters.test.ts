import { expect, it } from 'vitest';
import { joinedMeters } from '../../src/metering/join-meters.ts';
import { meterText, refusal } from './meter-file.ts';

const file = (direction: 'consumption' | 'feed-in', ...rows: string[]) =>
  meterText(['timestamp,kWh', ...rows].join('\n'), { direction });
const [one, two, three] = ['2026-01-01T00:00:00Z,1', '2026-01-01T01:00:00Z,0.5', '2026-01-01T02:00:00Z,2'] as const;

it('joins the files of months and of both directions, and counts what two of them say alike once', () => {
  const joined = joinedMeters([
    file('consumption', two, three),
    file('consumption', one, two),
    file('feed-in', one, two),
  ]);
  expect(joined.consumption.map(({ kWh }) => kWh)).toEqual([1, 0.5, 2]);
  expect(joined.feedIn.map(({ kWh }) => kWh)).toEqual([1, 0.5]);
});

it('refuses files that contradict each other', () => {
  const other = file('consumption', '2026-01-01T00:00:00Z,3', two);
  expect(refusal(() => joinedMeters([file('consumption', one, two), other]))).toEqual([
    'files-differ',
    'Two of the files contain different readings for 2026-01-01T00:00:00Z. Use files of one meter whose times do not overlap.',
  ]);
});

it('refuses files of different meters', () => {
  const of = (meter: string) =>
    meterText(
      `Datum;Zeit von;Zeit bis;${meter} Verbrauch [kWh]\n01.01.2026;00:00;00:15;0,1\n01.01.2026;00:15;00:30;0,2\n`,
    );
  const [first, second] = ['AT0010000000000000001000000000001', 'AT0010000000000000001000000000002'];
  expect(refusal(() => joinedMeters([of(first), of(second)]))[0]).toBe('several-meters');
});
