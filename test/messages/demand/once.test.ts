import { expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import { outlasting } from '../../../src/messages/demand/once.ts';

const ZONE = 'Europe/Copenhagen';
const now = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const noon = '2026-04-15T12:00:30+02:00';
const later = '2026-04-15T12:01:00+02:00';
const car = { minutes: 60, targetSoc: 80, batteryKwh: 50, powerKw: 11 };

it.each<[string, DemandSettings, DemandSettings, DemandSettings]>([
  ['all of it while its deadline is to come', { minutes: 30, readyBy: later }, {}, { minutes: 30, readyBy: later }],
  ['all of it by a time of every day', { minutes: 30, readyBy: '07:00' }, {}, { minutes: 30, readyBy: '07:00' }],
  ['all of it without one', { minutes: 30, earliest: noon }, {}, { minutes: 30, earliest: noon }],
  ['no minutes, from the minute of the deadline on', { minutes: 30, readyBy: noon }, {}, {}],
  ['no energy, but the power', { energyKwh: 3, powerKw: 2, readyBy: noon }, {}, { powerKw: 2 }],
  ['no profile', { profile: [{ minutes: 5, kw: 1 }], readyBy: noon }, {}, {}],
  [
    'the limits that it was under',
    { maxPrice: 0.2, enabled: false, readyBy: noon },
    {},
    { maxPrice: 0.2, enabled: false },
  ],
  ['no beginning that was given once', { earliest: '2026-04-15T08:00:00+02:00', readyBy: noon }, {}, {}],
  ['the beginning of every day', { earliest: '08:00', readyBy: noon }, {}, { earliest: '08:00' }],
  [
    'how full it is where its node says how full it is to be',
    { soc: 40, targetSoc: 100, readyBy: noon },
    car,
    { soc: 40 },
  ],
  [
    'not how full it is where nobody does',
    { soc: 40, targetSoc: 100, batteryKwh: 50, readyBy: noon },
    {},
    { batteryKwh: 50 },
  ],
])('what a device was told leaves %s', (_, told, own, left) => {
  expect(outlasting(told, own, now, ZONE)).toEqual(left);
});
