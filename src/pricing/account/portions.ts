import { type Instant, localDate, type Span } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { withQuarterEnergy } from './quarter-energy.ts';
import { nothingCounted } from './sums.ts';
import type { AccountRun, DeviceAccount, Portion, RunBy } from './types.ts';

/** Energy of an even power over a time. */
export interface CountedEnergy extends Span {
  readonly kWh: number;
  readonly by: RunBy;
  /** The moment at which it would have begun at once; `null` where nobody asked for it. */
  readonly baseline: Instant | null;
  /** The end of the period that it ran for. */
  readonly period: Instant | null;
}

/** The account with energy that is later than all in it. What a device takes while it is off is one run a day. */
export function withEnergy(account: DeviceAccount, energy: CountedEnergy, timeZone: string): DeviceAccount {
  if (energy.end <= energy.start || energy.kWh <= 0) return account;
  return cutAt(energy, (at) => quarterOf(at) + QUARTER_HOUR).reduce(
    (before, part) => withPart(before, part, timeZone),
    account,
  );
}

function withPart(account: DeviceAccount, part: CountedEnergy, timeZone: string): DeviceAccount {
  const day = localDate(part.start, timeZone);
  const runs = runsWith(account, part, day, timeZone);
  const run = runs.at(-1)?.start ?? part.start;
  const portions = [...account.portions];
  const { baseline } = part;
  const pieces = baseline === null ? [part] : cutAt(part, (at) => at + untilQuarter(baseline + at - part.start));
  for (const piece of pieces) {
    const portion = {
      at: quarterOf(piece.start),
      baseline: piece.baseline === null ? null : quarterOf(piece.baseline),
      kWh: piece.kWh,
      ...{ day, run, period: part.period },
    };
    const same = portions.findLastIndex((other, i) => i >= portions.length - 2 && isSamePlace(other, portion));
    const before = portions[same];
    if (before) portions[same] = { ...before, kWh: before.kWh + portion.kWh };
    else portions.push(portion);
  }
  const quarters = withQuarterEnergy(account.quarters, quarterOf(part.start), part.kWh);
  return { ...account, runs, portions, quarters };
}

const untilQuarter = (instant: Instant) => quarterOf(instant) + QUARTER_HOUR - instant;

const isSamePlace = (a: Portion, b: Portion) =>
  a.at === b.at && a.baseline === b.baseline && a.run === b.run && a.period === b.period;

function runsWith(
  { runs, currency }: DeviceAccount,
  { start, end, by }: CountedEnergy,
  day: string,
  timeZone: string,
): readonly AccountRun[] {
  const last = runs.at(-1);
  const isOfDay = by === 'off' && last && localDate(last.start, timeZone) === day;
  const goesOn = last?.by === by && last.currency === currency && (isOfDay || (by !== 'off' && last.end === start));
  return goesOn ? [...runs.slice(0, -1), { ...last, end }] : [...runs, { start, end, by, currency, ...nothingCounted }];
}

/** The energy in pieces: each lasts until what `next` says of its begin. */
function cutAt(energy: CountedEnergy, next: (at: Instant) => Instant): CountedEnergy[] {
  const pieces: CountedEnergy[] = [];
  for (let at = energy.start; at < energy.end; ) {
    const end = Math.min(energy.end, next(at));
    const kWh = (energy.kWh * (end - at)) / (energy.end - energy.start);
    const baseline = energy.baseline === null ? null : energy.baseline + at - energy.start;
    pieces.push({ ...energy, start: at, end, kWh, baseline });
    at = end;
  }
  return pieces;
}
