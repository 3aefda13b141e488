import { describe, expect, it } from 'vitest';
import { needAmount, typedAmount } from '../../../../../nodes/editor/household/need/amount.ts';
import {
  backTo,
  type Draft,
  dayChoices,
  draftOf,
  draftRequest,
  shownDay,
} from '../../../../../nodes/editor/household/need/draft.ts';
import { lastsText, previewText } from '../../../../../nodes/editor/household/need/words.ts';
import { endChoices } from '../../../../../nodes/editor/household/switching.ts';
import type { PageHouse, Switched } from '../../../../../nodes/editor/household/told.ts';
import { placeWords } from '../../../../../nodes/editor/household/words.ts';
import { wordsIn } from '../../../../../nodes/household/words.ts';
import { readDemand } from '../../../../../src/messages/demand/demand.ts';
import { periodAt } from '../../../../../src/messages/demand/resolve-demand.ts';

placeWords(wordsIn('en-US'));

const seconds = (iso: string) => Date.parse(iso) / 1000;
/** A Thursday evening. */
const now = seconds('2026-01-15T22:00:00+01:00');
const timeZone = 'Europe/Berlin';
/** 11 kWh by 06:30 every day. */
const car: Switched = {
  ...{ id: 'car', name: 'Car', timeZone, deadline: '2026-01-16T06:30:00+01:00' },
  asked: { energy_kwh: 11, ready_by: '06:30', once: null },
};
const asked = (more: object): Switched => ({ ...car, asked: { ...car.asked, ...more } });
const request = (draft: Partial<Draft>, item = car, at = now) =>
  draftRequest({ ...draftOf(item, at), ...draft }, item, at);
const once = (need: object) => ({ commands: { once: JSON.stringify(need) } });

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
    // In hours: a part of a minute makes no sense.
    ['minutes', '2,5', '150'],
    ['minutes', 'long', undefined],
    ['target_soc', '80', '80'],
    ['target_soc', '80 %', '80'],
    ['target_soc', '80%', '80'],
    ['target_soc', 'full', undefined],
  ] as const)('in %s of %j is %j', (key, text, amount) => {
    expect(typedAmount(key, text, 'de')).toBe(amount);
  });

  it.each([
    ['energy_kwh', '301', 'The amount must be a number up to 300 kWh, such as 2.5.'],
    ['minutes', '745 h', 'The amount must be a number up to 44640 min, such as 150.'],
    ['target_soc', '100.5', 'The amount must be a number up to 100 %, such as 80.'],
  ])('in %s of %s is refused with what is allowed', (key, amount, wrong) => {
    const item = { ...car, asked: { [key]: 1, ...(key === 'target_soc' && { soc: 20 }) } };
    expect(request({ amount }, item)).toEqual({ wrong: { field: 'amount', text: wrong } });
  });

  it('of 100 % is allowed', () => {
    expect(request({ amount: '100 %' }, { ...car, asked: { target_soc: 80, soc: 20 } }).wrong).toBeUndefined();
  });

  it.each([
    [{ energy_kwh: 11 }, 'kWh'],
    [{ minutes: 60 }, 'min'],
    [{ target_soc: 80, soc: 20 }, '%'],
  ])('of %j has its unit beside it', (needed, unit) => {
    expect(needAmount({ asked: needed })?.unit).toBe(unit);
  });
});

describe('the form of a need', () => {
  it('shows the need in force, for its next deadline', () => {
    expect(draftOf(car, now)).toEqual({ amount: '11', day: '2026-01-16', time: '06:30' });
    expect(draftOf({ ...asked({ energy_kwh: 20 }), toldOtherwise: ['energy_kwh'] }, now)).toMatchObject({
      amount: '20',
      day: 'daily',
    });
  });

  it('shows a deadline by the clock of the house', () => {
    const helsinki = { ...car, timeZone: 'Europe/Helsinki', deadline: '2026-01-16T23:30:00+01:00' };
    expect(draftOf(helsinki, now)).toMatchObject({ day: '2026-01-17', time: '00:30' });
  });

  it('sends the day that it shows, also once the day that was chosen has passed', () => {
    const draft = { amount: '5', day: '2026-01-14', time: '23:55' };
    expect(shownDay(draft, car, now)).toBe('2026-01-15');
    expect(request(draft)).toEqual(once({ energyKwh: 5, readyBy: '23:55' }));
  });

  it('shows today and no time for a device without a deadline', () => {
    const pump: Switched = { id: 'pump', name: 'Pump', timeZone, asked: { minutes: 60, ready_by: null } };
    expect(draftOf(pump, now)).toEqual({ amount: '60', day: '2026-01-15', time: '' });
    expect(request({ amount: '90' }, pump)).toEqual(once({ minutes: 90 }));
    expect(request({ day: '2026-01-16' }, pump)).toEqual({
      wrong: { field: 'time', text: 'Enter a time for this day.' },
    });
  });

  it('offers the days on which its time is still to come, and every day', () => {
    const texts = (time: string, day = '2026-01-16') =>
      dayChoices({ amount: '', day, time }, car, now).map(({ text }) => text);
    expect(texts('22:01')).toEqual(['today', 'tomorrow', 'Saturday', 'Sunday', 'every day']);
    expect(texts('22:00')).toEqual(['tomorrow', 'Saturday', 'Sunday', 'every day']);
    expect(texts('06:30', '2026-01-20')).toEqual(['tomorrow', 'Saturday', 'Sunday', 'Tuesday', 'every day']);
  });

  it.each<[string, Partial<Draft>, object]>([
    ['another amount', { amount: '5' }, once({ energyKwh: 5, readyBy: '06:30' })],
    ['another time', { time: '07:00' }, once({ energyKwh: 11, readyBy: '07:00' })],
    ['a time of today', { time: '23:00', day: '2026-01-15' }, once({ energyKwh: 11, readyBy: '23:00' })],
    [
      'a time of tomorrow evening',
      { time: '23:00' },
      { ...once({ energyKwh: 11, readyBy: 'Fri 23:00' }), isLater: true },
    ],
    ['another day', { day: '2026-01-17' }, { ...once({ energyKwh: 11, readyBy: 'Sat 06:30' }), isLater: true }],
    ['every day another amount', { amount: '5', day: 'daily' }, { commands: { energy_kwh: '5' } }],
    ['every day another time', { time: '07:00', day: 'daily' }, { commands: { energy_kwh: '11', ready_by: '07:00' } }],
    ['every day no time', { time: '', day: 'daily' }, { commands: { energy_kwh: '11', ready_by: '' } }],
    [
      'a time of today that has passed, for tomorrow',
      { time: '21:00', day: '2026-01-15' },
      once({ energyKwh: 11, readyBy: '21:00' }),
    ],
  ])('requests %s', (_, draft, expected) => {
    expect(request(draft)).toEqual(expected);
  });

  it('requests for every day what is in force once', () => {
    const item = { ...asked({ energy_kwh: 20, ready_by: '06:30', once: '{"energyKwh":20}' }) };
    expect(request({ day: 'daily' }, item)).toEqual({ commands: { energy_kwh: '20', ready_by: '06:30', once: '' } });
  });

  it.each([
    ['2026-03-28T22:00:00+01:00', '2026-03-29', '07:00', '2026-03-29T07:00:00+02:00'],
    ['2026-03-28T22:00:00+01:00', '2026-03-30', '07:00', '2026-03-30T07:00:00+02:00'],
    ['2026-10-24T22:00:00+02:00', '2026-10-25', '07:00', '2026-10-25T07:00:00+01:00'],
    ['2026-10-24T22:00:00+02:00', '2026-10-24', '23:30', '2026-10-24T23:30:00+02:00'],
  ])('at %s means %s %s by the clocks of that day', (at, day, time, end) => {
    const answer = request({ day, time }, car, seconds(at));
    const patch = readDemand({ once: JSON.parse(answer.commands?.once ?? '') }, seconds(at));
    expect(periodAt({ readyBy: patch.once?.readyBy }, seconds(at), timeZone)?.end).toBe(seconds(end));
  });
});

describe('the card says of a need', () => {
  it.each<[string, Partial<Switched>, string, object | undefined]>([
    ['that is configured', {}, '', undefined],
    ['for one deadline', asked({ once: '{"energyKwh":5}' }), 'once', { once: '' }],
    [
      'until a date',
      { ...asked({ ready_by: '2026-01-16T06:00:00Z' }), toldOtherwise: ['ready_by'] },
      'once',
      { ready_by: '' },
    ],
    ['for a day', { asked: { minutes: 5, once: '{"minutes":5}' }, deadline: '' }, 'today only', { once: '' }],
    ['for good', { toldOtherwise: ['energy_kwh', 'ready_by'] }, 'every day', { energy_kwh: '', ready_by: '' }],
    [
      'for one deadline above one for good',
      { ...asked({ once: '{"energyKwh":5}' }), toldOtherwise: ['energy_kwh'] },
      'once',
      { energy_kwh: '', once: '' },
    ],
  ])('%s how long it holds, and offers the way back where there is one', (_, more, text, back) => {
    expect(lastsText({ ...car, ...more })).toBe(text);
    expect(backTo({ ...car, ...more })).toEqual(back);
  });
});

describe('a preview says', () => {
  const house = { prices: { series: { currency: 'EUR' } } } as unknown as PageHouse;
  const runs = [1, 3, 5, 7].map((hour) => ({
    start: `2026-01-16T0${hour}:00+01:00`,
    end: `2026-01-16T0${hour + 1}:00+01:00`,
  }));
  const plan = { runs: runs.slice(0, 1), energyKwh: 5, cost: 0.4, reason: 'planned' };
  it.each([
    ['when it would run and about what it costs', plan, 'next Fri 01:00–02:00 · 5 kWh · about EUR 0.40'],
    ['no more than three runs', { ...plan, runs, energyKwh: 0, cost: null }, /^next .*, Fri 05:00–06:00, …$/],
    ['that it will not be ready', { ...plan, reason: 'overrun' }, /planned, but done too late$/],
    ['why nothing would run', { ...plan, runs: [], energyKwh: 0, reason: 'satisfied' }, 'nothing more to do'],
  ])('%s', (_, preview, text) => {
    const said = previewText(preview, car, house, now, false).replaceAll('\u00a0', ' ');
    expect(said).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

  it('that a need for a later day is in place of those before it', () => {
    expect(previewText(plan, car, house, now, true)).toMatch(/replaces the daily need until then$/);
  });
});

it.each([
  [60, [true, false, false]],
  [undefined, [false, false, true]],
  ['2026-01-15T20:00:00Z', [false, false, false]],
])('of an order by hand with the end %j the choice that made it is marked', (overrideUntil, marked) => {
  const battery = { id: 'b1', name: 'Cellar', modes: ['charge'], ...(overrideUntil && { overrideUntil }) };
  expect(endChoices(battery).map(({ isChosen }) => isChosen)).toEqual(marked);
});
