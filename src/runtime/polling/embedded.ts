import type { DayAheadQuestion } from '../../api/day-ahead-question.ts';
import type { DayAhead } from '../../api/read-series.ts';
import { isClientError } from '../../client/errors.ts';
import { latestEntries } from '../../core/cache/latest.ts';
import { markets } from '../../core/markets.ts';
import { type Instant, localDate } from '../../core/time.ts';
import type { LiveHoldings, ServiceOptions } from '../../service/service.ts';
import type { Clock } from '../clock.ts';
import type { siteFigures } from '../figures/site-figures.ts';
import type { LiveMeans, LivePart } from '../live/shared-live.ts';
import { SourceError } from '../problems.ts';
import type { ServiceSettings } from '../site-settings.ts';
import { watchDays } from './new-day.ts';
import { type DailyClient, onceADay } from './once-a-day.ts';
import { watchOwnPrices } from './own-prices.ts';
import type { Trouble } from './poller.ts';
import { pricedWithoutRefusedCode } from './refused-code.ts';

type EmbeddedSettings = ServiceSettings & { readonly kind: 'embedded' };

/** Questions whose zones are known; dialogs have many. */
const MOST = 500;

/** The questions with news. */
type Matching = (question: DayAheadQuestion) => boolean;

const ADDRESS = 'http://embedded';

/** The embedded service: it is called in this process, without a port. */
export interface Embedded {
  open(): Promise<DailyClient>;
  /** The reason why the next prices of an answered question are late. */
  late(question: DayAheadQuestion): Trouble | undefined;
  /** False for an answer of another day: a version of its tariff may have taken effect since. */
  isOfToday(question: DayAheadQuestion, at: Instant): boolean;
  /** Requests the public sources that a question waits for at once, if they may be requested. */
  hasten(question: DayAheadQuestion): Promise<void>;
}

/** @param onNews receives the questions that are to be answered again, at once. */
export function embeddedService(
  { catalogue, contracts, figures, live, own }: EmbeddedSettings,
  clock: Clock,
  means: LiveMeans,
  onNews: (matching: Matching) => void,
): Embedded {
  /** The zones that each question has read, and those of the question that is being priced. */
  const zones = latestEntries<ReadonlySet<string>>(MOST);
  let reading: Set<string> | undefined;
  let part: LivePart | undefined;
  let endDays: (() => void) | undefined;
  let endWatch: (() => void) | undefined;
  let updates: ReturnType<typeof siteFigures> | undefined;

  /** Prices beside the folder of one's own. */
  const holdings = (): LiveHoldings => ({
    ...(part && { dir: part.dir, wantTariffs: part.wantTariffs, exchange: part.exchange }),
    prices: {
      get(zone) {
        reading?.add(zone);
        part?.want(zone);
        return part?.get(zone);
      },
    },
    sources: () => part?.credits() ?? [],
  });

  function troubleOf(question: DayAheadQuestion): SourceError | undefined {
    const { timeZone } = markets[question.country];
    const troubles = [...(zones.get(keyOf(question)) ?? [])].map((zone) => part?.troubleOf(zone, timeZone));
    return troubles.find((trouble) => trouble !== undefined);
  }

  /** A question that has not been answered yet may need any zone. */
  const isReadFor = (question: DayAheadQuestion, zone = '') => zones.get(keyOf(question))?.has(zone) ?? true;

  /** A question without a price: its own files or the public sources may be the reason. */
  function reasonOf(question: DayAheadQuestion, read: ReadonlySet<string>): SourceError | undefined {
    if (!own) return troubleOf(question);
    return new SourceError(
      { code: 'source-own', detail: [...read].join(', ') },
      'your own files have no current price',
    );
  }

  async function close(): Promise<void> {
    endWatch?.();
    endDays?.();
    await updates?.stop();
    await part?.close();
  }

  async function open(): Promise<DailyClient> {
    const { createClient, questionUrl } = await import('../../client/client.ts');
    const { refusalError } = await import('../../client/refusal.ts');
    const { createService, renewingCatalogue } = await import('../../service/service.ts');
    const { httpRefusalOf } = await import('../../service/errors.ts');
    const options: ServiceOptions = {
      now: () => clock.now(),
      ...(catalogue && { own: catalogue }),
      ...(updates && { figures: updates.dir }),
      ...(contracts && { contracts }),
      ...((live || own) && { live: holdings() }),
    };
    const service = createService(options);
    const { books } = renewingCatalogue(options);
    /** @param read receives the zones whose prices are read; pricing is synchronous. */
    async function price(question: DayAheadQuestion, now: Instant, read?: Set<string>): Promise<DayAhead> {
      reading = read;
      try {
        return service.dayAhead(question, now);
      } catch (error) {
        const { status, body } = httpRefusalOf(error);
        const url = questionUrl(ADDRESS, question);
        throw refusalError({ url, status }, { status, text: undefined, header: () => undefined }, body);
      } finally {
        reading = undefined;
      }
    }
    const ask = pricedWithoutRefusedCode(price);
    const { production: token } = service.tokens;
    const fetch = (url: string, init: RequestInit) => service.fetch(new Request(url, init));
    const client = createClient({ baseUrl: ADDRESS, token, fetch });
    // Tariffs are priced as of today: a version that takes effect counts from the day's first moment on.
    endDays = watchDays(clock, (hasBegun) => onNews(({ country }) => hasBegun(markets[country].timeZone)));
    endWatch = catalogue ? watchOwnPrices(catalogue, clock, () => onNews(() => true)) : undefined;
    return {
      ...onceADay(client, clock),
      // The sources to credit are those in use.
      ...(live && { attribution: client.attribution }),
      // A replay has no past to learn from.
      ...((live || own) && { openPast: () => ask }),
      book: (country) => books.get(country),
      async dayAhead(question) {
        const read = new Set<string>();
        zones.set(keyOf(question), read);
        try {
          return await ask(question, clock.now(), read);
        } catch (error) {
          const isUnpriced = isClientError(error) && error.status === 500;
          throw (isUnpriced && reasonOf(question, read)) || error;
        }
      },
      close,
    };
  }

  return {
    isOfToday({ country }, at) {
      const { timeZone } = markets[country];
      return localDate(at, timeZone) === localDate(clock.now(), timeZone);
    },
    late(question) {
      const error = troubleOf(question);
      return error && { error, retryAt: error.retryAt ?? null };
    },
    async hasten(question) {
      for (const zone of zones.get(keyOf(question)) ?? []) await part?.askNow(zone);
    },
    async open() {
      if (live) {
        const { joinLive } = await import('../live/shared-live.ts');
        part = joinLive(live, clock, means, ({ zone, country }) =>
          onNews((question) => question.country === country || isReadFor(question, zone)),
        );
      }
      if (figures !== undefined) {
        const { siteFigures } = await import('../figures/site-figures.ts');
        updates = siteFigures(figures, clock, means, () => onNews(() => true));
      }
      try {
        const client = await open();
        updates?.start();
        return client;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

const keyOf = (question: DayAheadQuestion) => JSON.stringify(question);
