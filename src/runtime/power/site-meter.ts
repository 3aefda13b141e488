import { z } from 'zod';
import { addDays, type Instant, isKnownTime, localDate, localDay, MINUTE_SECONDS } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import { toWatt } from '../../messages/power/quarters.ts';
import type { HousePeak } from '../../planner/house/peak.ts';
import { dailyMaximaOf, type MeteredSpan, monthPeak, type PeakRule, peakCharge } from '../../planner/house/peak.ts';
import type { Clock } from '../clock.ts';
import { type Keeping, openMemory, openStore } from '../store.ts';
import { inMonth, type MonthPeak, meteredUntil, nothingMetered } from './month-peak.ts';
import type { Powers } from './powers.ts';
import { TYPICAL_LOAD } from './surplus.ts';

/** What the month has had of peaks in kW, and will have by the plans; money where the operator's is known. */
export interface PeakReport {
  readonly monthKw: number;
  readonly plannedKw: number;
  readonly monthCost: number;
  readonly plannedCost: number;
}

/** What passes the meter of a site. */
export interface SiteMeter {
  /** kW by quarter hours from the one of now on, bought above 0, by all that is planned. */
  plan(now: Instant, count: number): number[];
  /** Left out where nobody charges for peaks. */
  readonly peak?: {
    report(now: Instant): PeakReport;
    /** As a plan is weighed by it. */
    house(now: Instant): HousePeak;
  };
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** The part of a site that its meter uses. */
export interface SiteMeterOptions {
  readonly clock: Clock;
  readonly powers: Powers;
  /** The rule of a local day. */
  readonly ruleOn: ((now: Instant) => PeakRule) | undefined;
  readonly timeZone: string;
  readonly keeping: Keeping | undefined;
  /** Hears that time has gone by: a minute. */
  readonly onMinute: () => void;
  readonly onError: (error: Error) => void;
}

/** Two days of quarter hours. */
const AHEAD = 192;
/** Seconds that a look at what is bought may be late, and still tell what was. */
const LATE = 5 * MINUTE_SECONDS;

const memory = z.object({
  schema: z.literal(1),
  month: z.string(),
  days: z.record(z.string(), z.number()),
  window: z.object({ start: z.number(), kwh: z.number(), until: z.number() }),
  before: z.array(z.number()),
});

/** Looks at what is bought once a minute where somebody charges for peaks, and keeps it over a restart. */
export async function openSiteMeter({
  clock,
  powers,
  ruleOn,
  timeZone,
  keeping,
  ...told
}: SiteMeterOptions): Promise<SiteMeter> {
  const at = (kind: Parameters<Powers['expected']>[0], now: Instant, count: number) =>
    powers.expected(kind, now, count);

  function plan(now: Instant, count: number): number[] {
    const [load, solar] = [at('consumption', now, count), at('production', now, count)];
    const [devices, batteries] = [at('devices', now, count), at('batteries', now, count)];
    return Array.from({ length: count }, (_, i) =>
      toWatt((load?.[i] ?? TYPICAL_LOAD) + (devices?.[i] ?? 0) + (batteries?.[i] ?? 0) - (solar?.[i] ?? 0)),
    );
  }

  if (!ruleOn) return { plan, close: async () => undefined };
  const read = (kept: unknown): MonthPeak => parse(memory, kept);
  const { kept, keep, close } = await openMemory(openStore(keeping), read, told.onError);
  let state = kept ?? nothingMetered;
  let looked = clock.now();
  let cancel = () => {};

  /** The meter where one says it, else what is measured of load and sun with what is planned beside it. */
  function boughtKw(now: Instant): number {
    const metered = powers.measured('grid', now);
    if (metered !== undefined) return metered;
    const [planned = 0] = plan(now, 1);
    const off = (kind: 'consumption' | 'production') => {
      const kw = powers.measured(kind, now);
      return kw === undefined ? 0 : kw - (at(kind, now, 1)?.[0] ?? 0);
    };
    return planned + off('consumption') - off('production');
  }

  function look(now: Instant, rule: PeakRule): void {
    if (isKnownTime(now) && now - looked <= LATE) {
      const before = state.window.start;
      // Of the time that is over, not of the quarter hour that begins.
      state = meteredUntil(state, boughtKw(now - 1), { from: looked, now }, rule, timeZone);
      if (state.window.start !== before) keep({ schema: 1, ...state });
    }
    looked = now;
  }

  function arm(): void {
    const now = clock.now();
    cancel = clock.alarm((Math.floor(now / MINUTE_SECONDS) + 1) * MINUTE_SECONDS, () => {
      look(clock.now(), ruleOn?.(clock.now()) as PeakRule);
      arm();
      told.onMinute();
    });
  }
  arm();

  const present = (now: Instant, rule: PeakRule) => inMonth(state, localDate(now, timeZone), rule);

  /** The local days of the month that plans reach. */
  function daysAhead(now: Instant) {
    const today = localDate(now, timeZone);
    const dates = [today, ...[1, 2].map((days) => addDays(today, days))];
    return dates
      .filter((date) => date.slice(0, 7) === today.slice(0, 7))
      .map((date) => ({ date, ...localDay(date, timeZone) }));
  }
  return {
    plan,
    peak: {
      report(now) {
        const rule = ruleOn(now);
        const { days, before } = present(now, rule);
        const from = quarterOf(now);
        const spans = plan(now, AHEAD).map((kw, i): MeteredSpan => {
          const start = from + i * QUARTER_HOUR;
          return { start: Math.max(now, start), end: start + QUARTER_HOUR, kw };
        });
        const { start, kwh, until } = state.window;
        const begun = start < now && now < start + 60 * rule.measure && until > start;
        const metered = [...(begun ? [{ start, end: until, kw: (3600 * kwh) / (until - start) }] : []), ...spans];
        const planned = { ...days };
        for (const day of daysAhead(now))
          planned[day.date] = Math.max(planned[day.date] ?? 0, ...dailyMaximaOf(rule, metered, [day]));
        const [monthKw, plannedKw] = [monthPeak(rule, Object.values(days)), monthPeak(rule, Object.values(planned))];
        const charge = (kw: number) => peakCharge(rule, [...before, kw]);
        return { monthKw, plannedKw, monthCost: charge(monthKw), plannedCost: charge(plannedKw) };
      },
      house(now) {
        const rule = ruleOn(now);
        const { days, before } = present(now, rule);
        const { start, kwh } = state.window;
        const isBegun = start <= now && now < start + 60 * rule.measure;
        const usualKw = before.reduce((sum, kw) => sum + kw, 0) / Math.max(1, before.length);
        return { rule, dailyMaxima: Object.values(days), windowKwh: isBegun ? kwh : 0, usualKw };
      },
    },
    async close({ removed }) {
      cancel();
      if (!removed) keep({ schema: 1, ...state });
      await close({ removed });
    },
  };
}
