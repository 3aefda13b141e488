import type { Instant } from '../../core/time.ts';
import type { DemandPatch, DemandSettings } from '../../messages/demand/demand.ts';
import { minutesFor, minutesNeeded, needOf } from '../../messages/demand/resolve-demand.ts';
import type { PricedSpan } from '../../planner/types.ts';
import { countAfter, type ReportedSoc, SOC_DELAY } from '../account/reported-soc.ts';

export interface Output {
  readonly on: boolean;
  readonly since: Instant;
}

/** The time that the output has run for the need: `seconds` until `from`, and since then as long as it is on. */
export interface Credit {
  readonly seconds: number;
  readonly from: Instant;
  readonly starts: number;
  /** Seconds to add, as a meter or a state of charge knows better. */
  readonly correction: number;
  /** The correction of a state of charge that lies below an amount; left out where none does. */
  readonly covered?: number;
  readonly bought: Bought;
  /** By a meter: each second from `from` on counts as so many, until then; left out where nobody measures. */
  readonly metered?: { readonly share: number; readonly until: Instant };
  /** Seconds that the meter has counted beyond the clock, or fewer. */
  readonly drift?: number;
}

/** What ran on known prices up to an instant: seconds, and these times their prices. */
export interface Bought {
  readonly seconds: number;
  readonly amount: number;
  readonly until: Instant;
}

/** An output beside what of its running has been counted. */
interface Runner {
  readonly credit: Credit;
  readonly output: Output | null;
  readonly connected?: boolean;
}

export const nothingRan = (from: Instant): Credit => ({
  seconds: 0,
  from,
  starts: 0,
  correction: 0,
  bought: { seconds: 0, amount: 0, until: from },
});

/** What will have been bought by `until` if the output stays as it is; what ran without a price is left out. */
export function boughtBy(runner: Runner, prices: readonly PricedSpan[], until: Instant): Bought {
  const { credit, output } = runner;
  const { bought, from } = credit;
  if (!output || !counts(runner)) return { ...bought, until };
  const begin = Math.max(bought.until, from, output.since);
  let { seconds, amount } = bought;
  for (const { start, end, price } of prices) {
    const ran = Math.max(0, Math.min(end, until) - Math.max(start, begin));
    seconds += ran;
    amount += ran * price;
  }
  return { seconds, amount, until };
}

/** Seconds that count towards the need by `instant` if the output stays as it is. */
export const deliveredBy = (runner: Runner, instant: Instant): number =>
  Math.max(0, ranBy(runner, instant) + runner.credit.correction);

/** The same of what counts towards a state of charge, in force or below an amount. */
export function chargedBy(runner: Runner, instant: Instant): number {
  const { covered, correction } = runner.credit;
  return deliveredBy({ ...runner, credit: { ...runner.credit, correction: covered ?? correction } }, instant);
}

/** The credit of a need by the settings in force, over what messages `told`: what ran while an amount covered a state of charge counts for that too. */
export function coveredBy(credit: Credit, told: DemandSettings, settings: DemandSettings): Credit {
  const { covered, ...rest } = credit;
  const isCovered = told.soc !== undefined && settings.soc === undefined;
  if (isCovered) return covered === undefined ? { ...rest, correction: 0, covered: rest.correction } : credit;
  return covered === undefined || settings.soc === undefined ? rest : { ...rest, correction: covered };
}

export const ranBy = (runner: Runner, instant: Instant): number =>
  runner.credit.seconds + (counts(runner) ? Math.max(0, instant - runner.credit.from) + driftBy(runner, instant) : 0);

/** What the meter adds to what the clock counts until `instant`, or takes from it. */
function driftBy(runner: Runner, instant: Instant): number {
  const { metered, from } = runner.credit;
  return metered && counts(runner) ? (metered.share - 1) * Math.max(0, Math.min(instant, metered.until) - from) : 0;
}

/** True of an output that is on, and of whose running something arrives. */
const counts = ({ output, connected = true }: Runner): boolean => connected && output?.on === true;

/** The credit with what ran until `end`; what runs `from` then on goes on to be counted. */
export function counted(runner: Runner, end: Instant, from = end): Credit {
  const { drift: before = 0, ...credit } = runner.credit;
  const drift = before + driftBy(runner, end);
  return { ...credit, seconds: ranBy(runner, end), from, ...(drift !== 0 && { drift }) };
}

/** The credit of what a meter counts from `now` on; without a share the clock does. */
export function meteredFrom(runner: Runner, share: number | undefined, now: Instant, until: Instant): Credit {
  const { metered: _, ...credit } = counted(runner, now);
  return share === undefined || until <= now ? credit : { ...credit, metered: { share, until } };
}

/** A device that takes a smaller share of its power is on standby, or its thermostat is off. */
export const LEAST_PACE = 0.1;

/**
 * The share of its power that a device takes: as its meter reports, or while it is off, the mean of its runs so far. It is 1 for a
 * device that takes more, or almost nothing, or has no meter.
 */
export function paceOf(runner: Runner): number {
  const { seconds, drift = 0, metered } = runner.credit;
  const mean = !counts(runner) && seconds > 0 ? seconds / (seconds - drift) : 1;
  const pace = metered?.share ?? mean;
  return pace < LEAST_PACE ? 1 : Math.min(1, pace);
}

/** Seconds of progress that a report from `delay` seconds ago may not include. */
function recentBy(runner: Runner, delay: number, now: Instant): number {
  const { output } = runner;
  if (!output) return 0;
  const unchanged = now - output.since;
  const ran = output.on ? Math.min(delay, unchanged) : Math.max(0, delay - unchanged);
  return Math.min(ran * paceOf(runner), deliveredBy(runner, now));
}

/** A state of charge that is in force, with the progress towards it. */
interface SocProgress {
  readonly soc: number;
  readonly credit: Credit;
}

/**
 * The progress after a report of the state of charge. A report that rounding and delay explain leaves as much of the need as before.
 *
 * @param was the state of charge in force, from which our own count goes on; none before the first report
 */
export function reportedProgress(
  runner: Runner,
  reported: ReportedSoc,
  was: ReportedSoc | undefined,
  settings: DemandSettings,
  now: Instant,
): SocProgress {
  const { soc } = reported;
  const progress = (seconds: number): SocProgress => ({
    soc,
    credit: { ...runner.credit, correction: seconds - ranBy(runner, now) },
  });
  const { powerKw, batteryKwh } = settings;
  if (!was || !powerKw || !batteryKwh) return progress(0);
  const percent = (seconds: number) => ((seconds / 3600) * powerKw * 100) / batteryKwh;
  const seconds = deliveredBy(runner, now);
  const counted = was.soc + percent(seconds);
  const late = counted - percent(recentBy(runner, SOC_DELAY, now));
  const after = countAfter(reported, was, { now: counted, late, isCharging: counts(runner) });
  if (after !== counted) return progress(Math.max(0, after - soc) / percent(1));
  const needed = (percent: number) => minutesNeeded(needOf({ ...settings, soc: percent })) * 60;
  const same = seconds + needed(soc) - needed(was.soc);
  return same < 0 ? { soc: was.soc, credit: runner.credit } : progress(same);
}

/** True where the meter that counted has said nothing for too long. */
export const isMeterSilent = ({ credit }: Pick<Runner, 'credit'>, now: Instant): boolean =>
  credit.metered !== undefined && credit.metered.until <= now;

/** Seconds in which a meter counts a minute more, or less, than the clock; nothing where it counts as that does. */
export function secondsToDrift(runner: Runner): number | undefined {
  const { metered } = runner.credit;
  if (!metered || metered.share === 1 || !counts(runner)) return undefined;
  return Math.max(60, Math.ceil(60 / Math.abs(metered.share - 1)));
}

/** True where a meter has counted by `now` what a plan does not reckon with yet. */
export const hasDrifted = (runner: Runner, now: Instant): boolean =>
  !isSameCredit({ ...runner, credit: counted(runner, now) }, runner);

/** True of two that have counted the same, but for less than a minute of what a meter knows better. */
export function isSameCredit(one: Runner, other: Runner): boolean {
  const instant = Math.max(one.credit.from, other.credit.from);
  const facts = (runner: Runner) => {
    const { seconds: _s, from: _f, metered: _m, drift = 0, ...rest } = runner.credit;
    return JSON.stringify([rest, Math.round(ranBy(runner, instant)), Math.trunc(drift / 60)]);
  };
  return facts(one) === facts(other);
}

/**
 * The credit after a message: a meter's count, or a newly told state of charge, takes the place of our own account;
 * once it is forgotten, our own counts again. Throws a `MessageError` where energy cannot be told in time.
 */
export function credited(runner: Runner, patch: DemandPatch, settings: DemandSettings, now: Instant): Credit {
  const { deliveredKwh, soc, reset } = patch;
  const corrected = (correction: number) => ({ ...runner.credit, correction });
  if (deliveredKwh) return corrected(minutesFor(settings, deliveredKwh, 'deliveredKwh') * 60 - ranBy(runner, now));
  if (deliveredKwh === 0 || soc != null) return corrected(-ranBy(runner, now));
  return reset || deliveredKwh === null ? corrected(0) : runner.credit;
}
