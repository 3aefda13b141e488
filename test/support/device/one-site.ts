import type { DemandPatch, DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import { manualClock } from '../manual-clock.ts';
import { at, days, HOUR, shown, ZONE } from './one-device.ts';

export type Settings = Readonly<Record<string, DemandSettings>>;

export const NIGHT = days(['2026-01-15', '2026-01-16'], { 1: 0.1, 2: 0.2, 3: 0.3 });
export const MORNING = at('2026-01-16 08:00');

/** A quarter hour's kW of the roof, or of the house, by the hours from 20:00 on. */
export type Roof = (hours: number) => number;

/** Devices of one site from 20:00 on, with the prices of the night. */
export function siteOf(limitKw: number | undefined, settings: Settings, hour = '20:00', roof?: Roof, peak?: PeakRule) {
  const clock = manualClock(at(`2026-01-15 ${hour}`));
  const powers = createPowers();
  const set = (kind: 'production' | 'consumption', kw: Roof) =>
    powers.set(kind, { kind, expected: (now, count) => quarters(now, count).map(kw) });
  if (roof) set('production', roof);
  const connection =
    limitKw === undefined
      ? undefined
      : sharedConnection(limitKw, clock, powers, undefined, {
          peak: peak && { house: () => ({ rule: peak, dailyMaxima: [1] }) },
        });
  const runs = new Map<string, { start: number; end: number | undefined }[]>();
  const errors: unknown[] = [];
  const devices = Object.entries(settings).map(([device, own]) => {
    const told: { start: number; end: number | undefined }[] = [];
    runs.set(device, told);
    const hear = (on: boolean) => {
      const last = told.at(-1);
      const isOn = last !== undefined && last.end === undefined;
      if (on && !isOn) told.push({ start: clock.now(), end: undefined });
      if (!on && isOn) last.end = clock.now();
    };
    const switcher = new Switcher({
      ...{ device, settings: own, onFailure: 'run', clock, timeZone: ZONE, connection },
      onChange: (news) => hear(news.switch.on),
      onError: (error) => errors.push(error),
      remember: () => undefined,
    });
    switcher.start();
    return {
      device,
      price: () => hear(switcher.price(NIGHT).switch.on),
      ask: (patch: DemandPatch) => hear(switcher.ask(patch).switch.on),
      report: () => switcher.report(),
    };
  });
  const price = () => {
    for (const device of devices) device.price();
  };
  price();
  return {
    ...{ clock, errors, price, runs, connection, expect: set },
    device: (name: string) => devices.find(({ device }) => device === name) as (typeof devices)[number],
    said: () =>
      [...runs].map(([device, times]) =>
        [
          device,
          ...times.map(({ start, end }) => [start, end].map((time) => shown(time ?? 0).slice(11)).join('-')),
        ].join(' '),
      ),
  };
}

export const hourlyPeak: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 2 };
const EVENING = at('2026-01-15 20:00');
const quarters = (now: number, count: number) =>
  Array.from({ length: count }, (_, i) => (Math.floor(now / 900) * 900 + i * 900 - EVENING) / HOUR);
