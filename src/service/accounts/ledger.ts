import type { TestingLimit } from '../../api/bodies.ts';
import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import type { Table } from './table.ts';

/** The endpoints whose new things are counted, each for itself. */
export type Endpoint = 'companies' | 'tariffs' | 'versions' | 'dayahead';

/** The thing that a request asks about. */
export interface AskedThing {
  /** The country, company, tariff or combination of tariffs that is new once a day. */
  readonly thing: string;
  /** The ids it names, counted over the account's life. */
  readonly named?: { readonly kind: TestingLimit['kind']; readonly ids: readonly string[] };
}

/**
 * The counts of all accounts. A day is named by its first instant; only the latest is kept, and answers for the one before. Where a day
 * before that is asked for, the clock was ahead: what it has counted is dropped.
 */
export interface Ledger {
  /** Counts one more request of an account or a client address; returns the day's number, this one included. */
  addRequest(who: string, day: Instant): number;
  /** The things an account asked about on an endpoint this day. */
  asked(accountId: string, endpoint: Endpoint, day: Instant): ReadonlySet<string>;
  /** The companies or tariffs an account ever named. */
  named(accountId: string, kind: TestingLimit['kind']): ReadonlySet<string>;
  add(accountId: string, endpoint: Endpoint, day: Instant, asked: AskedThing): void;
}

/** A count of a UTC day, named by its first instant. */
export interface Counted<T> {
  readonly day: Instant;
  readonly value: T;
}

export interface Counters {
  /** Requests of the day, by account or client address. */
  readonly requests: Table<Counted<number>>;
  /** New things of the day, by account and endpoint. */
  readonly things: Table<Counted<readonly string[]>>;
  /** Everything ever named, by account and kind. */
  readonly totals: Table<readonly string[]>;
}

/** A ledger in the tables given, or in memory. */
export function createLedger(
  { requests, things, totals }: Counters = { requests: new Map(), things: new Map(), totals: new Map() },
): Ledger {
  let latest = Math.max(0, ...[...requests, ...things].map(([, { day }]) => day));

  /** The count of `table` under `key` on the latest day; the first question of a new one drops what was counted on any other. */
  function rowOf<T>(table: Table<Counted<T>>, key: string, day: Instant, empty: T): Counted<T> {
    if (day > latest || day < latest - DAY_SECONDS) {
      for (const counted of [requests, things]) dropOthers<unknown>(counted, day);
      latest = day;
    }
    const row = table.get(key);
    // A write that failed may have left what was to be dropped.
    return row?.day === latest ? row : { day: latest, value: empty };
  }
  const askedOn = (accountId: string, endpoint: Endpoint, day: Instant) =>
    rowOf(things, `${accountId} ${endpoint}`, day, []);
  const namedBy = (accountId: string, kind: TestingLimit['kind']) => totals.get(`${accountId} ${kind}`) ?? [];

  return {
    addRequest(who, day) {
      const row = rowOf(requests, who, day, 0);
      requests.set(who, { ...row, value: row.value + 1 });
      return row.value + 1;
    },
    asked: (accountId, endpoint, day) => new Set(askedOn(accountId, endpoint, day).value),
    named: (accountId, kind) => new Set(namedBy(accountId, kind)),
    add(accountId, endpoint, day, { thing, named }) {
      const row = askedOn(accountId, endpoint, day);
      if (!row.value.includes(thing)) things.set(`${accountId} ${endpoint}`, { ...row, value: [...row.value, thing] });
      if (!named) return;
      const known = namedBy(accountId, named.kind);
      const all = [...new Set([...known, ...named.ids])];
      if (all.length > known.length) totals.set(`${accountId} ${named.kind}`, all);
    },
  };
}

function dropOthers<T>(table: Table<Counted<T>>, day: Instant): void {
  for (const [key, row] of [...table]) if (row.day !== day) table.delete(key);
}
