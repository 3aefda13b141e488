import { type AllowanceHeaders, type NewThings, readAllowance } from '../api/allowance.ts';
import type { Instant } from '../core/time.ts';

/** What is known of a testing token's limits (specification, "Limits"); what no answer has said yet is left out. */
export interface Allowance {
  /** Asked with this token since midnight UTC, by this client alone. */
  readonly requestsToday: number;
  /** By the last word of a path, such as `dayahead`: the new things it may still be asked today. */
  readonly newToday: Readonly<Record<string, Omit<NewThings, 'resetAt'>>>;
  /** Different ones over the life of the account. */
  readonly companiesLeft?: number;
  readonly tariffsLeft?: number;
}

export interface AllowanceBook {
  /** A request is being sent. */
  count(): void;
  /** An answer has come to a request for `path`. */
  note(path: string, header: (name: string) => string | undefined): void;
  state(): Allowance;
}

const DAY = 86_400;

export function createAllowanceBook(now: () => Instant): AllowanceBook {
  const today = () => Math.floor(now() / DAY);
  const newThings = new Map<string, NewThings>();
  let totals: Omit<AllowanceHeaders, 'newThings'> = {};
  let requests = { day: today(), count: 0 };
  const requestsToday = () => (requests.day === today() ? requests.count : 0);
  return {
    count() {
      requests = { day: today(), count: requestsToday() + 1 };
    },
    note(path, header) {
      const { newThings: left, ...rest } = readAllowance(header);
      if (left) newThings.set(path.slice(path.lastIndexOf('/') + 1), left);
      totals = { ...totals, ...rest };
    },
    state() {
      const running = [...newThings].filter(([, { resetAt }]) => now() < resetAt);
      const newToday = running.map(([endpoint, { limit, remaining }]) => [endpoint, { limit, remaining }]);
      return { requestsToday: requestsToday(), newToday: Object.fromEntries(newToday), ...totals };
    },
  };
}
