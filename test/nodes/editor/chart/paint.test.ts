import { expect, it } from 'vitest';
import { formatOf } from '../../../../nodes/editor/chart/format.ts';
import { fitting } from '../../../../nodes/editor/chart/paint.ts';

it.each([
  ['Thu, Jan 15', 80],
  ['Thu', 40],
  ['', 10],
])('the name of a day is %j where it has %i pixels', (expected, room) => {
  const { day, weekday } = formatOf('EUR', 'Europe/Berlin', 'en');
  const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
  expect(fitting([day(noon), weekday(noon)], room, ({ length }) => 6 * length)).toBe(expected);
});
