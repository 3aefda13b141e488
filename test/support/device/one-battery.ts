import type { BatteryReport } from '../../../src/messages/battery/report.ts';
import type { HousePeak } from '../../../src/planner/house/peak.ts';
import type { StoreBeside } from '../../../src/planner/joint/connection-house.ts';
import {
  type BatteryNews,
  type BatteryState,
  openBattery,
  type RunningBattery,
} from '../../../src/runtime/battery/open-battery.ts';
import { batteryStatus } from '../../../src/runtime/battery/status.ts';
import { openGridLimit } from '../../../src/runtime/power/dimming.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import type { Site } from '../../../src/runtime/site.ts';
import { openStore } from '../../../src/runtime/store.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { memoryStore } from '../memory-store.ts';

/** A Thursday noon in Berlin. */
export const noon = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
export const iso = (instant: number) => new Date(instant * 1000).toISOString();
/** Prices per kWh of the hours from noon on. */
export const hourly = (...prices: number[]) => ({
  timeZone: 'Europe/Berlin',
  prices: prices.map((total, i) => ({ start: iso(noon + i * 3600), end: iso(noon + (i + 1) * 3600), total })),
});
/** Cheap for an hour, then dear. */
export const prices = hourly(0.1, 0.4, 0.4, 0.4, 0.4, 0.4);
const dialog = { capacityKwh: '10', chargeKw: '5', dischargeKw: '5', reserveSoc: '10', efficiency: '90' };

/** So many quarter hours, in which it says every five minutes that it has 30 %. */
export async function living(clock: ManualClock, battery: RunningBattery, quarters: number): Promise<void> {
  for (let i = 0; i < 3 * quarters; i++) {
    battery.input({ soc: 30 });
    await clock.advanceBy(300);
  }
}

/** A battery on a site that writes down what it is to publish. */
export async function oneBattery(config: object = {}, peak?: HousePeak) {
  const clock = manualClock(noon);
  const powers = createPowers();
  const grid = await openGridLimit(clock, openStore(), () => undefined);
  const kept = new Map<string, string>();
  const sent: BatteryNews[] = [];
  const states: BatteryState[] = [];
  const errors: unknown[] = [];
  const published: BatteryReport[] = [];
  const released: boolean[] = [];
  const followers = new Map<string, Parameters<Site['onCommand']>[1]>();
  let beside: (() => StoreBeside | undefined) | undefined;
  const connection = {
    ...sharedConnection(Number.POSITIVE_INFINITY, clock, powers, grid),
    beside: (battery: () => StoreBeside | undefined) => {
      beside = battery;
      return () => {
        beside = undefined;
      };
    },
  };
  const site = {
    clock,
    connection,
    timeZone: 'Europe/Berlin',
    powers,
    grid,
    meter: { peak: peak && { house: () => peak } },
    takeTopic: () => undefined,
    releaseTopic: (_kind: string, _slug: string, _owner: object, { removed }: { readonly removed: boolean }) => {
      released.push(removed);
    },
    publishBattery: (_name: string, report: BatteryReport) => {
      published.push(report);
    },
    onCommand: (name: string, follow: Parameters<Site['onCommand']>[1], kind = 'device') => {
      followers.set(`${kind} ${name}`, follow);
    },
  };
  const open = (more: object = {}) =>
    openBattery({
      site,
      config: { ...dialog, ...config, ...more },
      owner: { id: 'b1', name: 'Cellar' },
      keeping: { context: memoryStore(kept) },
      onNews: (news) => sent.push(news),
      onState: (state) => states.push(state),
      onError: (error) => errors.push(error),
    });
  const told = () => sent.map(({ order, tell }) => `${order.mode} ${order.reason}${tell.order ? '' : ' untold'}`);
  const status = () => {
    const state = states.at(-1);
    const word = (key: string, values = {}) => [key, ...Object.values(values)].join(' ');
    return state && batteryStatus(state, word);
  };
  const command = (key: string, value: string) => followers.get('battery cellar')?.(key, value);
  const state = () => states.at(-1);
  /** What the devices of the site are planned with. */
  const aside = () => beside?.();
  return { clock, aside, grid, powers, open, told, sent, state, status, command, errors, published, released, kept };
}
