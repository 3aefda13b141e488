import { expect } from 'vitest';
import { type Instant, localDay, wallTime } from '../../../src/core/time.ts';
import { type DemandPatch, type DemandSettings, readDemand } from '../../../src/messages/demand/demand.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import type { Device } from '../../../src/runtime/device/device.ts';
import { memoryOf, readMemory } from '../../../src/runtime/device/device-memory.ts';
import type { planFor } from '../../../src/runtime/device/planning.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';

export const ZONE = 'Europe/Copenhagen';
export const HOUR = 3600;
/** The instant at which Copenhagen shows `YYYY-MM-DD HH:MM`. */
export const at = (text: string): Instant => {
  const [date = '', time = ''] = text.split(' ');
  return wallTime(date, time, ZONE);
};
const swedish = new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
/** What Copenhagen shows, with seconds where there are any. */
export const shown = (instant: Instant) => swedish.format(instant * 1000).replace(/:00$/, '');

/** Hourly prices of local days: 1 wherever `cheap` (by the wall clock's hour) says nothing else. */
export function days(dates: readonly string[], cheap: Readonly<Record<number, number>>): MarketPrices {
  const spans = dates.flatMap((date) => {
    const { start, end } = localDay(date, ZONE);
    return Array.from({ length: (end - start) / HOUR }, (_, i) => {
      const hour = Number(shown(start + i * HOUR).slice(11, 13));
      return { start: start + i * HOUR, end: start + (i + 1) * HOUR, price: cheap[hour] ?? 1 };
    });
  });
  return { spans, timeZone: ZONE };
}

interface Setting {
  readonly now: string;
  readonly settings: DemandSettings;
  /** Of the computer. */
  readonly timeZone?: string;
  readonly onFailure?: 'run' | 'off';
  readonly prices?: MarketPrices;
  readonly plan?: typeof planFor;
}

/** A switcher under a clock turned by hand, with everything it said. */
export function setUp({ now, settings, timeZone = 'UTC', onFailure = 'run', prices, plan }: Setting) {
  const clock: ManualClock = manualClock(at(now));
  const said: string[] = [];
  const relay: { readonly at: Instant; readonly uptime: number; readonly on: boolean }[] = [];
  const plans: string[] = [];
  const errors: string[] = [];
  let remembered: Device | undefined;
  /** Of its node, when it was remembered. */
  let saved = settings;
  const say = (report: ReturnType<Switcher['report']>) => {
    const { on, reason } = report.switch;
    if (report.tell.switch) {
      said.push(`${shown(clock.now())} ${on ? 'on' : 'off'} ${reason}`);
      relay.push({ at: clock.now(), uptime: clock.uptime(), on });
    }
    if (report.tell.plan) plans.push(report.plan.reason);
    return report;
  };
  const open = (own: DemandSettings) => {
    const kept = remembered && JSON.parse(JSON.stringify(memoryOf(saved, remembered)));
    saved = own;
    const options = {
      device: 'boiler',
      clock,
      timeZone,
      settings: own,
      onFailure,
      memory: kept && readMemory(kept, own),
      onChange: say,
      onError: (error: unknown) => errors.push(String(error)),
      remember: (device: Device) => {
        remembered = device;
      },
    };
    const opened = new Switcher(options, plan);
    opened.start();
    return opened;
  };
  let switcher = open(settings);
  if (prices) say(switcher.price(prices));
  return {
    clock,
    /** What the first output said, for people. */
    said,
    /** The same for reckoning. */
    relay,
    /** The reason of every plan told. */
    plans,
    errors,
    /** The end of the period that its need is for. */
    periodEnd: () => remembered?.period?.end,
    until: (text: string) => clock.advanceTo(at(text)),
    price: (prices: MarketPrices) => say(switcher.price(prices)),
    ask: (patch: DemandPatch) => say(switcher.ask(readDemand(patch, clock.now()))),
    preview: (patch: DemandPatch) => switcher.preview(readDemand(patch, clock.now())),
    report: () => switcher.report(),
    /** Stops, lets time pass and starts again from what was remembered. */
    async restart(until: string | Instant, own = settings) {
      switcher.stop();
      expect(clock.alarms()).toEqual([]);
      await clock.advanceTo(typeof until === 'string' ? at(until) : until);
      switcher = open(own);
    },
    /** Starts again, in no time, on a clock that shows something else. */
    async restartAt(shows: string | Instant) {
      switcher.stop();
      await clock.setTo(typeof shows === 'string' ? at(shows) : shows);
      switcher = open(saved);
    },
  };
}

export type House = ReturnType<typeof setUp>;
