import { expect, it } from 'vitest';
import type { BatteryReport } from '../../../src/messages/battery/report.ts';
import { batteryTopics } from '../../../src/mqtt/house/battery-topics.ts';

const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const report: BatteryReport = {
  order: { mode: 'charge', chargeKw: 3.5, dischargeKw: 0, until: noon + 3600, reason: 'planned', valuePerKwh: 0.21 },
  plan: {
    battery: 'cellar',
    stretches: [{ start: noon, end: noon + 3600, mode: 'charge', kw: 3.5, storedKwh: 6.3, soc: 63 }],
    cost: 1,
    baselineCost: 2,
    saving: 1,
    knownUntil: noon + 3600,
    reason: 'planned',
    timeZone: 'Europe/Berlin',
  },
  values: { enabled: true, reserveSoc: 10, override: 'auto', overrideUntil: null, soc: 30 },
};
const PLAN =
  '{"battery":"cellar","cost":1,"baseline_cost":2,"saving":1,"reason":"planned","stretches":[{"start":"2026-01-15T12:00:00+01:00","end":"2026-01-15T13:00:00+01:00","mode":"charge","kw":3.5,"stored_kwh":6.3,"soc":63}],"known_until":"2026-01-15T13:00:00+01:00"}';
const said = (of: BatteryReport) =>
  Object.fromEntries(batteryTopics('cellar', of, noon).map(({ topic, payload }) => [topic.slice(15), payload]));

// Promise P-326 integrate/topics: a battery publishes its values in force in the same way
it('says what a battery is told, and what is in force', () => {
  expect(said(report)).toEqual({
    mode: 'charge',
    power: '3.5',
    soc_target: '63',
    value: '0.21',
    reason: 'planned',
    plan: PLAN,
    ha_plan: PLAN,
    soc: '30',
    enabled: 'ON',
    reserve_soc: '10',
    override: 'auto',
    override_until: '',
  });
});

it.each([
  ['of the plan, where nothing else is said', {}, '63'],
  ['of an order by hand', { socTarget: 100 }, '100'],
  ['that nobody knows', { socTarget: null }, ''],
  ['without a plan', { plan: { ...report.plan, stretches: [] } }, ''],
])('says the target %s', (_, more, target) => {
  expect(said({ ...report, ...more }).soc_target).toBe(target);
});

// Promise P-099 use/battery: its mode expires on MQTT 5 after 16 minutes
// Promise P-134 use/car: its mode expires on MQTT 5 after 16 minutes
// Promise P-278 integrate/topics: `battery/<name>/…` for 16 minutes
// Promise P-794 operate/failures: Node-RED is killed
it('is believed for 16 minutes, and lets go where nobody says it any more', () => {
  const [mode] = batteryTopics('cellar', report, noon);
  expect(mode).toMatchObject({ expiresAt: noon + 960, letGo: 'normal' });
  const order = { ...report.order, mode: 'normal', valuePerKwh: null } as const;
  const [normal, , , value] = batteryTopics('cellar', { ...report, order }, noon);
  expect(normal).not.toHaveProperty('letGo');
  expect(value).toMatchObject({ payload: '' });
});

it('gives to the grid below 0', () => {
  const order = { ...report.order, mode: 'discharge', chargeKw: 0, dischargeKw: 4 } as const;
  expect(said({ ...report, order })).toMatchObject({ mode: 'discharge', power: '-4' });
});

// Promise P-135 use/car: `amps` and `phases` on MQTT; if its mode is no longer published, `hold`
// Promise P-279 integrate/topics: `amps` and `phases` of a car, 0 in `hold`
// Promise P-810 operate/failures: Node-RED is killed
// Promise P-813 operate/failures: the node is deleted or disabled
it('says of a car its current, and lets go of it by hold', () => {
  const order = { ...report.order, chargeKw: 6.9, amps: 10, phases: 3 };
  const values = {
    enabled: true,
    connected: true,
    targetSoc: 80,
    readyBy: '07:00',
    override: 'auto',
    overrideUntil: null,
  };
  const car: BatteryReport = { ...report, kind: 'car', order, values };
  const { plan: _, ha_plan: __, ...topics } = said(car);
  expect(topics).toEqual({
    ...{ mode: 'charge', power: '6.9', amps: '10', phases: '3', soc_target: '63', value: '0.21', reason: 'planned' },
    ...{ soc: '', target_soc: '80', energy_kwh: '', ready_by: '07:00', connected: 'ON', power_kw: '', enabled: 'ON' },
    ...{ override: 'auto', override_until: '' },
  });
  expect(batteryTopics('cellar', car, noon)[0]).toMatchObject({ letGo: 'hold' });
  const hold: BatteryReport = { ...report, kind: 'car', values, order: { ...report.order, mode: 'hold', chargeKw: 0 } };
  expect(batteryTopics('cellar', hold, noon)[0]).not.toHaveProperty('letGo');
  expect(said(hold)).toMatchObject({ amps: '0', phases: '0', power: '0' });
});
