import { expect, it } from 'vitest';
import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import type { PlanSummary } from '../../../src/messages/plan.ts';
import { windowTopics } from '../../../src/mqtt/window-topics.ts';

const utc = (time: string) => Date.parse(time) / 1000;
const AT = utc('2026-11-20T22:00:00Z');

const plan: PlanSummary = {
  device: 'Car',
  runs: [
    {
      start: utc('2026-11-21T02:07:00+01:00'),
      end: utc('2026-11-21T03:07:00+01:00'),
      kw: 11,
      energyKwh: 11,
      cost: 2.31,
      averagePrice: 0.21,
    },
  ],
  start: utc('2026-11-21T02:07:00+01:00'),
  end: utc('2026-11-21T03:07:00+01:00'),
  cost: 2.31,
  energyKwh: 11,
  averagePrice: 0.21,
  baselineCost: 3.3,
  saving: 0.99,
  complete: true,
  provisional: false,
  overrun: false,
  shortMinutes: 0,
  reason: 'planned',
  next: utc('2026-11-21T02:07:00+01:00'),
  timeZone: 'Europe/Berlin',
};
const demand: DemandPatch = {
  enabled: true,
  maxPrice: 0.0000001,
  readyBy: '07:00',
  override: 'auto',
  overrideUntil: null,
};
const nothing: PlanSummary = { ...plan, runs: [], start: null, end: null, cost: null, next: null };

it.each([
  ['state', 'OFF', AT + 960],
  ['start', '1795223220', utc('2026-11-21T02:07:00Z')],
  ['end', '1795226820', utc('2026-11-21T02:07:00Z')],
  ['cost', '2.31', utc('2026-11-21T02:07:00Z')],
  [
    'plan',
    '{"device":"Car","runs":[{"start":"2026-11-21T02:07:00+01:00","end":"2026-11-21T03:07:00+01:00","kw":11,' +
      '"energy_kwh":11,"cost":2.31,"average_price":0.21}],"start":"2026-11-21T02:07:00+01:00",' +
      '"end":"2026-11-21T03:07:00+01:00","cost":2.31,"energy_kwh":11,"average_price":0.21,"baseline_cost":3.3,' +
      '"saving":0.99,"complete":true,"provisional":false,"overrun":false,"short_minutes":0,"reason":"planned",' +
      '"next":"2026-11-21T02:07:00+01:00"}',
    utc('2026-11-21T02:07:00Z'),
  ],
])('window/car/%s says %s until %d', (name, payload, expiresAt) => {
  const topic = `window/car/${name}`;
  expect(windowTopics('car', { on: false, plan, demand }, AT)).toContainEqual({ topic, payload, expiresAt });
});

// Promise P-275 integrate/topics: `window/<device>/state` until the next change, 16 minutes at most
it.each([
  ['the next change is hours away', '2026-11-20T22:00:00Z', plan, '2026-11-20T22:16:00Z'],
  ['the next change is minutes away', '2026-11-21T01:00:00Z', plan, '2026-11-21T01:07:00Z'],
  ['the change is due and not yet made', '2026-11-21T01:07:00Z', plan, '2026-11-21T01:23:00Z'],
  ['nothing is planned', '2026-11-20T22:00:00Z', nothing, '2026-11-20T22:16:00Z'],
])('where %s at %s, the state is believed until %s', (_, at, planned, until) => {
  const [state] = windowTopics('car', { on: true, plan: planned, demand }, utc(at));
  expect(state).toEqual({ topic: 'window/car/state', payload: 'ON', expiresAt: utc(until), letGo: 'OFF' });
});

it('a device with nothing planned clears its scalars and keeps its plan with nulls', () => {
  const topics = windowTopics('car', { on: false, plan: nothing, demand }, AT).slice(1, 5);
  expect(topics.map(({ topic, expiresAt }) => [topic, expiresAt])).toEqual(
    ['start', 'end', 'cost', 'plan'].map((name) => [`window/car/${name}`, undefined]),
  );
  expect(topics.map(({ payload }) => payload).slice(0, 3)).toEqual(['', '', '']);
  expect(JSON.parse(topics[3]?.payload ?? '')).toMatchObject({ runs: [], start: null, cost: null });
});

// Promise P-276 integrate/topics: `start`, `end`, `cost` and `plan` until the end of the plan
it.each([
  ['02:07', '1795223220 1795226820 2.31 plan plan'],
  ['03:06', '1795223220 1795226820 2.31 plan plan'],
  ['03:07', '- - - - -'],
  ['03:20', '- - - - -'],
])('at %s start, end, cost, plan and attributes of a run until 03:07 say %s', (time, said) => {
  const at = utc(`2026-11-21T${time}:00+01:00`);
  const topics = windowTopics('car', { on: false, plan, demand }, at).slice(1, 6);
  const short = (payload: string) => (payload.startsWith('{') ? 'plan' : payload || '-');
  expect(topics.map(({ payload }) => short(payload)).join(' ')).toBe(said);
});

it('tells what is in force as commands would say it, without an end, and clears what is not set', () => {
  const topics = windowTopics('car', { on: false, plan, demand }, AT).slice(6, -8);
  expect(topics).toEqual([
    { topic: 'window/car/energy_kwh', payload: '' },
    { topic: 'window/car/minutes', payload: '' },
    { topic: 'window/car/ready_by', payload: '07:00' },
    { topic: 'window/car/enabled', payload: 'ON' },
    { topic: 'window/car/override', payload: 'auto' },
    { topic: 'window/car/override_until', payload: '' },
    { topic: 'window/car/max_price', payload: '0.0000001' },
    { topic: 'window/car/soc', payload: '' },
    { topic: 'window/car/target_soc', payload: '' },
    { topic: 'window/car/connected', payload: '' },
    { topic: 'window/car/power_kw', payload: '' },
    { topic: 'window/car/measured_kwh', payload: '' },
  ]);
  const [, , , enabled] = windowTopics('car', { on: true, plan, demand: { enabled: false } }, AT).slice(6);
  expect(enabled?.payload).toBe('OFF');
});

it.each([
  [true, '1'],
  [false, '0'],
])(
  'tells a topic of the user’s own for a quarter hour, and no broker to keep it, where the device is on: %s',
  (on, payload) => {
    const command = { topic: 'cmnd/car/POWER', on: '1', off: '0' };
    expect(windowTopics('car', { on, plan, demand, command }, AT).at(-1)).toEqual({
      topic: 'cmnd/car/POWER',
      payload,
      expiresAt: AT + 900,
      retain: false,
      outside: true,
      ...(on && { letGo: '0' }),
    });
  },
);
