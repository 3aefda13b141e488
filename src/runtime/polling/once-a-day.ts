import type { Client } from '../../client/client.ts';
import type { Clock } from '../clock.ts';

const DAY = 86_400;
/** Answers kept of one endpoint; the oldest give way. */
const MOST = 200;

/**
 * `client` with listings, statistics and notices asked once per UTC day and question, for the dialogs and the nodes
 * of a site together. Prices are not kept, nor is an error.
 */
export function onceADay(client: Client, clock: Pick<Clock, 'now'>): Client {
  const once = <Asked extends unknown[], T>(ask: (...asked: Asked) => Promise<T>) => keptForTheDay(ask, clock);
  return {
    ...client,
    companies: once(client.companies),
    tariffs: once(client.tariffs),
    versions: once(client.versions),
    countryStatistics: once(client.countryStatistics),
    attribution: once(client.attribution),
  };
}

function keptForTheDay<Asked extends unknown[], T>(
  ask: (...asked: Asked) => Promise<T>,
  clock: Pick<Clock, 'now'>,
): (...asked: Asked) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  let day: number | undefined;
  return (...asked) => {
    const today = Math.floor(clock.now() / DAY);
    if (today !== day) answers.clear();
    day = today;
    const key = JSON.stringify(asked);
    const known = answers.get(key);
    if (known) return known;
    const answer = ask(...asked);
    answers.set(key, answer);
    answer.catch(() => answers.get(key) === answer && answers.delete(key));
    for (const [oldest] of answers) {
      if (answers.size <= MOST) break;
      answers.delete(oldest);
    }
    return answer;
  };
}
