import { expect, it } from 'vitest';
import { MeterFileError } from '../../src/metering/meter-file-error.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

it.each(hostileTexts)('a refusal quotes %j on one line, and as it is otherwise', (cell) => {
  const { message, values } = new MeterFileError('number', { line: 7, cell });
  const line = cell.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  expect(message).toBe(`Line 7 contains "${line}" instead of a number.`);
  expect(values).toEqual({ line: 7, cell: line });
});

it('a refusal has every line feed and control character of a cell replaced, and at most 120 characters of it', () => {
  const said = (cell: string) => new MeterFileError('number', { line: 1, cell }).values.cell;
  expect(said('\u0007a\n\nb\r\nc\0d\te\u2028f ')).toBe('a b c d e f');
  expect(said('x'.repeat(120))).toBe('x'.repeat(120));
  expect(said('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
});

it('a refusal has both of two values, and a name in braces of a value is no value', () => {
  const { message } = new MeterFileError('decimal-mark', { commaLine: 1, dotLine: 2 });
  expect(message).toMatch(/^Line 1 uses a decimal comma, but line 2 uses a decimal point\./);
  const { message: twice } = new MeterFileError('other-meter', { seen: '{meter}', meter: '{seen}' });
  expect(twice).toBe('The file is about {meter}, not about {seen}. Export the readings of {seen}.');
});
