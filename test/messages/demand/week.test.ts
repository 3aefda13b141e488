import { describe, expect, it } from 'vitest';
import { fullTime, readWeek } from '../../../src/messages/demand/week.ts';

describe('times of a week are read', () => {
  const every = (...times: string[]) => Array.from({ length: 7 }, () => times);
  it.each([
    ['07:00', every('07:00')],
    ['07:00, 17:00', every('07:00', '17:00')],
    ['17:00, 07:00', every('07:00', '17:00')],
    ['Mon-Fri 06:30, Sat-Sun 09:00', [['06:30'], ['06:30'], ['06:30'], ['06:30'], ['06:30'], ['09:00'], ['09:00']]],
    ['Mon-Tue 06:30 17:00, Sun 09:00', [['06:30', '17:00'], ['06:30', '17:00'], [], [], [], [], ['09:00']]],
    ['Wed 18:00', [[], [], ['18:00'], [], [], [], []]],
    ['Sun 10:00, Tue 00:00', [[], ['00:00'], [], [], [], [], ['10:00']]],
    ['Sat-Mon 10:00', [['10:00'], [], [], [], [], ['10:00'], ['10:00']]],
  ])('%s', (text, week) => {
    expect(readWeek(text)).toEqual(week);
  });

  it.each([
    '',
    '7:00',
    '24:00',
    'Mon',
    'Mon-Fri',
    'mon 07:00',
    'Monday 07:00',
    'Mon-Fri 06:30,Sat 09:00',
    'Mon-Fri 06:30, Fri 09:00',
    'Mon-Fri-Sun 06:30',
    'Mon 06:30, 09:00',
    '07:00, Mon 09:00',
    '07:00, 07:00',
    'Mon 07:00 07:00',
    'Mon 07:00 ',
    '07:00 17:00',
    '2026-04-15T07:00:00+02:00',
  ])('"%s" is none', (text) => {
    expect(readWeek(text)).toBeUndefined();
  });
});

it.each([
  ['7', '07:00'],
  ['07', '07:00'],
  ['7:30', '07:30'],
  ['730', '07:30'],
  ['1730', '17:30'],
  ['07:30', '07:30'],
  // No time, which the schema then refuses.
  ['24', '24:00'],
  ['775', '775'],
  ['7:5', '7:5'],
  ['Fri 7', 'Fri 7'],
  ['soon', 'soon'],
])('the full time of "%s" is "%s"', (text, time) => {
  expect(fullTime(text)).toBe(time);
});
