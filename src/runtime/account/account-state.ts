import { DAY_SECONDS, type Instant, isKnownTime, localDate } from '../../core/time.ts';
import { quarterOf } from '../../core/vocabulary.ts';
import type { Horizon } from '../../planner/types.ts';
import { type CountedEnergy, withEnergy } from '../../pricing/account/portions.ts';
import { closed, nothingCounted } from '../../pricing/account/sums.ts';
import type { DeviceAccount } from '../../pricing/account/types.ts';
import type { CausedCost } from '../../pricing/bill/caused-costs.ts';
import type { Asking } from './asking.ts';
import { energiesOf, type SwitchedTime, switchedTimes, type Taker } from './what-ran.ts';

/** The account of a device, and how far it has come. */
export interface AccountState {
  readonly account: DeviceAccount;
  /** What ran before is counted, or waits in `unread` for the reading of a meter. */
  readonly until: Instant;
  /** The output by then. */
  readonly on: boolean;
  readonly asking: Asking | null;
  /** What the prices are: of buying, or of selling. */
  readonly sense: Horizon['sense'];
  /** The last reading of the device's own meter; `null` where it has none. */
  readonly reading: { readonly kWh: number; readonly at: Instant } | null;
  readonly unread: readonly SwitchedTime[];
  /** The cost in the last bill of a month; left out before the first. */
  readonly bill?: CausedCost | undefined;
}

/** Prices are corrected a day or two later; a need of the week is asked for seven days before. */
const RECKONED_ANEW = 8 * DAY_SECONDS;
/** The longest need that there is. */
export const LONGEST_ASKED = 32 * DAY_SECONDS;
/** Nobody switches so often between two readings. */
const MOST_UNREAD = 400;
/** More than any connection of a household carries: what is beyond it is another meter. */
const MOST_KW = 100;

export const newAccount = (since: Instant, currency: string | null = null): DeviceAccount => ({
  since,
  currency,
  prices: { from: quarterOf(since), values: [] },
  portions: [],
  runs: [],
  days: {},
  months: {},
  total: nothingCounted,
});

export const newAccountState = (now: Instant): AccountState => ({
  account: newAccount(now),
  until: now,
  on: false,
  asking: null,
  sense: 'cost',
  reading: null,
  unread: [],
});

/** The account with what ran until `now`, as long as the output was what it is. */
export function ranUntil(state: AccountState, taker: Taker, now: Instant): AccountState {
  if (now <= state.until) return state;
  const { asking, until: from, on } = state;
  const stretches = switchedTimes(taker, { from, on, pointer: asking?.pointer ?? null }, now);
  const last = stretches.findLast(({ baseline }) => baseline !== null);
  const pointer = last?.baseline != null ? last.baseline + last.end - last.start : asking?.pointer;
  const counted = {
    ...state,
    until: now,
    on: taker.device.output?.on ?? false,
    asking: asking && { ...asking, pointer: pointer ?? asking.pointer },
  };
  if (state.reading) return { ...counted, unread: stretches.reduce(withUnread, state.unread) };
  return withEnergies(
    counted,
    taker,
    stretches.flatMap((stretch) => energiesOf(taker, stretch)),
  );
}

/** Many messages between two switches are one time. */
function withUnread(unread: readonly SwitchedTime[], next: SwitchedTime): readonly SwitchedTime[] {
  const last = unread.at(-1);
  const goesOn = last && last.end === next.start && last.by === next.by && last.period === next.period;
  const baseline = last?.baseline == null ? null : last.baseline + last.end - last.start;
  if (goesOn && baseline === next.baseline) return [...unread.slice(0, -1), { ...last, end: next.end }];
  return [...unread, next].slice(-MOST_UNREAD);
}

const withEnergies = (state: AccountState, { device }: Taker, energies: readonly CountedEnergy[]): AccountState => ({
  ...state,
  account: energies.reduce((account, energy) => withEnergy(account, energy, device.timeZone), state.account),
});

/**
 * The account after a reading of the device's own meter at `now`: what it has grown by ran while the device was on, or where it
 * was not, all the time. A reading that falls, or leaps, or comes after months, is taken for that of another meter; until it, and where there is to be no
 * meter any more, the power of the node counts.
 */
export function readAt(state: AccountState, taker: Taker, kWh: number | null, now: Instant): AccountState {
  const { reading, unread } = state;
  const present = { ...state, reading: kWh === null ? null : { kWh, at: now }, unread: [] };
  if (!reading) return present;
  const grown = (kWh ?? -1) - reading.kWh;
  const silent = now - reading.at;
  const isAnother = grown < 0 || grown > (MOST_KW * Math.max(60, silent)) / 3600 || silent > LONGEST_ASKED;
  const own = () => unread.flatMap((stretch) => energiesOf(taker, stretch));
  return withEnergies(present, taker, isAnother ? own() : spread(grown, unread));
}

function spread(kWh: number, unread: readonly SwitchedTime[]): CountedEnergy[] {
  const on = unread.filter((stretch) => stretch.on);
  const taken = on.length > 0 ? on : unread;
  const seconds = taken.reduce((sum, { start, end }) => sum + end - start, 0);
  return taken.map(({ on: _, ...stretch }) => ({ ...stretch, kWh: (kWh * (stretch.end - stretch.start)) / seconds }));
}

/** The account without what is too old to be reckoned anew, but for the period that runs. */
export function tidied(state: AccountState, period: Instant | null, now: Instant): AccountState {
  const oldest = now - RECKONED_ANEW;
  const { account } = state;
  if (!account.portions.some(({ at }) => at < oldest)) return state;
  const final = (portion: DeviceAccount['portions'][number]) =>
    portion.at < oldest && (portion.period !== period || portion.at < now - LONGEST_ASKED);
  return { ...state, account: closed(account, final) };
}

/** The account where the clock was set by `step` seconds: what it counted at a time that was none moves along. */
export function stepped(state: AccountState, step: number, timeZone: string): AccountState {
  const { account, asking, reading } = state;
  const portions = account.portions.map((portion) => {
    if (isKnownTime(portion.at)) return portion;
    const at = quarterOf(portion.at + step);
    return { ...portion, at, baseline: null, day: localDate(at, timeZone) };
  });
  return {
    ...state,
    account: { ...account, portions },
    until: state.until + step,
    asking: asking && { ...asking, pointer: asking.pointer + step },
    reading: reading && { ...reading, at: reading.at + step },
    unread: state.unread.map((stretch) => ({ ...stretch, start: stretch.start + step, end: stretch.end + step })),
  };
}
