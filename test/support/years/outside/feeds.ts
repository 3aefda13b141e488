import { addDays, isKnownTime, type LocalDate } from '../../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../../src/core/window.ts';
import type { FeedFetch } from '../../../../src/feeds/connection.ts';
import type { Clock } from '../../../../src/runtime/clock.ts';
import type { Chance } from '../../chance.ts';
import { feedAnswer } from '../../feeds/feed-answers.ts';
import { centralBank } from './bank.ts';
import { type FeedFault, faults, hasFalseRates, isSilent, PATIENCE, spoilt } from './faults.ts';
import type { Market } from './market.ts';
import { toldBySources } from './told.ts';

const DAY = 86_400;
const SOURCES = ['energy-charts', 'energidataservice'] as const;
/** One that does not publish the auction itself: the days that those have said are as they say. It reckons in euro alone. */
export const BESIDES = 'spot-hinta';
const BANK = 'ecb';
const ALL = [...SOURCES, BESIDES, BANK] as const;
/** Crowns per euro by which the Danish source reckons itself. */
export const DANISH_RATE = 7.5;

/** Seconds for which the last of them holds at the least, over holidays too. */
const RATES_HOLD = 21 * DAY;

/** Seconds between two questions about a zone, whoever is asked. */
const LEAST = 60;

export type Country = 'DE' | 'DK';

export interface Version {
  readonly source: string;
  readonly shift: number;
  readonly perEuro: number;
}

interface Place {
  /** Of a clock that nobody sets. */
  readonly now: () => number;
  readonly clock: Pick<Clock, 'now'>;
  readonly isDiskFull: () => boolean;
}

/**
 * Public sources of the market, of which each may fail in its way or say other prices than the others, and which say when they
 * are asked rudely.
 */
export function feedsOf(market: Market, { now, clock, isDiskFull }: Place) {
  const bank = centralBank(now);
  const told = { DE: toldBySources(), DK: toldBySources() };
  /** What a source says more than the other, by its name and the day. */
  const disputes = new Map<string, number>();
  /** What the source that is not the auction's says more of any day. */
  let besidesShift = 0;
  /** When the bank's rates were surely kept: without one that still holds no price in crowns is. */
  let ratesKeptAt = Number.NEGATIVE_INFINITY;
  const failing = new Map<string, FeedFault>();
  let asked = 0;
  let doubtfulAt = Number.NEGATIVE_INFINITY;
  let differedAt = Number.NEGATIVE_INFINITY;
  const askedAt = new Map<string, number>();
  const mayAskAt = new Map<string, number>();
  const broken: string[] = [];

  /** @param about a zone, or the bank. */
  function lookAt(source: string, about: string): void {
    const ago = now() - (askedAt.get(about) ?? Number.NEGATIVE_INFINITY);
    if (!isKnownTime(clock.now())) broken.push(`${source} is asked by a clock that nobody has set`);
    if (ago < LEAST) broken.push(`${source} is asked about ${about} ${ago} s after the last question`);
    if (now() < (mayAskAt.get(source) ?? 0)) broken.push(`${source} is asked before its Retry-After is over`);
    askedAt.set(about, now());
  }

  /** The fault of a source that is asked now. */
  function faultOf(source: string): FeedFault | undefined {
    const failure = failing.get(source);
    if (failure !== 'constant' && failure !== 'yesterday') return failure;
    // That is believed when it is said again, by whomever: of no day it is said twice, nor beside one of which there is more than one truth.
    if (now() - doubtfulAt < 3 * DAY || now() - differedAt < 3 * DAY) return '500';
    doubtfulAt = now();
    return failure;
  }

  /** What a source says of a country's prices when it is asked at `url`. */
  function priceList(source: string, country: Country, url: URL, sent: string, fault: FeedFault | undefined) {
    const until = market.until(now());
    const newest = newestDay(until);
    const days = new Set<LocalDate>();
    const disputed = (day: LocalDate) => (source === BESIDES ? besidesShift : (disputes.get(`${source} ${day}`) ?? 0));
    const priceAt = (zone: string, start: number) => {
      const day = deliveryDate(start);
      days.add(day);
      if (fault === 'nulls' && start % DAY === 0) return null;
      if (fault === 'beyond' && start % DAY === 0) return 4001;
      if (fault === 'yesterday' && start >= newest) return market.priceAt(zone, start - DAY);
      return fault === 'constant' ? 50 : market.priceAt(zone, start) + disputed(day);
    };
    const said = feedAnswer(url, { priceAt, until }, sent);
    const { surely, perhaps, besides } = told[country];
    const hasRate = country === 'DE' || (now() - ratesKeptAt < RATES_HOLD && !failing.has(BANK));
    const isKept = fault === undefined && !isDiskFull() && hasRate;
    const tell = source === BESIDES ? besides : isKept ? surely : perhaps;
    // Whose own rate is nonsense has none.
    const teller = hasFalseRates(fault) ? `${source} at the rate of the ${BANK}` : source;
    if (!isSilent(fault)) for (const day of days) tell(teller, day, market.shiftOf(day) + disputed(day));
    return said;
  }

  const fetch: FeedFetch = async (address, { body = '' }) => {
    asked++;
    const url = new URL(address);
    const source = ALL.find((name) => url.host.includes(name)) ?? BANK;
    const country = url.search.includes('DK1') ? 'DK' : 'DE';
    lookAt(source, source === BANK ? BANK : country);
    const fault = faultOf(source);
    if (fault === '429 for long') mayAskAt.set(source, now() + PATIENCE);
    if (source === BANK && fault === undefined && !isDiskFull()) ratesKeptAt = now();
    if (source === BANK) return spoilt(fault, { status: 200, body: bank.answer(url.pathname) });
    return spoilt(fault, priceList(source, country, url, body, fault));
  };
  return {
    fetch,
    asked: () => asked,
    /** What it was asked although it should not have been. */
    broken,
    /** What it was asked before nobody knows any more, or not when that was. */
    excuse() {
      askedAt.clear();
      mayAskAt.clear();
    },
    /** Nobody is there any more. */
    refuse() {
      for (const source of ALL) failing.set(source, 'refuses');
    },
    fail(chance: Chance, both: boolean) {
      for (const source of both ? ALL : [chance.of(ALL)]) failing.set(source, chance.of(faults));
    },
    mend: () => failing.clear(),
    /** What the hours of a day may be said to cost: how far it is from the first auction, and the units of the currency per euro. */
    told(country: Country, day: LocalDate): readonly Version[] {
      return told[country].of(day).flatMap(({ source, shift }) => {
        if (country === 'DE') return { source, shift, perEuro: 1 };
        const rates = source === 'energidataservice' ? [DANISH_RATE] : bank.ratesOf(day);
        return rates.map((perEuro) => ({ source, shift, perEuro }));
      });
    },
    /** A day was wrong, and every source says it right from now on. */
    correct(day: LocalDate, shift: number) {
      differedAt = now();
      market.correct(day, shift);
    },
    /** A source says other prices of a day than the other from now on. */
    dispute(source: (typeof SOURCES)[number], day: LocalDate, shift: number) {
      differedAt = now();
      disputes.clear();
      disputes.set(`${source} ${day}`, shift);
    },
    /** Nobody but the source that is not the auction's answers, and it says other prices. */
    leaveToBesides(shift: number) {
      differedAt = now();
      besidesShift = shift;
      failing.clear();
      for (const source of SOURCES) failing.set(source, '500');
    },
    /** Days that were kept may be lost. */
    lose() {
      ratesKeptAt = Number.NEGATIVE_INFINITY;
      for (const each of Object.values(told)) each.lose();
    },
    /** Whoever asks what was told has looked at all that is shown. */
    looked() {
      for (const each of Object.values(told)) each.looked();
    },
    sources: SOURCES,
  };
}

/** The beginning of the last day that is published; of one beside a clock change none, as it cannot be the same. */
function newestDay(until: number): number {
  const day = deliveryDate(until - 1);
  const lengths = [day, addDays(day, -1)].map((each) => deliveryDay(each)).map(({ start, end }) => end - start);
  return lengths.every((length) => length === DAY) ? until - DAY : Number.POSITIVE_INFINITY;
}
