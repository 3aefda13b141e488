import { describe, expect, it } from 'vitest';
import { billAmount, shownNumber, typedNumber } from '../../../../nodes/editor/common/numbers.ts';

const languages = ['en-US', 'de', 'nl', 'fr', 'es', 'sv', 'da', 'nb', 'fi'];

describe.each(languages)('a number that is typed in %s', (language) => {
  it.each([
    ['2.5', '2.5'],
    ['2,5', '2.5'],
    [' 0,25 ', '0.25'],
    [',5', '.5'],
    ['0,125', '0.125'],
    ['1.234', '1.234'],
    ['-2,5', '-2.5'],
    ['−2,5', '-2.5'],
    ['12', '12'],
    ['', ''],
  ])('as %j is kept as %j', (text, kept) => expect(typedNumber(text, language)).toBe(kept));

  it.each(['1.234,5', '1,234.5', '1 234', '1 234,5', '1.2.3', "1'234", '2,', 'two', '1e3', '0x10', `\${KW}`])(
    'as %j stays to be marked',
    (text) => expect(typedNumber(text, language)).toBe(text),
  );
});

it.each([
  ['en-US', '1,234', '1,234'],
  ['en-US', '12,000', '12,000'],
  ['en-US', '0,500', '0.500'],
  ['de', '1,234', '1.234'],
  ['sv', '1,234', '1.234'],
])('in %s %j is kept as %j: no separator of thousands is taken for one of decimals', (language, text, kept) => {
  expect(typedNumber(text, language)).toBe(kept);
});

it.each([
  ['powerKw', '2,5 kW', '2.5'],
  ['importKw', '11kw', '11'],
  ['energyKwh', '10 kWh', '10'],
  ['targetSoc', '80 %', '80'],
  ['efficiency', '90%', '90'],
  ['minAmps', '6 A', '6'],
  ['chargeKw', '2500 W', '2.5'],
  ['phaseKw', '1w', '0.001'],
  ['energyKwh', '500 Wh', '0.5'],
  ['powerKw', '2.000 W', '2.000 W'],
  ['powerKw', '2 kWh', '2 kWh'],
  ['targetSoc', '80 W', '80 W'],
  ['powerKw', '16 A', '16 A'],
  ['energyKwh', '10 kW', '10 kW'],
  ['wearPerKwh', '3 kWh', '3 kWh'],
  ['maxStarts', '3 kW', '3 kW'],
])('%s takes %j as %j', (field, text, kept) => expect(typedNumber(text, 'de', field)).toBe(kept));

it.each([
  ['en-US', '2.5', '2.5'],
  ['de', '2.5', '2,5'],
  ['nb', '0.25', '0,25'],
  ['sv', '-0.5', '-0,5'],
  ['fr', '16', '16'],
  ['es', '80 %', '80 %'],
  ['da', `\${KW}`, `\${KW}`],
])('in %s %j is shown as %j and read back', (language, kept, shown) => {
  expect(shownNumber(kept, language)).toBe(shown);
  expect(typedNumber(shown, language)).toBe(kept);
});

describe.each(['en-US', 'de', 'fr', 'nb'])('an amount of a bill in %s', (language) => {
  it.each([
    ['1050', 1050],
    ['1.050,00', 1050],
    ['1,050.00', 1050],
    ['1 050,00', 1050],
    ['1\u202f050,00', 1050],
    ["1'050.00", 1050],
    ['1’050', 1050],
    ['1.234.567', 1234567],
    ['−1.050,5', -1050.5],
    ['9,9', 9.9],
    ['10.50', 10.5],
    ['0,125', 0.125],
    ['0.125', 0.125],
  ])('reads %j as %d', (text, amount) => expect(billAmount(text, language)).toBe(amount));

  it.each(['', '1.050.00', '1.05,00', '1 05', '1.050 000', '12,', 'two', '1e3', '0x10'])('does not read %j', (text) =>
    expect(billAmount(text, language)).toBeNaN(),
  );
});

it.each([
  ['de', '3.200', 3200],
  ['de', '3,200', 3.2],
  ['en-US', '3,200', 3200],
  ['en-US', '3.200', 3.2],
  ['fr', '3.200', 3200],
])('in %s an amount of %j is %d', (language, text, amount) => expect(billAmount(text, language)).toBe(amount));
