import { describe, expect, it } from 'vitest';
import { shownDeadline, typedAmount, typedDeadline } from '../../../../nodes/editor/household/typed.ts';
import { periodAt } from '../../../../src/messages/demand/resolve-demand.ts';

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
    expect(typedDeadline(text, 'de', 'Europe/Berlin', 0)).toBe(time);
  });

  it.each([
    ['in winter', '2026-11-23T20:19:00Z', 'Europe/Berlin', '2026-11-23 21:19', '2026-11-23T20:19:00Z'],
    ['in summer', '2026-07-01T20:19:00Z', 'Europe/Berlin', '2026-07-01 22:19', '2026-07-01T20:19:00Z'],
    ['on another day', '2026-11-23T23:30:00+01:00', 'Europe/Helsinki', '2026-11-24 00:30', '2026-11-23T22:30:00Z'],
    [
      'after a night on which clocks changed',
      '2026-03-29T03:00:00+02:00',
      'Europe/Berlin',
      '2026-03-29 03:00',
      '2026-03-29T01:00:00Z',
    ],
    ['far from here', '2026-11-23T20:19:00Z', 'America/St_Johns', '2026-11-23 16:49', '2026-11-23T20:19:00Z'],
  ])('once, %s, is shown as clocks there show it and read back as the same', (_, said, zone, shown, again) => {
    expect(shownDeadline(said, 'de', zone)).toBe(shown);
    expect(typedDeadline(` ${shown} `, 'de', zone, 0)).toBe(again);
  });

  describe('once, in the night on which clocks change, is', () => {
    const said = (text: string, now: string) =>
      Date.parse(typedDeadline(text, 'de', 'Europe/Berlin', Date.parse(now) / 1000) ?? '');

    it.each([
      ['the first of a doubled hour', '2026-10-25T02:55:00+02:00', '2026-10-25 02:58', '2026-10-25T02:58:00+02:00'],
      ['right after it', '2026-10-25T02:55:00+02:00', '2026-10-25 03:00', '2026-10-25T03:00:00+01:00'],
      ['later where none is', '2027-03-27T20:00:00+01:00', '2027-03-28 02:30', '2027-03-28T03:30:00+02:00'],
    ])('%s, as a daily one is', (_, now, text, expected) => {
      expect(said(text, now)).toBe(Date.parse(expected));
      const daily = periodAt({ readyBy: text.slice(11) }, Date.parse(now) / 1000, 'Europe/Berlin');
      expect(daily?.end).toBe(Date.parse(expected) / 1000);
    });

    it.each(['2026-10-25T02:58:00+02:00', '2026-10-25T02:55:00+01:00'])(
      'the second of a doubled hour once, at %s, the first is over',
      (now) => {
        expect(said('2026-10-25 02:58', now)).toBe(Date.parse('2026-10-25T02:58:00+01:00'));
      },
    );
  });

  it.each(['2026-02-30 07:00', '2026-13-01 07:00', '2026-11-23 24:30'])('of %s, which is no date, is none', (text) => {
    expect(typedDeadline(text, 'de', 'Europe/Berlin', 0)).toBeUndefined();
  });

  it('of every day or week is shown in the writing of its reader', () => {
    expect(shownDeadline('Fri 07:00', 'de', 'Europe/Berlin')).toBe('Fr 07:00');
    expect(shownDeadline('07:00', 'da', 'Europe/Berlin')).toBe('07.00');
  });
});
