import { describe, expect, it } from 'vitest';
import { FileError } from '../../src/core/file-error.ts';
import { priceFileLines, priceLine, zonePricesIn } from '../../src/core/price-file.ts';

const DAY = `2026-04-15 3600${' 1'.repeat(24)}`;

it.each([
  ['under a header and an empty line', `zone: AT\nreplay: no\n\n${DAY}\n`, false],
  ['under a header alone', `zone: AT\nreplay: no\n${DAY}\n`, false],
  ['without a header', `${DAY}\n`, true],
  ['without a header or an end of line', DAY, true],
  ['under an empty line', `\n${DAY}\n`, true],
])('a day %s is read', (_, text, replay) => {
  const prices = zonePricesIn(text, 'AT.txt');
  expect([[...prices.days.keys()], prices.replay]).toEqual([['2026-04-15'], replay]);
});

it('a line says each price by its change to the one before, in hundredths of a euro per MWh', () => {
  const line = `2026-04-15 3600 10260 -1 0${' 5'.repeat(21)}`;
  const day = zonePricesIn(line, 'AT.txt').days.get('2026-04-15');
  expect(day).toMatchObject({ date: '2026-04-15', resolution: 3600, count: 24 });
  expect(day?.origin).toBeUndefined();
  expect(day?.prices.slice(0, 4)).toEqual([0.1026, 0.10259, 0.10259, 0.10264]);
  expect(priceLine('2026-04-15', 3600, day?.prices ?? [])).toBe(line);
});

describe('the origin of a day', () => {
  it.each([
    ['3600', undefined],
    ['3600,energy-charts', { feed: 'energy-charts' }],
    ['3600,pse,4.2533', { feed: 'pse', perEuro: 4.2533 }],
    ['3600,,0.8735', { perEuro: 0.8735 }],
  ])('%s is read as %j', (facts, origin) => {
    const line = `2026-04-15 ${facts} 5${' 0'.repeat(23)}`;
    const day = zonePricesIn(line, 'PL.txt').days.get('2026-04-15');
    expect(day?.origin).toEqual(origin);
    expect(priceLine('2026-04-15', 3600, day?.prices ?? [], origin)).toBe(line);
  });
});

it('a price that rounds to -0 is written as 0, and a hole as no number, which nobody reads as a price', () => {
  expect(priceLine('2026-04-15', 3600, [-0.000001, 0.1])).toBe('2026-04-15 3600 0 10000');
  const line = priceLine('2026-04-15', 3600, Array(24).fill(0.1).with(5, undefined));
  expect(() => zonePricesIn(line, 'AT.txt')).toThrow('AT.txt: line 1: prices must be whole hundredths');
});

it('lines are counted as an editor does, whatever ends them', () => {
  const text = `\uFEFFzone: AT\r\nreplay: no\r\n\r\n${DAY}\r\n`;
  expect(priceFileLines(text)).toEqual({ header: ['zone: AT', 'replay: no'], days: [[4, DAY]] });
});

describe('a file', () => {
  it.each([
    ['without a format', 'zone: DE-LU'],
    ['of format 1', 'zone: DE-LU\nformat: 1'],
  ])('%s is read', (_, header) => {
    expect([...zonePricesIn(`${header}\n\n${DAY}\n`, 'DE-LU.txt').days.keys()]).toHaveLength(1);
  });

  it('of a newer format is named, and no line of it is read', () => {
    expect(() => zonePricesIn('zone: DE-LU\nformat: 2\n\nwhatever it is\n', 'DE-LU.txt')).toThrow(
      'DE-LU.txt was written by a newer version of this package (format 2, here 1)',
    );
  });
});

describe('a line that is no day', () => {
  const hours = (count: number, price = '1') => Array(count).fill(price).join(' ');
  const wholeNumbers = 'prices must be whole hundredths of a euro per MWh, of 9 digits at the most';
  it.each([
    ['a date of another form', `2026-1-15 3600 ${hours(24)}`, '"2026-1-15" is no date YYYY-MM-DD'],
    ['a blank before it', ` 2026-04-15 3600 ${hours(24)}`, '"" is no date YYYY-MM-DD'],
    ['a date twice', `2026-04-14 3600 ${hours(24)}`, '2026-04-14 is there twice'],
    ['ten minutes', `2026-04-15 600 ${hours(144)}`, 'seconds per price must be one of 3600, 1800, 900'],
    ['22 hours', `2026-04-15 3600 ${hours(22)}`, '22 prices of 3600 s are no day of 23, 24, 25 hours'],
    ['26 hours', `2026-04-15 1800 ${hours(52)}`, '52 prices of 1800 s are no day of 23, 24, 25 hours'],
    ['a fraction', `2026-04-15 3600 ${hours(23)} 0.5`, wholeNumbers],
    ['no number', `2026-04-15 3600 x ${hours(23)}`, wholeNumbers],
    ['a leading zero', `2026-04-15 3600 ${hours(23)} 01`, wholeNumbers],
    ['ten digits', `2026-04-15 3600 ${hours(24, '1234567890')}`, wholeNumbers],
    ['nothing but a date', '2026-04-15', wholeNumbers],
    ['an exchange rate of 0', `2026-04-15 3600,pse,0 ${hours(24)}`, '"0" is no exchange rate'],
    ['an exchange rate in words', `2026-04-15 3600,pse,x ${hours(24)}`, '"x" is no exchange rate'],
  ])('for %s is refused with file and line', (_, line, problem) => {
    const text = `zone: AT\n\n2026-04-14 3600 ${hours(24)}\n${line}\n`;
    expect(() => zonePricesIn(text, 'AT.txt')).toThrow(new FileError('AT.txt', `line 4: ${problem}`));
  });

  it.each([23, 24, 25])('is none that has %d hours', (count) => {
    expect(zonePricesIn(`2026-04-15 3600 ${hours(count)}`, 'AT.txt').days.get('2026-04-15')?.count).toBe(count);
  });

  it('is none whose prices have nine digits', () => {
    const { days } = zonePricesIn(`2026-04-15 3600 ${hours(24, '-123456789')}`, 'AT.txt');
    expect(days.get('2026-04-15')?.prices[0]).toBe(-1234.56789);
  });
});
