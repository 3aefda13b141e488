import { hash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AttributionSource } from '../../api/bodies.ts';
import { thrownText } from '../../core/file-error.ts';
import type { CountryCode } from '../../core/markets.ts';
import { readMirrors, readSourceList } from '../../feeds/chosen-sources.ts';
import type { ChosenSources } from '../../feeds/price-feeds.ts';
import { tariffFeeds } from '../../feeds/tariff-feeds.ts';
import { tradedPrices } from '../../feeds/zones.ts';
import type { Clock } from '../clock.ts';
import { packageVersion } from '../package-version.ts';
import type { SourceError } from '../problems.ts';
import type { LiveSettings } from '../site-settings.ts';
import { creditsOf } from './credits.ts';
import { type LivePrices, livePrices } from './live-prices.ts';
import { sourceTrouble } from './source-trouble.ts';

/** Hears of a zone that has been asked about, or of a country of which something else has been told. */
type Listener = (about: { readonly zone?: string; readonly country?: CountryCode }) => void;

interface SharedLive {
  readonly prices: LivePrices;
  readonly listeners: Set<Listener>;
}

/** What the sites of one process take live prices with. */
export interface LiveMeans {
  /** Days are kept below it; left out, in the user's cache folder. */
  readonly folder?: string | undefined;
  /** Asked where a site names no sources: a mirror, or a stand-in in tests. */
  readonly sources?: string | undefined;
  /** Where a source is asked that a site gives no address for, one a line; it chooses none. */
  readonly mirrors?: string | undefined;
  readonly running: Map<string, SharedLive>;
  /** Hears once for each day that two sources disagree about. */
  readonly onDispute?: (text: string) => void;
  /** Called once for each problem with newer figures, and for figures that wait for a confirmation. */
  readonly onFigures?: (text: string) => void;
}

/** One service's part in the live prices of its sources. */
export interface LivePart extends Pick<LivePrices, 'want' | 'wantTariffs' | 'get' | 'askNow' | 'inUse'> {
  /** The folder that days are kept in. */
  readonly dir: string;
  /** Contracts at nothing but the price of a zone. */
  readonly exchange: typeof tradedPrices;
  credits(): AttributionSource[];
  /** What keeps a zone from its prices, with times by the clock of `timeZone`. */
  troubleOf(zone: string, timeZone: string): SourceError | undefined;
  /** Ends what no other service uses. */
  close(): Promise<void>;
}

/** Live prices of the sources in question, asked once for all who take part; `onNews` hears what each question came to. */
export function joinLive(settings: LiveSettings, clock: Clock, means: LiveMeans, onNews: Listener): LivePart {
  const { sources: named, token } = settings;
  const { sources: usual = '', mirrors = '', running, onDispute = () => undefined } = means;
  const sources = named || usual;
  const dir = keptIn(settings, means);
  const key = JSON.stringify([sources, token]);
  const shared = running.get(key) ?? start();
  running.set(key, shared);
  shared.listeners.add(onNews);
  return {
    dir,
    ...shared.prices,
    exchange: tradedPrices,
    credits: () => creditsOf(shared.prices),
    troubleOf: (zone, timeZone) => sourceTrouble(shared.prices, zone, clock.now(), timeZone),
    async close() {
      shared.listeners.delete(onNews);
      if (shared.listeners.size > 0) return;
      running.delete(key);
      await shared.prices.stop();
    },
  };

  function start(): SharedLive {
    const listeners = new Set<Listener>();
    const tell: Listener = (about) => {
      for (const listener of [...listeners]) listener(about);
    };
    const known = operatorsList('mirrors', () => readMirrors(mirrors));
    const usualSources = operatorsList('sources', () => readSourceList(usual));
    const chosen = named ? readSourceList(named) : usualSources;
    const prices = livePrices({
      zones: [],
      dir,
      clock,
      random: Math.random,
      version: packageVersion(),
      chosen,
      // The site's own go before the operator's.
      addresses: new Map([...known, ...addressesIn(usualSources), ...addressesIn(chosen)]),
      token,
      onDispute,
      onNews: tell,
      onTariffNews: ({ feed, outcome }) => {
        const country = tariffFeeds.find(({ name }) => name === feed)?.country;
        if (outcome === 'told' && country) tell({ country });
      },
    });
    prices.start();
    return { prices, listeners };
  }
}

/** A list of `settings.js`; an error names its key. */
function operatorsList(key: 'sources' | 'mirrors', read: () => ChosenSources): ChosenSources {
  try {
    return read();
  } catch (error) {
    throw new Error(`dayahead.${key} in settings.js: ${thrownText(error)}`);
  }
}

const addressesIn = (chosen: ChosenSources) => [...chosen].filter(([, address]) => address);

/** The folder that days of the sources in question are kept in. */
export const keptIn = ({ sources, token }: LiveSettings, { folder, sources: usual = '', mirrors = '' }: KeepingMeans) =>
  join(folder ?? cacheFolder(), folderOf(sources || usual, token, mirrors));

type KeepingMeans = Pick<LiveMeans, 'folder' | 'sources' | 'mirrors'>;

/** Days of other sources are other days. */
function folderOf(sources: string, token = '', mirrors = ''): string {
  const others = [sources, token, ...(mirrors ? [mirrors] : [])].join('\n');
  return others === '\n' ? 'prices' : `prices-${hash('sha256', others).slice(0, 12)}`;
}

/** The folder for what can be had again. */
export const cacheFolder = (): string => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dayahead');
