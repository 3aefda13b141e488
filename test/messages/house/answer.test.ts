import { describe, expect, it } from 'vitest';
import { answerTo, planAnswer } from '../../../src/messages/house/answer.ts';
import { readHouseQuestion } from '../../../src/messages/house/question.ts';
import { houseQuestion } from '../../support/planner/house/house-question.ts';

const question = houseQuestion();
const [slot, ...later] = question.slots;
const [store] = question.stores;
const [device] = question.devices;
/** What is wrong with the question, changed like this. */
const refused = (change: object) => {
  const { text, refused } = answerTo(JSON.stringify({ ...question, ...change }));
  expect(refused).toBe(true);
  return JSON.parse(text).error as string;
};
const answered = (change: object) => planAnswer(readHouseQuestion(JSON.stringify({ ...question, ...change })));
const asking = (demand: object, state = {}) => ({ devices: [{ ...device, demand, state }] });

// Promise P-819 operate/planner-service: a request is invalid
// Promise P-821 operate/planner-service: its slots, goals or runs have seconds
describe('a question about a house that cannot be answered names the field and what is allowed', () => {
  it.each([
    ['now: expected ISO 8601 with an offset, as 2026-03-29T07:00:00+02:00', { now: undefined }],
    ['now: expected ISO 8601 with an offset, as 2026-03-29T07:00:00+02:00', { now: 1_768_496_400 }],
    ['timeZone: expected an IANA zone, as Europe/Berlin', { timeZone: 'Berlin' }],
    ['slots: expected a list, not nothing', { slots: undefined }],
    ['slots must cover now', { slots: [] }],
    ['slots: expected 960 entries or less', { slots: Array(961).fill(slot) }],
    ['slots.0.importPrice: expected a number, not null', { slots: [{ ...slot, importPrice: null }, ...later] }],
    ['slots.0.loadKw: expected 0 or more', { slots: [{ ...slot, loadKw: -1 }, ...later] }],
    ['slots.0.curtailable: expected true, false or excess', { slots: [{ ...slot, curtailable: 'all' }, ...later] }],
    ['slots.0.start: expected a whole minute', { slots: [{ ...slot, start: '2026-01-15T17:00:30Z' }, ...later] }],
    [
      'stores.0.goals.0.by: expected a whole minute',
      { stores: [{ ...store, goals: [{ storedKwh: 8, by: '2026-01-15T20:00:30Z' }] }] },
    ],
    [
      'slots.1.start: expected the end of the slot before, 2026-01-15T17:15:00.000Z',
      { slots: [slot, ...later.slice(1)] },
    ],
    ['slots.0.end: expected a time after its start', { slots: [{ ...slot, end: '2026-01-15T17:00:00Z' }] }],
    [
      'stores.0.available.0.end: expected a time after its start',
      { stores: [{ ...store, available: [{ start: '2026-01-15T18:00:00Z', end: '2026-01-15T17:00:00Z' }] }] },
    ],
    ['slots must cover now', { slots: later }],
    [
      'slots.0.end: 9999-12-31T17:00:00Z is more than a year from now',
      {
        slots: [{ ...slot, end: '9999-12-31T17:00:00Z' }],
        peak: { rule: { measure: 15, pick: 1, per: 'month' }, dailyMaxima: [] },
      },
    ],
    [
      'slots.0.start: 0001-01-01T00:00:00Z is more than a year from now',
      { slots: [{ ...slot, start: '0001-01-01T00:00:00Z' }] },
    ],
    ['unknown key battery', { battery: {} }],
    ['stores.0.storedKwh must be between 0 and capacityKwh (10), got 11', { stores: [{ ...store, storedKwh: 11 }] }],
    ['stores: expected 8 entries or less', { stores: Array(9).fill(store) }],
    ['stores.0.chargeEfficiency: expected 1 or less', { stores: [{ ...store, chargeEfficiency: 95 }] }],
    ['stores.0.chargeEfficiency: expected 0.01 or more', { stores: [{ ...store, chargeEfficiency: 1e-300 }] }],
    ['stores.0.dischargeEfficiency: expected 0.01 or more', { stores: [{ ...store, dischargeEfficiency: 0 }] }],
    ['devices: expected 40 entries or less', { devices: Array(41).fill(device) }],
    ['devices.0.demand: give one of minutes, energyKwh, soc, profile', asking({ minutes: 60, energyKwh: 2 })],
    ['devices.0.demand.energyKwh: also needs powerKw', asking({ energyKwh: 2 })],
    ['devices.0.demand.direction: cheapest only, what sells is a store', asking({ minutes: 60, direction: 'dearest' })],
    ['devices.0.demand.minutes: at most 44640 minutes', asking({ minutes: 50_000 })],
    ['devices.0.demand.profile: at most 44640 minutes', asking({ profile: [{ minutes: 50_000, kw: 1 }] })],
    [
      'devices.0.demand.soc: at most 44640 minutes at 0.001 kW',
      asking({ soc: 0, targetSoc: 100, batteryKwh: 10, powerKw: 0.001 }),
    ],
    [
      'devices.0.demand.energyKwh: at most 0.744 at 0.001 kW, the need being at most 44640 minutes',
      asking({ energyKwh: 10, powerKw: 0.001 }),
    ],
    ['importKw: expected 0 or more', { importKw: -1 }],
    [
      'peak.rule.measure: expected 15 or 60',
      { peak: { rule: { measure: 30, pick: 1, per: 'month' }, dailyMaxima: [] } },
    ],
  ] as const)('%s', (error, change) => {
    expect(refused(change).slice(0, 600)).toBe(error);
  });

  it.each(['1e999', '-1e999'])('a number that is too large to be read: %s', (number) => {
    const wrong = JSON.stringify({ ...question, importKw: 'NUMBER' }).replace('"NUMBER"', number);
    expect(JSON.parse(answerTo(wrong).text)).toEqual({
      error: 'importKw: expected a number, not one too large to be read',
    });
  });

  it.each(['capacityKwh', 'storedKwh', 'maxChargeKw', 'maxDischargeKw', 'chargeEfficiency', 'dischargeEfficiency'])(
    'a store whose %s is next to nothing, or it is planned with',
    (field) => {
      const { text } = answerTo(JSON.stringify({ ...question, stores: [{ ...store, [field]: 1e-300 }] }));
      const { error } = JSON.parse(text);
      if (error !== undefined) expect(error).toMatch(/^stores\.0\./);
      expect(text).not.toContain('NaN');
    },
  );

  it('text that is no JSON', () => {
    expect(answerTo('{"now":')).toEqual({
      text: '{"error":"the request: expected an object in JSON"}',
      refused: true,
    });
    expect(answerTo('[]').refused).toBe(true);
  });
});

describe('the answer', () => {
  // Promise P-837 operate/planner-service: a request gets two answers
  it('is that of planHouse: to the same question always the same, byte by byte', () => {
    const text = JSON.stringify(question);
    expect(answerTo(text)).toEqual(answerTo(text));
  });

  it('has the plan of each device in the order of the question, with a reason where there is nothing to plan', () => {
    const { devices } = answered({
      devices: [
        { name: 'Off', demand: { minutes: 60, enabled: false } },
        { name: 'Washer', demand: { minutes: 60, powerKw: 2, readyBy: '23:00' } },
        { name: 'Idle', demand: {} },
        { name: 'Late', demand: { minutes: 60, readyBy: '2026-01-15T18:00:00+01:00' } },
        { name: 'Done', demand: { minutes: 60 }, state: { delivered: { minutes: 60, starts: 1 } } },
      ],
    });
    expect(devices.map(({ device, reason, energyKwh }) => [device, reason, energyKwh])).toEqual([
      ['Off', 'disabled', 0],
      ['Washer', 'planned', 2],
      ['Idle', 'no-demand', 0],
      ['Late', 'deadline-passed', 0],
      ['Done', 'satisfied', 0],
    ]);
  });

  it('keeps what all devices may take together', () => {
    const [plan] = answered({ slots: question.slots.map((each) => ({ ...each, devicesKw: 1 })) }).devices;
    expect([plan?.runs, plan?.reason]).toEqual([[], 'short-prices-end']);
  });

  it('has amounts without the noise of floats', () => {
    const { cost } = answered({});
    expect(cost).toBe(Math.round(cost * 1e6) / 1e6);
  });

  // Promise P-861 operate/planner-service: times in the answer are written as in the request
  it.each([
    ['with milliseconds', '2026-01-15T17:00:00.000Z', '2026-01-15T17:05:00.000Z', '2026-01-15T17:10:00.000Z'],
    ['in UTC', '2026-01-15T17:00:00Z', '2026-01-15T17:05:00Z', '2026-01-15T17:10:00Z'],
    [
      'with the offset of the house',
      '2026-01-15T18:00:00+01:00',
      '2026-01-15T18:05:00+01:00',
      '2026-01-15T18:10:00+01:00',
    ],
    ['with another offset', '2026-01-15T11:30:00-05:30', '2026-01-15T11:35:00-05:30', '2026-01-15T11:40:00-05:30'],
    ['without seconds', '2026-01-15T18:00+01:00', '2026-01-15T18:05+01:00', '2026-01-15T18:10+01:00'],
  ])('has times as in the request: %s', (_, start, within, end) => {
    const demand = { minutes: 5, powerKw: 2, earliest: within, readyBy: '2026-01-15T17:10:00Z' };
    const devices = [{ name: 'Pump', demand }];
    const answer = answered({ slots: [{ ...slot, start, end }], devices, now: '2026-01-15T17:00:00Z' });
    expect(answer.devices[0]).toMatchObject({ start: within, end, runs: [{ start: within, end }], next: within });
    expect(answer.grid.map((step) => [step.start, step.end])).toEqual([
      [start, within],
      [within, end],
    ]);
    expect(answer.stores[0]?.slots).toMatchObject([{ start }, { end }]);
  });

  it('has the offset of each slot when the clocks change, and seconds where now has them', () => {
    const times = ['2026-03-29T01:00+01:00', '2026-03-29T03:00+02:00', '2026-03-29T04:00+02:00'];
    const slots = [0, 1].map((i) => ({ ...slot, start: times[i], end: times[i + 1] }));
    const devices = [{ name: 'Pump', demand: { minutes: 90, powerKw: 2 } }];
    const answer = answered({ now: '2026-03-29T00:00:30Z', slots, devices });
    expect(answer.devices[0]).toMatchObject({ start: '2026-03-29T01:01+01:00', end: '2026-03-29T03:31+02:00' });
    expect(answer.grid[0]?.start).toBe('2026-03-29T01:00:30+01:00');
    expect(answer.grid.map((step) => step.end)).toEqual([
      '2026-03-29T01:01+01:00',
      '2026-03-29T03:00+02:00',
      '2026-03-29T03:31+02:00',
      '2026-03-29T04:00+02:00',
    ]);
  });

  // Promise P-820 operate/planner-service: its `now` has seconds
  it('begins in the second of now, and devices with the next whole minute', () => {
    const slots = question.slots.map((each, i) => (i === 0 ? { ...each, importPrice: 0.01 } : each));
    const { devices, stores, grid } = answered({ now: '2026-01-15T17:00:30Z', slots });
    expect([grid[0]?.start, stores[0]?.slots[0]?.start, devices[0]?.runs[0]?.start]).toEqual([
      '2026-01-15T17:00:30.000Z',
      '2026-01-15T17:00:30.000Z',
      '2026-01-15T17:01:00.000Z',
    ]);
  });

  it('takes the runs of the last answer as the standing plan, and leaves what has begun where it is', () => {
    const [first] = answered({}).devices;
    const begun = { output: { on: true, since: question.now }, standing: first?.runs };
    const slots = question.slots.map((each, i) => (i < 4 ? { ...each, importPrice: 5 } : each));
    const now = '2026-01-15T17:15:00Z';
    const { devices } = answered({
      ...asking(device?.demand ?? {}, { ...begun, delivered: { minutes: 15, starts: 1 } }),
      slots,
      now,
    });
    expect(devices[0]?.runs[0]?.start).toBe('2026-01-15T17:15:00.000Z');
  });
});
