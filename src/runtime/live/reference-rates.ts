import { valueOn } from '../../core/dated.ts';
import { thrownText } from '../../core/file-error.ts';
import { addDays, type Instant, isWeekend, type LocalDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { type FeedLine, readable, requestText } from '../../feeds/ask-feed.ts';
import { RateError } from '../../feeds/day-findings.ts';
import { joinedRates, type ReferenceRates, ratesRequest, readReferenceRates } from '../../feeds/rates/ecb.ts';
import type { Journal } from './journal.ts';

/** The central bank's rates, asked for when a price needs them. */
export interface KeptRates {
  /** Asks where those that are held may be old, twice a day at the most; says why it has not got any. */
  refresh(now: Instant): Promise<string | undefined>;
  /** The rate of a delivery day: the last that was published before it, and not more than `HOLDS` days. Throws where nobody may be asked. */
  rateOn(currency: string, date: LocalDate): number | undefined;
}

const FRESH = 12 * 3600;
const LEAST = 60;
const LONGEST = 6 * 3600;
/** Beyond it a clock that was ahead has spoken. */
const MOST_PATIENCE = 86_400;
/** Days that a rate holds for where none is told after it: longer than any holiday, and long enough to mend what keeps the bank away. */
const HOLDS = 30;
/** Seconds of the bank's day before its rate is published, and a little. */
const PUBLISHED = 16 * 3600;

export function keptRates(journal: Journal, line: FeedLine): KeptRates {
  let rates: ReferenceRates = new Map(Object.entries(journal.rates()?.rates ?? {}));
  let failures = 0;
  let retryAt = 0;
  let problem: string | undefined;

  async function ask(now: Instant): Promise<void> {
    const request = ratesRequest(isNextOf(rates, deliveryDate(now - PUBLISHED)) ? 'last-day' : 'ninety-days');
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
        await ask(now);
        [failures, problem] = [0, undefined];
      } catch (error) {
        retryAt = Math.max(retryAt, now + Math.min(LEAST * 2 ** failures, LONGEST));
        failures++;
        problem = thrownText(error);
      }
      return problem;
    },
    rateOn(currency, date) {
      const rows = (rates.get(currency) ?? []).filter(({ from }) => from >= addDays(date, -HOLDS));
      return valueOn(rows, addDays(date, -1));
    },
  };
}

/** Whether no rate lies between the newest that is held and the one of the last working day up to `last`. */
function isNextOf(rates: ReferenceRates, last: LocalDate): boolean {
  const newest = [...rates.values()].map((rows) => rows.at(-1)?.from ?? '').reduce((a, b) => (a > b ? a : b), '');
  let missed = 0;
  for (let date = last; date > newest && missed < 2; date = addDays(date, -1)) if (!isWeekend(date)) missed++;
  return missed < 2;
}

/** Where the central bank is not among the sources that were chosen. */
export const noRates: KeptRates = {
  refresh: async () => undefined,
  rateOn() {
    throw new RateError('has no exchange rate: name the source ecb too');
  },
};
