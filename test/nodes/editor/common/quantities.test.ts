import { describe, expect, it } from 'vitest';
import {
  isTimes,
  shownTimes,
  typedMinutes,
  typedPrice,
  typedTimes,
} from '../../../../nodes/editor/common/quantities.ts';

describe('minutes', () => {
  it.each([
    ['2 h', '120'],
    ['2h', '120'],
    ['1.5 h', '90'],
    ['1,5 Std.', '90'],
    ['2:30', '150'],
    ['0:45', '45'],
    ['2:30 h', '150'],
    ['1 h 30', '90'],
    ['1h30m', '90'],
    ['90 min', '90'],
    ['90', '90'],
    ['', ''],
    ['2:75', '2:75'],
    ['much', 'much'],
    [`\${MINUTES}`, `\${MINUTES}`],
  ])('%s are %s', (text, expected) => {
    expect(typedMinutes(text)).toBe(expected);
  });
});

describe('a price', () => {
  it.each([
    ['15 ct', 'EUR', '0.15'],
    ['15ct/kWh', 'EUR', '0.15'],
    ['12,5 Cent', 'EUR', '0.125'],
    ['0,15', 'EUR', '0.15'],
    ['0.15 €/kWh', 'EUR', '0.15'],
    ['0.15 EUR', 'EUR', '0.15'],
    ['-2 øre', 'DKK', '-0.02'],
    ['25 öre', 'SEK', '0.25'],
    ['25 ore', 'NOK', '0.25'],
    ['1.20 kr', 'DKK', '1.2'],
    ['20 p', 'GBP', '0.2'],
    ['18 Rp.', 'CHF', '0.18'],
    ['6 Kč', 'CZK', '6'],
    ['15 ct', '', '0.15'],
    ['0.15', 'EUR', '0.15'],
    ['.5', 'EUR', '0.5'],
    ['', 'EUR', ''],
  ])('of %s in %s is %s', (text, currency, expected) => {
    expect(typedPrice(text, currency)).toBe(expected);
  });

  it.each([
    ['15 ct', 'DKK'],
    ['15 øre', 'EUR'],
    ['0.15 £', 'EUR'],
    ['15 h', 'EUR'],
    ['cheap', 'EUR'],
    ['1.2.3', 'EUR'],
    [`\${LIMIT}`, 'EUR'],
  ])('of %s in %s is none, and stays to be marked', (text, currency) => {
    expect(typedPrice(text, currency)).toBe(text);
  });
});

describe('times', () => {
  it.each([
    ['Friday 07:00', 'en-US', 'Fri 07:00'],
    ['friday 07:00', 'de', 'Fri 07:00'],
    ['Freitag 07:00', 'de', 'Fri 07:00'],
    ['Mo-Fr 06:30 17:00, Sa.-So. 09:00', 'de', 'Mon-Fri 06:30 17:00, Sat-Sun 09:00'],
    ['vendredi 07:00', 'fr', 'Fri 07:00'],
    ['Lun.-Ven. 07:00', 'fr', 'Mon-Fri 07:00'],
    [' 07:00 ,17:00', 'de', '07:00, 17:00'],
    ['Fri 07:00', 'de', 'Fri 07:00'],
  ])('%s in %s are %s', (text, language, expected) => {
    expect(typedTimes(text, language)).toBe(expected);
  });

  it.each([
    ['Fri 07:00', 'de', 'Fr 07:00'],
    ['Mon-Fri 06:30 17:00, Sat-Sun 09:00', 'de', 'Mo-Fr 06:30 17:00, Sa-So 09:00'],
    ['Mon-Fri 07:00', 'fr', 'lun-ven 07:00'],
    ['Mon-Fri 06:30, Sat-Sun 09:00', 'nl', 'ma-vr 06:30, za-zo 09:00'],
    ['Tue 07:00, Thu 17:00', 'da', 'tirs 07:00, tors 17:00'],
    ['Fri 07:00', 'en-US', 'Fri 07:00'],
    ['07:00, 17:00', 'de', '07:00, 17:00'],
    ['soon', 'de', 'soon'],
  ])('%s is shown in %s as %s, and read back', (kept, language, expected) => {
    expect(shownTimes(kept, language)).toBe(expected);
    expect(typedTimes(expected, language)).toBe(kept);
  });

  it('are once, too, with an offset', () => {
    const once = ['2026-03-29T07:00+02:00', '2026-03-29T07:00:00Z', '2026-03-29T07:00', '2026-02-30', 'soon'];
    expect(once.map(isTimes)).toEqual([true, true, false, false, false]);
  });

  it.each(['Freitag 07:00', 'Friday', 'Friday 7:00', 'soon', `\${FRI}`, ''])('%s in English stays', (text) => {
    expect(typedTimes(text, 'en-US')).toBe(text);
  });
});
