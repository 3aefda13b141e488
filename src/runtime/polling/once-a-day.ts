import type { DayAhead } from '../../api/read-series.ts';
import type { Client, DayAheadQuestion } from '../../client/client.ts';
import { latestEntries } from '../../core/cache/latest.ts';
import type { CountryCode } from '../../core/markets.ts';
import { DAY_SECONDS, type Instant } from '../../core/time.ts';
import type { Book } from '../../pricing/book.ts';
import type { Clock } from '../clock.ts';

/** Answers kept of one endpoint; the oldest give way. */
const MOST = 200;

type ListName = 'companies' | 'tariffs' | 'versions';

/** The answer that the service would have given at an earlier moment; one is waited for before the next is asked for. */
export type AskPast = (question: DayAheadQuestion, at: Instant) => Promise<DayAhead>;

/** The lists that somebody has asked for today, without asking; `undefined` where nobody has. */
export type KeptLists = {
  readonly [name in ListName]: (...asked: Parameters<Client[name]>) => ReturnType<Client[name]> | undefined;
};

/** A client that may know lists without asking. */
export interface DailyClient extends Client {
  readonly kept?: KeptLists;
  /** The rows of a market, which only the embedded service hands out. */
  book?(country: CountryCode): Book | undefined;
  /** Opens the service as it was earlier, where it keeps the prices of past days. */
  openPast?(): AskPast;
}

/**
 * `client` with listings, statistics and notices asked once per UTC day and question, for the dialogs and the nodes
 * of a site together. Prices are not kept, nor is an error.
 */
export function onceADay(client: Client, clock: Pick<Clock, 'now'>): DailyClient {
  const once = <Asked extends unknown[], T>(ask: (...asked: Asked) => Promise<T>) => keptForTheDay(ask, clock);
  const [companies, tariffs, versions] = [once(client.companies), once(client.tariffs), once(client.versions)];
  return {
    ...client,
    companies: companies.ask,
    tariffs: tariffs.ask,
    versions: versions.ask,
    countryStatistics: once(client.countryStatistics).ask,
    attribution: once(client.attribution).ask,
    kept: { companies: companies.kept, tariffs: tariffs.kept, versions: versions.kept },
  };
}

function keptForTheDay<Asked extends unknown[], T>(
  request: (...asked: Asked) => Promise<T>,
  clock: Pick<Clock, 'now'>,
): { ask(...asked: Asked): Promise<T>; kept(...asked: Asked): Promise<T> | undefined } {
  const answers = latestEntries<Promise<T>>(MOST);
  let day: number | undefined;
  function kept(...asked: Asked): Promise<T> | undefined {
    const today = Math.floor(clock.now() / DAY_SECONDS);
    if (today !== day) answers.clear();
    day = today;
    return answers.get(JSON.stringify(asked));
  }
  return {
    kept,
    ask(...asked) {
      const known = kept(...asked);
      if (known) return known;
      const key = JSON.stringify(asked);
      const answer = request(...asked);
      answers.set(key, answer);
      answer.catch(() => answers.get(key) === answer && answers.delete(key));
      return answer;
    },
  };
}
