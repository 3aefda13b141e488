import { expect, it } from 'vitest';
import { amountField, backChoices, endChoices, timeField } from '../../../../nodes/editor/household/wanted.ts';
import { placeWords } from '../../../../nodes/editor/household/words.ts';
import { wordsIn } from '../../../../nodes/household/words.ts';

placeWords(wordsIn('en-US'));

const device = (asked: object) => ({ id: 'pump', name: 'Pump', asked: { ...asked } });

it.each([
  ['minutes', '2,5', '150', '150', 'min'],
  ['minutes', '2:30', '150', '150', 'min'],
  ['minutes', '30', '30', '30', 'min'],
  ['energy_kwh', '2,5', '2.5', '2.5', 'kWh'],
  ['energy_kwh', '300 kWh', '300', '300', 'kWh'],
  ['target_soc', '100 %', '100', '100', '%'],
])('of an amount in %s, %j is said as %s and shown as %s %s', (key, typed, said, text, unit) => {
  const field = amountField(device({ [key]: 1, ...(key === 'target_soc' && { soc: 20 }) }));
  expect(field?.read(typed)).toEqual({ commands: { [key]: said }, text });
  expect(field?.unit).toBe(unit);
});

it.each([
  ['energy_kwh', '301', 'An amount is a number up to 300 kWh, as 2.5.'],
  ['minutes', '745 h', 'An amount is a number up to 44640 min, as 150.'],
  ['target_soc', '100.5', 'An amount is a number up to 100 %, as 80.'],
])('more than may be asked for in %s, %s, is refused with what is allowed', (key, typed, allowed) => {
  const field = amountField(device({ [key]: 1, ...(key === 'target_soc' && { soc: 20 }) }));
  expect([field?.read(typed), field?.allowed]).toEqual([undefined, allowed]);
});

it('a phone offers numbers for an amount, and letters for a deadline', () => {
  expect(amountField(device({ minutes: 1 }))?.keys).toBe('decimal');
  expect(timeField(device({}), 0).keys).toBe('text');
});

it.each([
  [60, [true, false, false]],
  [undefined, [false, false, true]],
  ['2026-01-15T20:00:00Z', [false, false, false]],
])('of an order by hand with the end %j the choice that made it is marked', (overrideUntil, marked) => {
  const battery = { id: 'b1', name: 'Cellar', modes: ['charge'], ...(overrideUntil && { overrideUntil }) };
  expect(endChoices(battery).map(({ isChosen }) => isChosen)).toEqual(marked);
});

it('what was told of amount and time is given back with one touch, where it is not as in the settings', () => {
  const car = { ...device({ energy_kwh: 20 }), toldOtherwise: ['energy_kwh', 'ready_by'] };
  expect(backChoices(car)).toEqual([
    { text: 'As in the settings', isChosen: false, commands: { energy_kwh: '', ready_by: '' } },
  ]);
  expect(backChoices(device({ energy_kwh: 20 }))).toEqual([]);
});

it('an emptied field gives its own key back, where that is not as in the settings', () => {
  const car = (...toldOtherwise: string[]) => ({ ...device({ energy_kwh: 20, ready_by: '07:00' }), toldOtherwise });
  expect(amountField(car('energy_kwh'))?.emptied).toEqual({ energy_kwh: '' });
  expect(amountField(car('ready_by'))?.emptied).toBeUndefined();
  expect(timeField(car('ready_by'), 0).emptied).toEqual({ ready_by: '' });
  expect(timeField(car('energy_kwh'), 0).emptied).toBeUndefined();
});

it('a deadline is shown as it was understood', () => {
  expect(timeField(device({}), 0).read('7')).toEqual({ commands: { ready_by: '07:00' }, text: '07:00' });
  expect(timeField(device({}), 0).read('soon')).toBeUndefined();
});

it('a deadline that is given once is shown as clocks of its house show it', () => {
  const pump = { ...device({ ready_by: '2026-11-23T20:19:00Z' }), timeZone: 'Europe/Berlin' };
  expect(timeField(pump, 0).text).toBe('2026-11-23 21:19');
  expect(timeField(pump, 0).read('2026-11-23 21:19')).toEqual({
    commands: { ready_by: '2026-11-23T20:19:00Z' },
    text: '2026-11-23 21:19',
  });
});

it('a time in the hour that clocks leave out is shown as it was understood', () => {
  const pump = { ...device({}), timeZone: 'Europe/Berlin' };
  expect(timeField(pump, 0).read('2027-03-28 02:30')?.text).toBe('2027-03-28 03:30');
});
