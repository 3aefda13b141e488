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
    ['2 uur', '120'],
    ['1,5 u', '90'],
    ['2 heures', '120'],
    ['1 h 30 min', '90'],
    ['2 horas', '120'],
    ['2 timmar', '120'],
    ['1 tim 30 min', '90'],
    ['2 timer', '120'],
    ['1 t 30', '90'],
    ['90 minuten', '90'],
    ['90 minutter', '90'],
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
    ['−2,5 ct', 'EUR', '-0.025'],
    ['12 centimes', 'EUR', '0.12'],
    ['12 céntimos', 'EUR', '0.12'],
    ['0,15 € par kWh', 'EUR', '0.15'],
    ['1,20 kr pr. kWh', 'DKK', '1.2'],
    ['80,5 %', 'EUR', '80.5 %'],
    ['15 ct', '', '0.15'],
    ['0.15', 'EUR', '0.15'],
    ['.5', 'EUR', '0.5'],
    ['', 'EUR', ''],
  ])('of %s in %s is %s', (text, currency, expected) => {
    expect(typedPrice(text, currency)).toBe(expected);
  });

  it.each([
    ['15', '0.15'],
    ['15,5', '0.155'],
    ['15 ct', '0.15'],
    ['0.15 EUR', '0.15'],
    ['80 %', '80 %'],
    ['-2', '-0.02'],
  ])('of %s, whose bare number is in cents, is %s', (text, expected) => {
    expect(typedPrice(text, 'EUR', 100)).toBe(expected);
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
    ['7', 'en-US', '07:00'],
    ['730', 'en-US', '07:30'],
    ['7:00', 'en-US', '07:00'],
    ['7.00', 'en-US', '07:00'],
    ['7 h', 'en-US', '07:00'],
    ['7 am, 5:30 pm', 'en-US', '07:00, 17:30'],
    ['12 am', 'en-US', '00:00'],
    ['Friday 7:00', 'en-US', 'Fri 07:00'],
    ['7 Uhr', 'de', '07:00'],
    ['Mo – Fr 6.30, Sa 9 Uhr', 'de', 'Mon-Fri 06:30, Sat 09:00'],
    ['ma-vr 6.30, zaterdag 9 uur', 'nl', 'Mon-Fri 06:30, Sat 09:00'],
    ['Mo – Di 6.30 , Mi – Do 7.30 , Sa - So 9.00', 'de', 'Mon-Tue 06:30, Wed-Thu 07:30, Sat-Sun 09:00'],
    ['7u30', 'nl', '07:30'],
    ['lun.-ven. 6 h 30, sam. 9h', 'fr', 'Mon-Fri 06:30, Sat 09:00'],
    ['à 7h00', 'fr', '07:00'],
    ['lun-vie 6:30, sab 9.00', 'es', 'Mon-Fri 06:30, Sat 09:00'],
    ['miércoles 7.00', 'es', 'Wed 07:00'],
    ['mån-fre 6.30, lördag kl. 9.00', 'sv', 'Mon-Fri 06:30, Sat 09:00'],
    ['tor 7.00', 'sv', 'Thu 07:00'],
    ['man.-fre. 6.30, lør. 9.00', 'da', 'Mon-Fri 06:30, Sat 09:00'],
    ['kl 7.00', 'da', '07:00'],
    ['man-fre 6.30, lørdag kl. 09.00', 'nb', 'Mon-Fri 06:30, Sat 09:00'],
    ['ma-pe 6.30, la 9.00', 'fi', 'Mon-Fri 06:30, Sat 09:00'],
  ])('%s in %s are %s', (text, language, expected) => {
    expect(typedTimes(text, language)).toBe(expected);
  });

  it.each([
    ['Fri 07:00', 'de', 'Fr 07:00'],
    ['Mon-Fri 06:30 17:00, Sat-Sun 09:00', 'de', 'Mo-Fr 06:30 17:00, Sa-So 09:00'],
    ['Mon-Fri 07:00', 'fr', 'lun-ven 07:00'],
    ['Mon-Fri 06:30, Sat-Sun 09:00', 'nl', 'ma-vr 06:30, za-zo 09:00'],
    ['Tue 07:00, Thu 17:00', 'da', 'tirs 07.00, tors 17.00'],
    ['Fri 07:00', 'en-US', 'Fri 07:00'],
    ['07:00, 17:00', 'de', '07:00, 17:00'],
    ['Mon-Fri 06:30, Sat 09:00', 'da', 'man-fre 06.30, lør 09.00'],
    ['Mon-Fri 06:30, Sat 09:00', 'nb', 'man-fre 06:30, lør 09:00'],
    ['Thu 06:30', 'sv', 'tors 06:30'],
    ['Wed 06:30', 'es', 'mié 06:30'],
    ['Wed 06:30', 'nl', 'wo 06:30'],
    ['07:00', 'fi', '07.00'],
    ['soon', 'de', 'soon'],
  ])('%s is shown in %s as %s, and read back', (kept, language, expected) => {
    expect(shownTimes(kept, language)).toBe(expected);
    expect(typedTimes(expected, language)).toBe(kept);
  });

  it('are once, too, with an offset', () => {
    const once = ['2026-03-29T07:00+02:00', '2026-03-29T07:00:00Z', '2026-03-29T07:00', '2026-02-30', 'soon'];
    expect(once.map(isTimes)).toEqual([true, true, false, false, false]);
  });

  it.each([
    'Freitag 07:00',
    'Friday',
    'Friday 7',
    '25:00',
    '7:5',
    '13 pm x',
    '1 234',
    'soon',
    `\${FRI}`,
    '2026-03-29T07:00+02:00',
    '',
  ])('%s in English stays', (text) => {
    expect(typedTimes(text, 'en-US')).toBe(text);
  });
});
