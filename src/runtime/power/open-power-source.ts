import { type Instant, isKnownTime, utcTime } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { isCounters, readCounters } from '../../messages/grid/counters.ts';
import { MessageError } from '../../messages/parse.ts';
import { powerSettings, readPower } from '../../messages/power/power.ts';
import type { QuarterPower } from '../../messages/power/quarters.ts';
import type { PowerReport } from '../../messages/power/report.ts';
import { type Clock, ownZone } from '../clock.ts';
import { type Keeping, openMemory, openStore } from '../store.ts';
import { measured } from './learnt.ts';
import { readPowerSource, sourceMemory } from './power-memory.ts';
import { createPowerOutlook, freshPower, isStale, newSource, type PowerSource } from './power-source.ts';
import type { Powers } from './powers.ts';
import type { RunningBill } from './running-bill.ts';

/** The part of a site that a source of power uses. */
interface PowerSite {
  readonly clock: Clock;
  readonly timeZone: string | undefined;
  readonly powers: Powers;
  readonly bill: Pick<RunningBill, 'counted'>;
}

export interface PowerSourceOptions {
  readonly site: PowerSite;
  /** The fields that the dialog saved. */
  readonly config: object;
  readonly nodeId: string;
  readonly keeping: Keeping;
  /** Hears how it stands, at the latest every quarter hour. */
  readonly onState: (report: PowerReport) => void;
  readonly onError: (error: unknown) => void;
}

/** A source of power at work, without Node-RED. */
export interface RunningPowerSource {
  /**
   * A forecast, the power now, or neither: what is known. Nothing is answered to a power. A refused input throws and
   * changes nothing.
   */
  input(payload: object | undefined): PowerReport | undefined;
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** Two days of quarter hours. */
const SHOWN = 192;
/** Seconds, a year: what is further away is a mistake. */
const MOST_AWAY = 366 * 86_400;
/** Seconds after which everybody has said what the quarter hour changes. */
const LATE = 2;
/** Seconds after which a power that has come is news again. */
const OFTEN = 60;

/** @throws MessageError where the configuration is wrong. */
export async function openPowerSource(options: PowerSourceOptions): Promise<RunningPowerSource> {
  const { site, config, nodeId, keeping, onState, onError } = options;
  const { clock, powers, timeZone = ownZone() } = site;
  const settings = powerSettings(config);
  const memory = await openMemory(openStore(keeping), (kept) => readPowerSource(kept, settings), onError);
  let source: PowerSource = memory.kept ?? newSource;
  let stored: PowerSource | undefined;
  let toldAt = 0;
  let counterKwh: number | undefined;
  let cancel = () => {};

  const outlook = createPowerOutlook(timeZone);
  const expected = (now: Instant, count: number) => outlook(source, now, count);

  function report(): PowerReport {
    const now = clock.now();
    const { forecast, measured } = source;
    return {
      kind: settings.kind,
      now: freshPower(measured, now) ?? null,
      fetchedAt: forecast?.at ?? null,
      until: forecast && forecast.from + forecast.kw.length * QUARTER_HOUR,
      stale: isStale(source, now),
      learntDays: measured.days.length,
      from: quarterOf(now),
      kw: expected(now, SHOWN) ?? [],
      ...{ timeZone, counterKwh },
    };
  }

  function save(): void {
    stored = source;
    memory.keep(sourceMemory(settings, source));
  }

  function adopt(next: PowerSource): void {
    source = next;
    toldAt = clock.now();
    powers.set(nodeId, { kind: settings.kind, expected, measured: (now) => freshPower(source.measured, now) });
    // Readings of the quarter hour under way are stored at its end: a crash may lose them, and an SD card lasts longer.
    if (source.forecast !== stored?.forecast || source.measured.days !== stored.measured.days) save();
    onState(report());
  }

  /** What is expected goes on with every quarter hour. */
  function arm(): void {
    cancel = clock.alarm(quarterOf(clock.now()) + QUARTER_HOUR + LATE, () => {
      arm();
      adopt(source);
    });
  }

  function assertPresent({ from, kw }: QuarterPower, now: Instant): void {
    const until = from + kw.length * QUARTER_HOUR;
    if (!isKnownTime(now)) return;
    if (until <= now) throw new MessageError(`forecast: it ended at ${utcTime(until)}, so it is an old one`);
    if (from > now + MOST_AWAY) throw new MessageError(`forecast: ${utcTime(from)} is more than a year away`);
  }

  arm();
  adopt(source);
  return {
    input(payload) {
      if (!payload || 'refresh' in payload) return report();
      if (settings.kind === 'grid' && isCounters(payload)) {
        const counters = readCounters(payload);
        site.bill.counted(counters);
        const isNews = counterKwh === undefined || Math.abs(clock.now() - toldAt) >= OFTEN;
        counterKwh = counters.importKwh ?? counters.exportKwh;
        if (isNews) adopt(source);
        return undefined;
      }
      const message = readPower(payload, settings);
      const now = clock.now();
      if ('now' in message) {
        const next = measured(source.measured, message.now, now, timeZone);
        const isNews = next.quarter.start !== source.measured.quarter.start || Math.abs(now - toldAt) >= OFTEN;
        source = { ...source, measured: next };
        if (isNews) adopt(source);
        return undefined;
      }
      assertPresent(message.forecast, now);
      adopt({ ...source, forecast: { ...message.forecast, at: now } });
      return report();
    },
    async close({ removed }) {
      cancel();
      powers.set(nodeId, undefined);
      if (removed) return memory.close({ removed });
      save();
      await memory.settled();
    },
  };
}
