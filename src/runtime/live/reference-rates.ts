import { valueOn } from '../../core/dated.ts';
import { thrownText } from '../../core/file-error.ts';
import { addDays, type Instant, type LocalDate } from '../../core/time.ts';
import { type FeedLine, readable, requestText } from '../../feeds/ask-feed.ts';
import { joinedRates, type ReferenceRates, ratesRequest, readReferenceRates } from '../../feeds/rates/ecb.ts';
import type { Journal } from './journal.ts';

/** The central bank's rates, asked for when a price needs them. */
export interface KeptRates {
  /** Asks where those that are held may be old, twice a day at the most; says why it has not got any. */
  refresh(now: Instant): Promise<string | undefined>;
  /** The rate of a delivery day: the last that was published before it. */
  rateOn(currency: string, date: LocalDate): number | undefined;
}

const FRESH = 12 * 3600;
const LEAST = 60;
const LONGEST = 6 * 3600;
/** Beyond it a clock that was ahead has spoken. */
const MOST_PATIENCE = 86_400;
/** Days that a restart may have missed without needing the long list. */
const SHORT = 3 * 86_400;

export function keptRates(journal: Journal, line: FeedLine): KeptRates {
  let rates: ReferenceRates = new Map(Object.entries(journal.rates()?.rates ?? {}));
  let failures = 0;
  let retryAt = 0;
  let problem: string | undefined;

  async function ask(now: Instant, askedAt: Instant): Promise<void> {
    const request = ratesRequest(now - askedAt < SHORT ? 'last-day' : 'ninety-days');
    const { status, text, retryAfter = 0 } = await requestText(request, line);
    retryAt = now + retryAfter;
    if (status !== 200) throw new Error(`answers ${status}`);
    rates = joinedRates(
      rates,
      readable(() => readReferenceRates(text)),
    );
    journal.keepRates({ askedAt: now, rates: Object.fromEntries([...rates].map(([name, rows]) => [name, [...rows]])) });
  }

  return {
    async refresh(now) {
      const { askedAt = 0 } = journal.rates() ?? {};
      if ((askedAt <= now && now < askedAt + FRESH) || (now < retryAt && retryAt <= now + MOST_PATIENCE))
        return problem;
      try {
        await ask(now, askedAt);
        [failures, problem] = [0, undefined];
      } catch (error) {
        retryAt = Math.max(retryAt, now + Math.min(LEAST * 2 ** failures, LONGEST));
        failures++;
        problem = thrownText(error);
      }
      return problem;
    },
    rateOn: (currency, date) => valueOn(rates.get(currency) ?? [], addDays(date, -1)),
  };
}

/** Where the central bank is not among the sources that were chosen. */
export const noRates: KeptRates = { refresh: async () => undefined, rateOn: () => undefined };
