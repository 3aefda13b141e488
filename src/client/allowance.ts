import { type AllowanceHeaders, type NewThings, readAllowance } from '../api/allowance.ts';
import { DAY_SECONDS, type Instant } from '../core/time.ts';
import type { Allowance } from '../core/vocabulary.ts';

/** An allowance as it is counted, to be kept over a restart. */
export interface AllowanceRecord {
  /** `day` counts UTC days since 1970. */
  readonly requests: { readonly day: number; readonly count: number };
  readonly newThings: Readonly<Record<string, NewThings>>;
  readonly totals: Omit<Allowance, 'requestsToday' | 'newToday'>;
}

export interface AllowanceBook {
  /** A request is being sent. */
  count(): void;
  /** An answer has come to a request for `path`. */
  note(path: string, header: (name: string) => string | undefined): void;
  /** Goes on from `kept`, unless this book has counted further already. */
  recall(kept: AllowanceRecord): void;
  state(): Allowance;
}

/** @param onChange hears every count and every note. */
export function createAllowanceBook(
  now: () => Instant,
  onChange: (record: AllowanceRecord) => void = () => undefined,
): AllowanceBook {
  const today = () => Math.floor(now() / DAY_SECONDS);
  let record: AllowanceRecord = { requests: { day: 0, count: 0 }, newThings: {}, totals: {} };
  const requestsToday = () => (record.requests.day === today() ? record.requests.count : 0);
  const change = (changed: Partial<AllowanceRecord>) => {
    record = { ...record, ...changed };
    onChange(record);
  };
  return {
    count: () => change({ requests: { day: today(), count: requestsToday() + 1 } }),
    note(path, header) {
      const { newThings: left, ...totals }: AllowanceHeaders = readAllowance(header);
      const endpoint = path.slice(path.lastIndexOf('/') + 1);
      change({
        newThings: left ? { ...record.newThings, [endpoint]: left } : record.newThings,
        totals: { ...record.totals, ...totals },
      });
    },
    recall(kept) {
      const [{ day, count }, mine] = [kept.requests, record.requests];
      if (day > mine.day || (day === mine.day && count > mine.count)) record = kept;
    },
    state() {
      const running = Object.entries(record.newThings).filter(([, { resetAt }]) => now() < resetAt);
      const newToday = running.map(([endpoint, { limit, remaining }]) => [endpoint, { limit, remaining }]);
      return { requestsToday: requestsToday(), newToday: Object.fromEntries(newToday), ...record.totals };
    },
  };
}
