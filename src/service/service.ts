import { join } from 'node:path';
import type { AttributionSource } from '../api/bodies.ts';
import type { CountryCode } from '../core/markets.ts';
import type { ZonePrices } from '../core/price-file.ts';
import type { Instant } from '../core/time.ts';
import type { SpotPrices } from '../pricing/book.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createLedger } from './accounts/ledger.ts';
import { openOwnAccount } from './accounts/own-account.ts';
import { createVisits } from './accounts/table-visits.ts';
import type { Visits } from './accounts/visits.ts';
import type { StateNews } from './accounts/watched-visits.ts';
import { type AppOptions, createApp } from './app.ts';
import { type Catalogue, loadCatalogue } from './catalogue/catalogue.ts';
import { figuresStamp, newestFigures } from './catalogue/figures/installed.ts';
import { renewedCatalogue } from './catalogue/figures/renewed.ts';
import { besideCatalogue, OWN_PRICES } from './catalogue/own.ts';
import { shipped, shippedCatalogue, shippedLiveCatalogue } from './catalogue/shipped.ts';
import { TOLD, withTold } from './catalogue/told.ts';
import { type ExchangeContract, withExchange } from './contracts/exchange.ts';
import type { TypedContract } from './contracts/typed-contract.ts';
import { withContracts } from './contracts/with-contracts.ts';
import { dayAhead, seriesSource } from './endpoints/dayahead.ts';
import { openPrices } from './exchange/prices.ts';
import { replayed } from './exchange/replay.ts';
import { besidePrices, todayOr, watchedPrices, type ZonePriceSource } from './exchange/watched-prices.ts';
import type { AccessRecord } from './http/access-record.ts';
import type { ValueService } from './in-process.ts';

export interface ServiceOptions {
  /** The catalogue, or the directory it is read from; by default the demo catalogue of this package. */
  readonly catalogue?: Catalogue | string;
  /** Exchange prices, or the directory they are read from, again when a file changes; by default those of this package. */
  readonly prices?: SpotPrices | string;
  /** A directory of companies and tariffs of one's own, and of `prices`, beside the catalogue and the prices. */
  readonly own?: string;
  /** A folder of installed figures, which replace older figures of this package; the `catalogue` option has none. */
  readonly figures?: string | undefined;
  /** Contracts of one's own that no file holds, beside the catalogue. */
  readonly contracts?: readonly TypedContract[];
  /** Prices that change while it runs, and the sources to credit for them; no replay. */
  readonly live?: LiveHoldings;
  /** UNIX seconds; by default the system's clock. */
  readonly now?: () => Instant;
  /** In [0, 1), spreads `next` over half an hour; by default `Math.random`. */
  readonly random?: () => number;
  /** Milliseconds that every answer is held back. */
  readonly delayMs?: number;
  /** Counts a client under the address that the nearest proxy reports in `X-Forwarded-For`. */
  readonly trustProxy?: boolean;
  /** Told of every answered request; neither token, query nor address is in it. */
  readonly log?: (record: AccessRecord) => void;
  /** Told when accounts and counters that live elsewhere cannot be reached, and when they are back. */
  readonly logState?: (news: StateNews) => void;
}

export interface LiveHoldings {
  /** The folder of what is told of tariffs while it runs, where there is one. */
  readonly dir?: string;
  /** Hears of a country whose tariffs are asked for. */
  readonly wantTariffs?: (country: CountryCode) => void;
  readonly prices: ZonePriceSource;
  /** Contracts at nothing but a published price. */
  readonly exchange?: readonly ExchangeContract[];
  readonly sources: () => readonly AttributionSource[];
}

/**
 * Makes the service, without a port: hand `fetch` to a server or call it. It holds its tokens and counters in memory
 * and nothing that needs closing. Throws where a directory cannot be read or a row in it is wrong.
 */
export function createService(options: ServiceOptions = {}): ValueService {
  const accounts = createAccounts();
  const { now = systemNow } = options;
  return {
    ...serviceOver(createVisits(accounts, createLedger()), options),
    tokens: openOwnAccount(accounts, now()),
  };
}

/** The service for accounts, and with counters, that live elsewhere: in a state file or a database. */
export function serviceOver(visits: Visits, options: ServiceOptions = {}): Pick<ValueService, 'fetch' | 'dayAhead'> {
  const { now = systemNow, random = Math.random, live, delayMs = 0, trustProxy = false } = options;
  const { log = () => undefined, logState = () => undefined } = options;
  const holdings = { ...holdingsOf(options), random };
  const source = seriesSource(holdings);
  const served = { ...holdings, visits, now, liveSources: live?.sources, delayMs, trustProxy, log, logState };
  const app = createApp(served, source);
  return {
    fetch: async (request, clientAddress) => app.fetch(request, { clientAddress }),
    dayAhead: (question, at) => dayAhead(source, question, at),
  };
}

/** UNIX seconds of the system's clock. */
export const systemNow = (): Instant => Math.floor(Date.now() / 1000);

/** The catalogue and prices that the options name, read. Throws a `FileError`. */
export function holdingsOf(options: ServiceOptions): Pick<AppOptions, 'catalogue' | 'prices'> {
  const { prices, own, live } = options;
  const open = () => {
    const catalogue = catalogueOf(options);
    return live?.dir ? withTold(catalogue, join(live.dir, TOLD), live.wantTariffs) : catalogue;
  };
  return {
    catalogue: renewed(options, open),
    prices:
      typeof prices === 'object'
        ? prices
        : replayed(live ? livePriceSource(live.prices, own) : priceSource(prices, own)),
  };
}

/** The catalogue that the options name. Throws a `FileError`. */
export function catalogueOf({ catalogue, own, contracts = [], live, figures }: ServiceOptions): Catalogue {
  const held = () => {
    const ours = live?.dir ? shippedLiveCatalogue() : shippedCatalogue();
    return figures === undefined ? ours : newestFigures(ours, figures);
  };
  const shown = typeof catalogue === 'string' ? loadCatalogue(catalogue) : (catalogue ?? held());
  const base = live?.exchange ? withExchange(shown, live.exchange) : shown;
  const filed = own === undefined ? base : besideCatalogue(base, own);
  return contracts.length === 0 ? filed : withContracts(filed, contracts);
}

/** The catalogue that the options name, also with figures that are installed while it runs. */
export const renewingCatalogue = (options: ServiceOptions): Catalogue => renewed(options, () => catalogueOf(options));

function renewed({ figures }: ServiceOptions, open: () => Catalogue): Catalogue {
  return figures === undefined ? open() : renewedCatalogue(() => figuresStamp(figures), open);
}

function priceSource(dir: string | undefined, own: string | undefined): ZonePriceSource {
  const base = dir === undefined ? openPrices(shipped('prices')) : watchedPrices(dir);
  return own === undefined ? base : besidePrices(watchedPrices(join(own, OWN_PRICES), { optional: true }), base);
}

/** A zone of which nothing is held has no price yet. */
function livePriceSource(prices: ZonePriceSource, own: string | undefined): ZonePriceSource {
  const held = own === undefined ? prices : todayOr(watchedPrices(join(own, OWN_PRICES), { optional: true }), prices);
  return besidePrices(held, { get: () => NOTHING_YET });
}

const NOTHING_YET: ZonePrices = { days: new Map(), replay: false };
