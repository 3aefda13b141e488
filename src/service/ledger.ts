import type { TestingLimit } from '../api/bodies.ts';
import type { Instant } from '../core/time.ts';

/** The endpoints whose new things are counted, each for itself. */
export type Endpoint = 'companies' | 'tariffs' | 'versions' | 'dayahead';

/** What a request asks about. */
export interface Asked {
  /** The country, company, tariff or combination of tariffs that is new once a day. */
  readonly thing: string;
  /** The ids it names, counted over the account's life. */
  readonly named?: { readonly kind: TestingLimit['kind']; readonly ids: readonly string[] };
}

/** What has been counted. A day is named by its first instant; only the latest is kept, and answers for those before. */
export interface Ledger {
  /** Counts one more request of an account or a client address; returns the day's number, this one included. */
  addRequest(who: string, day: Instant): number;
  /** The things an account asked about on an endpoint this day. */
  asked(accountId: string, endpoint: Endpoint, day: Instant): ReadonlySet<string>;
  /** The companies or tariffs an account ever named. */
  named(accountId: string, kind: TestingLimit['kind']): ReadonlySet<string>;
  add(accountId: string, endpoint: Endpoint, day: Instant, asked: Asked): void;
}

/** A ledger that lives as long as the process. */
export function createLedger(): Ledger {
  const totals = new Map<string, Set<string>>();
  let today = emptyDay(0);

  const dayOf = (day: Instant) => {
    if (day > today.day) today = emptyDay(day);
    return today;
  };
  const asked = (accountId: string, endpoint: Endpoint, day: Instant) =>
    setAt(dayOf(day).asked, `${accountId} ${endpoint}`);
  const named = (accountId: string, kind: TestingLimit['kind']) => setAt(totals, `${accountId} ${kind}`);

  return {
    addRequest(who, day) {
      const { requests } = dayOf(day);
      const made = (requests.get(who) ?? 0) + 1;
      requests.set(who, made);
      return made;
    },
    asked,
    named,
    add(accountId, endpoint, day, { thing, named: names }) {
      asked(accountId, endpoint, day).add(thing);
      if (names) for (const id of names.ids) named(accountId, names.kind).add(id);
    },
  };
}

const emptyDay = (day: Instant) => ({
  day,
  requests: new Map<string, number>(),
  asked: new Map<string, Set<string>>(),
});

function setAt(map: Map<string, Set<string>>, key: string): Set<string> {
  const set = map.get(key) ?? new Set();
  map.set(key, set);
  return set;
}
