import { detailText, faultText, isRefusedByBroker } from '../../../src/runtime/problem-text.ts';
import type { Fault } from '../../../src/runtime/problems.ts';
import type { BrokerTrouble } from '../../../src/runtime/publishing/trouble.ts';
import { wordsOf } from './words.ts';

/** The words of a fault by its code. */
export const faultWord = wordsOf('config', 'fault');

/** The broker that is down, and the reason. */
export const brokerText = ({ host, why }: BrokerTrouble): string =>
  wordsOf('sidebar')(isRefusedByBroker(why) ? 'brokerRefused' : 'broker', { host, why: detailText(why, faultWord) });

/** A question that was not answered. */
class Unanswered extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Asks an endpoint of ours with a query. Rejects with what `errorText` and `reasonText` say in words. */
export const fetchFrom = <T>(path: string, query: object): Promise<T> => answerTo(path, { data: query });

/** Asks an endpoint of ours with JSON. Rejects as `fetchFrom` does. */
export const post = <T>(path: string, question: object): Promise<T> =>
  answerTo(path, { method: 'POST', contentType: 'application/json', data: JSON.stringify(question) });

async function answerTo<T>(path: string, settings: JQuery.AjaxSettings): Promise<T> {
  const answer: T & { readonly fault?: Fault } = await $.ajax({
    ...settings,
    url: `dayahead/${path}`,
    dataType: 'json',
  }).catch(({ status, responseJSON }: JQuery.jqXHR) => {
    throw new Unanswered(responseJSON?.fault ?? { code: isForbidden(status) ? 'permission' : 'no-answer' });
  });
  if (answer.fault) throw new Unanswered(answer.fault);
  return answer;
}

const isForbidden = (status: number) => status === 401 || status === 403;

export const isFault = (error: unknown, code: string): boolean => faultIn(error).code === code;

/** An error in the words of the user's language. */
export const errorText = (error: unknown): string => faultText(faultIn(error), faultWord);

/**
 * The server's own reason, where it gives one.
 * @param own words of the place that asked, by the code of a fault; they come before all others.
 */
export function reasonText(error: unknown, own: Readonly<Record<string, string>> = {}): string {
  const { code, detail } = faultIn(error);
  return own[code] ?? (detail ? detailText(detail, faultWord) : errorText(error));
}

const faultIn = (error: unknown): Fault =>
  error instanceof Unanswered ? error.fault : { code: 'internal', detail: String(error) };
