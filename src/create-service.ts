import { existsSync } from 'node:fs';
import type { Instant } from './core/time.ts';
import { liveFetching } from './live-fetching.ts';
import { checkInstant, checkObject, shown } from './planner/arguments.ts';
import type { SpotPrices } from './pricing/book.ts';
import type { CustomContract } from './service/contracts/custom-contract.ts';
import { readCustomContract } from './service/contracts/read-custom-contract.ts';
import type { AccessRecord } from './service/http/access-record.ts';
import type { Service } from './service/in-process.ts';
import { catalogueOf, createService, type ServiceOptions, systemNow } from './service/service.ts';

/** Options of the service of the public entry; every field may be left out. */
export interface LibraryServiceOptions {
  /**
   * `'live'`: today's prices from public sources. `'replay'`: old auctions of this package under today's date. Otherwise a
   * directory of price files, or prices of the program's own. Left out, auctions are replayed with a warning.
   */
  readonly prices?: 'live' | 'replay' | (string & {}) | SpotPrices;
  /** With live prices: the bidding zones that are fetched; by default all that an open source has. */
  readonly zones?: readonly string[];
  /** With live prices: `'smard'`, `'omie=https://mirror.example'` or `'all'`; by default the sources under an open licence. */
  readonly sources?: readonly string[];
  /** With live prices: the directory that days are kept in; by default `dayahead/prices` in the user's cache folder. */
  readonly keep?: string;
  /** Contracts of the user's own beside those of the catalogue. */
  readonly contracts?: readonly CustomContract[];
  /** A directory of companies and tariffs in place of the catalogue of this package. */
  readonly catalogue?: string;
  /** A directory of companies, tariffs and `prices` of the user's own beside them. */
  readonly own?: string;
  /** A folder of installed figures, which replace older figures of this package; `catalogue` has none. */
  readonly figures?: string;
  /** UNIX seconds; by default the system's clock. */
  readonly now?: () => Instant;
  /** In [0, 1), spreads `next` over half an hour; by default `Math.random`. */
  readonly random?: () => number;
  /** Milliseconds that every answer is held back. */
  readonly delayMs?: number;
  /** Counts a client under the address that the nearest proxy reports in `X-Forwarded-For`. */
  readonly trustProxy?: boolean;
  /** Receives every answered request, without token, query and address. */
  readonly log?: (record: AccessRecord) => void;
}

/** A service whose prices are fetched while it runs. */
export interface LiveService extends Service {
  /**
   * Starts to fetch, and resolves once each zone has prices of today or its first source has failed; failed zones are tried
   * again until `close`. Returns a line for each zone that has no price of today yet.
   */
  start(): Promise<readonly string[]>;
  /** Ends all timers and connections. */
  close(): Promise<void>;
}

/**
 * Makes the tariff service without a port: pass `fetch` to `createClient` or to a server. Accounts and counters are in
 * memory. Nothing needs closing unless prices are live.
 *
 * @throws RangeError or TypeError naming the option that is wrong, and an error naming the file where a directory cannot be read
 *
 * @example
 * const service = createService({ prices: 'live', zones: ['DE-LU'] });
 * await service.start();
 */
export function libraryService(options: LibraryServiceOptions & { readonly prices: 'live' }): LiveService;
export function libraryService(options?: LibraryServiceOptions): Service;
export function libraryService(options: LibraryServiceOptions = {}): Service | LiveService {
  checkOptions(options);
  const { prices, zones, sources, keep, contracts = [], ...others } = options;
  const { now = systemNow } = others;
  checkInstant('now()', now());
  if (prices === 'live') {
    const { holdings, start, close } = liveFetching({ zones, sources, keep }, now);
    return { ...createService(withContracts({ ...others, live: holdings }, contracts)), start, close };
  }
  if (zones ?? sources ?? keep) throw new TypeError("zones, sources and keep need prices: 'live'");
  if (prices === undefined) warnOfReplay();
  else if (typeof prices === 'string' && prices !== 'replay' && !existsSync(prices))
    throw new RangeError(`prices must be 'live', 'replay', a directory or SpotPrices, got ${shown(prices)}`);
  const held = prices === undefined || prices === 'replay' ? {} : { prices };
  return createService(withContracts({ ...others, ...held }, contracts));
}

/** Every option; a type keeps the list complete. */
const OPTIONS: Readonly<Record<keyof LibraryServiceOptions, true>> = {
  ...{ prices: true, zones: true, sources: true, keep: true, contracts: true, catalogue: true, own: true },
  ...{ figures: true, now: true, random: true, delayMs: true, trustProxy: true, log: true },
};

function checkOptions(options: LibraryServiceOptions): void {
  checkObject('options', options);
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(OPTIONS, key));
  if (unknown !== undefined)
    throw new TypeError(`options must be ${Object.keys(OPTIONS).join(', ')}; got ${shown(unknown)}`);
}

function withContracts(options: ServiceOptions, contracts: readonly CustomContract[]): ServiceOptions {
  if (contracts.length === 0) return options;
  const { books } = catalogueOf(options);
  const read = contracts.map((contract, i) => readCustomContract(contract, books, `contracts[${i}]`));
  return { ...options, contracts: read };
}

let hasWarned = false;

/** Once per process: a program that starts many services needs no more. */
function warnOfReplay(): void {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    "createService() replays auctions of 2025 and 2026 under today's date. Pass prices: 'live' for today's prices, or prices: 'replay' to replay without this warning.",
    { code: 'DAYAHEAD_REPLAY' },
  );
}
