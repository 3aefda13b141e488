import type { BatteryReport } from '../../../src/messages/battery/report.ts';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { type BatteryNews, type BatteryState, openBattery } from '../../../src/runtime/battery/open-battery.ts';
import { openGridLimit } from '../../../src/runtime/power/dimming.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import { openSiteMeter } from '../../../src/runtime/power/site-meter.ts';
import type { Site } from '../../../src/runtime/site.ts';
import { openStore } from '../../../src/runtime/store.ts';
import { manualClock } from '../manual-clock.ts';
import { memoryStore } from '../memory-store.ts';
import { at, shown, ZONE } from './one-device.ts';

/** 60 kWh, three phases of 6 to 16 A: 4.14 to 11.04 kW. */
const dialog = { kind: 'car', capacityKwh: '60', phases: '3', minAmps: '6', maxAmps: '16', efficiency: '100' };

/** Hourly prices of three days: 0.3 where `cheap` says nothing else. */
export function nights(cheap: Readonly<Record<number, number>>, hours = 72, from = '2026-01-15 00:00') {
  const start = at(from);
  return {
    timeZone: ZONE,
    currency: 'EUR',
    prices: Array.from({ length: hours }, (_, i) => ({
      start: new Date((start + i * 3600) * 1000).toISOString(),
      end: new Date((start + (i + 1) * 3600) * 1000).toISOString(),
      total: cheap[i % 24] ?? 0.3,
    })),
  };
}

interface CarHouse {
  readonly now?: string;
  readonly importKw?: number;
  /** What its operator charges for peaks. */
  readonly rule?: PeakRule;
}

/** A car on a site under a clock turned by hand, with everything it is told. */
export async function oneCar(
  config: object = {},
  { now = '2026-01-15 20:00', importKw = Number.POSITIVE_INFINITY, rule }: CarHouse = {},
) {
  const clock = manualClock(at(now));
  const powers = createPowers();
  const grid = await openGridLimit(clock, openStore(), () => undefined);
  const connection = sharedConnection(importKw, clock, powers, grid);
  const errors: unknown[] = [];
  const meter = await openSiteMeter({
    ...{ clock, powers, timeZone: ZONE, keeping: undefined, ruleOn: rule && (() => rule) },
    ...{ onMinute: () => undefined, onError: (error) => errors.push(error) },
  });
  const published: BatteryReport[] = [];
  let state: BatteryState | undefined;
  let follow: Parameters<Site['onCommand']>[1] = () => undefined;
  const texts = new Map<string, string>();
  const said: string[] = [];
  const told: { readonly at: number; readonly kw: number }[] = [];
  let last = '';
  const hear = ({ order, tell }: BatteryNews) => {
    const { mode, chargeKw, reason } = order;
    const text = `${mode === 'charge' ? `charge ${chargeKw}` : mode} ${reason}`;
    if (tell.order && text !== last) said.push(`${shown(clock.now()).slice(8)} ${text}`);
    last = tell.order ? text : last;
    told.push({ at: clock.now(), kw: chargeKw });
  };
  const site = {
    ...{ clock, timeZone: ZONE, powers, grid, connection, ...(importKw < 1e6 && { importKw }) },
    meter,
    takeTopic: () => undefined,
    releaseTopic: () => undefined,
    publishBattery: (_name: string, report: BatteryReport) => {
      published.push(report);
    },
    onCommand: (_name: string, follower: Parameters<Site['onCommand']>[1]) => {
      follow = follower;
    },
  };
  const context = memoryStore(texts);
  const open = (more: object = {}) =>
    openBattery({
      ...{ site, config: { ...dialog, ...config, ...more }, owner: { id: 'c1', name: 'Car' }, keeping: { context } },
      onNews: hear,
      onState: (next) => {
        state = next;
      },
      onError: (error) => errors.push(error),
    });
  let car = await open();
  return {
    ...{ told, clock, powers, grid, connection, errors, published, said, kept: () => texts.get(context.name) },
    state: () => state,
    until: (text: string) => clock.advanceTo(at(text)),
    input: (payload: object) => {
      const news = car.input(payload);
      hear(news);
      return news;
    },
    report: () => car.input(undefined),
    command: (key: string, value: string) => follow(key, value),
    async restart(until: string, more: object = {}) {
      await car.close({ removed: false });
      await clock.advanceTo(at(until));
      car = await open(more);
    },
    close: () => car.close({ removed: true }),
  };
}
