import type { TestingLimit } from '../../api/bodies.ts';
import type { Instant } from '../../core/time.ts';
import type { Account, Token } from './accounts.ts';
import type { AskedThing, Endpoint } from './ledger.ts';

/** A request with a credential. */
export interface Visit {
  readonly credential: string;
  readonly address?: string | undefined;
  readonly now: Instant;
  /** Nothing where no endpoint looks at the request: then it counts, and that is all. */
  readonly endpoint?: Endpoint | undefined;
  /** Nothing where the question is not in order. */
  readonly asked?: AskedThing | undefined;
  /** No other request with the credential is running in this process. */
  readonly isAlone: boolean;
}

/** The allowances of a testing token as a visit found them, before it spent anything. */
export interface Tally {
  /** Things asked about on the endpoint this day. */
  readonly things: number;
  /** What is asked now was among them. */
  readonly isAsked: boolean;
  /** Companies and tariffs ever named. */
  readonly named: Readonly<Record<TestingLimit['kind'], number>>;
  /** The ids of this question that were not among them. */
  readonly fresh: readonly string[];
}

/** A visit with a testing token, counted. */
export interface Spending {
  /** Requests of the day, this one included; of the address 0 where it is not known. */
  readonly requests: { readonly account: number; readonly address: number };
  /** No other request with this token is running. */
  readonly isAlone: boolean;
  readonly tally: Tally;
  /** The question that was taken out of the allowances. */
  readonly spent?: AskedThing | undefined;
}

export interface Visitor {
  readonly token: Token;
  readonly account: Account;
  /** Nothing of a production token, which is not limited. */
  readonly spending?: Spending | undefined;
  /** Gives the slot of the token to requests in other processes. */
  readonly release?: (() => Promise<void>) | undefined;
}

/** The store of accounts and counters as a request meets it: in memory, in a file, or shared by several processes. */
export interface Visits {
  /** Tells, perhaps of an earlier moment, whether a credential is worth a look at what it asks. */
  knows(credential: string): boolean | Promise<boolean>;
  /**
   * Counts a request, and where no rule refuses it takes what it asks out of the allowances: both or neither, and to stay
   * when it returns. Nothing where the credential is not known.
   */
  visit(visit: Visit): Visitor | undefined | Promise<Visitor | undefined>;
  /** Rejects with a `StateAway` where the store does not answer, or cannot be written; left out by one in memory, which always can. */
  look?(): Promise<void>;
}
