import { describe, expect, it } from 'vitest';
import { typedAmount, typedDeadline } from '../../../../nodes/editor/household/typed.ts';

describe('an amount that somebody types', () => {
  it.each([
    ['energy_kwh', '20', '20'],
    ['energy_kwh', ' 2,5 ', '2.5'],
    ['energy_kwh', '2.5 kWh', '2.5'],
    ['energy_kwh', '20kwh', '20'],
    ['energy_kwh', '-3', undefined],
    ['energy_kwh', '2,5,5', undefined],
    ['energy_kwh', '1e9', undefined],
    ['energy_kwh', '<b>20</b>', undefined],
    ['energy_kwh', '', undefined],
    ['minutes', '150', '150'],
    ['minutes', '90 min', '90'],
    ['minutes', '2:30', '150'],
    ['minutes', '2,5 h', '150'],
    // Nobody means a part of a minute.
    ['minutes', '2,5', '150'],
    ['minutes', 'long', undefined],
    ['target_soc', '80', '80'],
    ['target_soc', '80 %', '80'],
    ['target_soc', '80%', '80'],
    ['target_soc', 'full', undefined],
  ] as const)('in %s of %j is %j', (key, text, amount) => {
    expect(typedAmount(key, text, 'de')).toBe(amount);
  });
});

describe('a deadline that somebody types', () => {
  it.each([
    ['7', '07:00'],
    ['7:00', '07:00'],
    ['7.00', '07:00'],
    ['7,30', '07:30'],
    ['0700', '07:00'],
    ['07:00', '07:00'],
    ['19 h', '19:00'],
    ['Freitag 07:00', 'Fri 07:00'],
    ['Mon-Fri 06:30, Sat-Sun 09:00', 'Mon-Fri 06:30, Sat-Sun 09:00'],
    ['25', undefined],
    ['7:75', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('of %j is %j', (text, time) => {
    expect(typedDeadline(text, 'de')).toBe(time);
  });
});
