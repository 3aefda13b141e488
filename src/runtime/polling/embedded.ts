import { AsyncLocalStorage } from 'node:async_hooks';
import type { DayAhead } from '../../api/read-series.ts';
import type { Client, createClient, DayAheadQuestion } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import { type Instant, localDate } from '../../core/time.ts';
import type { Service } from '../../service/in-process.ts';
import type { LiveHoldings, ServiceOptions } from '../../service/service.ts';
import type { Clock } from '../clock.ts';
import type { siteFigures } from '../figures/site-figures.ts';
import type { LiveMeans, LivePart } from '../live/shared-live.ts';
import { SourceError } from '../problems.ts';
import type { ServiceSettings } from '../site-settings.ts';
import { watchDays } from './new-day.ts';
import { type AskPast, type DailyClient, onceADay } from './once-a-day.ts';
import { watchOwnPrices } from './own-prices.ts';
import type { Trouble } from './poller.ts';
import { pricedWithoutRefusedCode } from './refused-code.ts';

type EmbeddedSettings = ServiceSettings & { readonly kind: 'embedded' };

/** Questions of which is known what they read; dialogs ask many. */
const MOST = 500;

/** The questions that something is new for. */
type Matching = (question: DayAheadQuestion) => boolean;

/** The embedded service: it is called in this process, without a port, on its own token. */
export interface Embedded {
  open(): Promise<DailyClient>;
  /** What keeps the next prices of a question that has been answered. */
  late(question: DayAheadQuestion): Trouble | undefined;
  /** False of an answer that was given on another day: a version of its tariff may have taken effect since. */
  isOfToday(question: DayAheadQuestion, at: Instant): boolean;
  /** Asks the public sources that a question waits for at once, if they may be asked. */
  hasten(question: DayAheadQuestion): Promise<void>;
}

/** @param onNews hears of the questions that are to be asked again, at once. */
export function embeddedService(
  { catalogue, contracts, figures, live, own }: EmbeddedSettings,
  clock: Clock,
  means: LiveMeans,
  onNews: (matching: Matching) => void,
): Embedded {
  /** The zones that are read for the question that is being answered. */
  const reading = new AsyncLocalStorage<Set<string>>();
  const zones = new Map<string, ReadonlySet<string>>();
  let part: LivePart | undefined;
  let endDays: (() => void) | undefined;
  let updates: ReturnType<typeof siteFigures> | undefined;

  /** Prices beside the folder of one's own. */
  const holdings = (): LiveHoldings => ({
    ...(part && { dir: part.dir, wantTariffs: part.wantTariffs, exchange: part.exchange }),
    prices: {
      get(zone) {
        reading.getStore()?.add(zone);
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

  /** What has not been answered yet may need any zone. */
  const isReadFor = (question: DayAheadQuestion, zone = '') => zones.get(keyOf(question))?.has(zone) ?? true;

  /** `read` fills while the question is being answered. */
  function note(question: DayAheadQuestion, read: ReadonlySet<string>): void {
    zones.delete(keyOf(question));
    zones.set(keyOf(question), read);
    const [oldest] = zones.keys();
    if (zones.size > MOST && oldest !== undefined) zones.delete(oldest);
  }

  async function dayAhead(client: Client, question: DayAheadQuestion): Promise<DayAhead> {
    const read = new Set<string>();
    note(question, read);
    try {
      return await reading.run(read, () => client.dayAhead(question));
    } catch (error) {
      const isUnpriced = isClientError(error) && error.status === 500;
      const fault = { code: 'source-own', detail: [...read].join(', ') };
      const none = own && new SourceError(fault, 'your own files have no current price');
      throw (isUnpriced && (none || troubleOf(question))) || error;
    }
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
      const { createClient } = await import('../../client/client.ts');
      const { createService, renewingCatalogue } = await import('../../service/service.ts');
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
        const options: ServiceOptions = {
          ...(catalogue && { own: catalogue }),
          ...(updates && { figures: updates.dir }),
          ...(contracts && { contracts }),
          ...((live || own) && { live: holdings() }),
        };
        const serviceAt = (now: () => Instant) => createService({ ...options, now });
        const held = renewingCatalogue(options);
        const client = {
          ...clientOf(createClient, serviceAt),
          book: (country: CountryCode) => held.books.get(country),
        };
        // Tariffs are priced as of today: a version that takes effect counts from the day's first moment on.
        endDays = watchDays(clock, (hasBegun) => onNews(({ country }) => hasBegun(markets[country].timeZone)));
        updates?.start();
        return client;
      } catch (error) {
        await updates?.stop();
        await part?.close();
        throw error;
      }
    },
  };

  function clientOf(create: typeof createClient, serviceAt: (now: () => Instant) => Service): DailyClient {
    const clientAt = (now: () => Instant) => {
      const service = serviceAt(now);
      return pricedWithoutRefusedCode(
        create({
          baseUrl: 'http://embedded',
          token: service.tokens.production,
          fetch: (url, init) => service.fetch(new Request(url, init)),
        }),
      );
    };
    const client = clientAt(() => clock.now());
    const endWatch = catalogue ? watchOwnPrices(catalogue, clock, () => onNews(() => true)) : () => undefined;
    return {
      ...onceADay(client, clock),
      // What is credited is what is in use.
      ...(live && { attribution: client.attribution }),
      dayAhead: (question) => dayAhead(client, question),
      // A replay has no past that taught anything.
      ...((live || own) && { openPast: () => pastOf(clientAt) }),
      async close() {
        endWatch();
        endDays?.();
        await updates?.stop();
        await part?.close();
      },
    };
  }
}

function pastOf(clientAt: (now: () => Instant) => Client): AskPast {
  let then = 0;
  const client = clientAt(() => then);
  return (question, at) => {
    then = at;
    return client.dayAhead(question);
  };
}

const keyOf = (question: DayAheadQuestion) => JSON.stringify(question);
