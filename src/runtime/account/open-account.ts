import type { MeterReading } from '../../core/series.ts';
import { addDays, type Instant, localDate, localDay } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { Horizon } from '../../planner/types.ts';
import { quarterReadings } from '../../pricing/account/quarter-energy.ts';
import { runSums } from '../../pricing/account/sums.ts';
import type { CausedCost } from '../../pricing/bill/caused-costs.ts';
import type { Clock } from '../clock.ts';
import { type Keeping, openMemory, openStore } from '../store.ts';
import { accountCsv } from './account-csv.ts';
import { type AccountDays, accountDays } from './account-days.ts';
import { keptAccount, readAccount } from './account-memory.ts';
import { pricedAt } from './account-prices.ts';
import { type AccountState, newAccountState, ranUntil, readAt, stepped, tidied } from './account-state.ts';
import { type AccountView, accountView } from './account-view.ts';
import { askingOf } from './asking.ts';
import type { AccountedDevice, Taker } from './what-ran.ts';

/** The keeper of a device's account. */
export interface AccountKeeper {
  /** After a restart: the relay has stayed as it was until `until`. */
  resume(taker: Taker, until: Instant): void;
  /** Counts what ran until now, before anything of the device changes. */
  count(taker: Taker): void;
  /** The clock was set by so many seconds. */
  step(seconds: number, timeZone: string): void;
  /** The device has changed from what it was before. */
  adopted(before: AccountedDevice, taker: Taker, market: Horizon | null, currency: string | undefined): void;
  /** `undefined` of a device of which nobody knows what it takes. */
  view(taker: Taker): AccountView | undefined;
  /** Its runs as a table. */
  csv(timeZone: string): string;
  /** The account so far. */
  readonly state: AccountState;
  /** Its energy by quarter hours for the bill of the month; none of a device that sells. */
  readonly energies: () => readonly MeterReading[];
  /** The cost of the device in the bill of the month. */
  billed(cost: CausedCost): void;
  /** Its last days. */
  days(timeZone: string): AccountDays;
  /** `removed` forgets the account. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

interface AccountOptions {
  readonly keeping: Keeping | undefined;
  readonly clock: Clock;
  /** Hears of an account that cannot be read or written: it begins anew, or is done without. */
  readonly onError: (error: unknown) => void;
  /** Called after every quarter hour while the device runs, and after midnight: the account has gone on. */
  readonly onTick: () => void;
}

/** Seconds after what switches with a quarter hour, and what is said again then: no topic speaks twice in a second. */
const AFTER = 2;

/** A need of a month, a quarter hour at a time, and 400 runs need less. */
const MOST_BYTES = 1_000_000;

export async function openAccount({ keeping, clock, onError, onTick }: AccountOptions): Promise<AccountKeeper> {
  const memory = await openMemory(openStore(keeping, MOST_BYTES), readAccount, onError);
  let state = memory.kept ?? newAccountState(clock.now());
  let market: Horizon | null = null;
  /** The account that was written last, and the quarter hour in which it was. */
  let kept = { account: state.account, at: 0 };
  let cancel = () => {};

  function keep(): void {
    kept = { account: state.account, at: quarterOf(clock.now()) };
    memory.keep(keptAccount(state));
  }

  function arm({ device: { output, timeZone } }: Taker): void {
    cancel();
    const now = clock.now();
    const midnight = localDay(addDays(localDate(now, timeZone), 1), timeZone).start;
    cancel = clock.alarm((output?.on ? quarterOf(now) + QUARTER_HOUR : midnight) + AFTER, onTick);
  }

  function read({ kwh }: NonNullable<AccountedDevice['measured']>, taker: Taker): void {
    state = readAt(state, taker, kwh?.value ?? null, clock.now());
  }

  return {
    get state() {
      return state;
    },
    resume(taker, until) {
      const now = clock.now();
      state = ranUntil({ ...state, until: Math.min(state.until, now) }, taker, Math.min(until, now));
      state = { ...state, until: now, on: taker.device.output?.on ?? false };
    },
    count(taker) {
      state = ranUntil(state, taker, clock.now());
      arm(taker);
      if (kept.at < quarterOf(clock.now()) && kept.account !== state.account) keep();
    },
    step(seconds, timeZone) {
      state = stepped(state, seconds, timeZone);
    },
    adopted(before, taker, present, currency) {
      const now = clock.now();
      if (before.measured?.kwh !== taker.device.measured?.kwh) read(taker.device.measured ?? {}, taker);
      state = { ...state, asking: askingOf(state.asking, before, taker, now), on: taker.device.output?.on ?? false };
      const isNews = present !== null && present !== market;
      state = tidied(state, taker.device.period?.end ?? null, now);
      if (isNews) state = pricedAt(state, present, currency, now);
      market = present;
      arm(taker);
      if (isNews || before.output?.on !== taker.device.output?.on) keep();
    },
    view: ({ settings, device }) => accountView(state, settings, device, clock.now()),
    csv: (timeZone) => accountCsv(runSums(state.account), timeZone),
    energies: () => (state.account.quarters && state.sense === 'cost' ? quarterReadings(state.account.quarters) : []),
    billed(cost) {
      state = { ...state, bill: cost };
    },
    days: (timeZone) => accountDays(state, timeZone, clock.now()),
    async close({ removed }) {
      cancel();
      if (!removed) keep();
      await memory.close({ removed });
    },
  };
}
