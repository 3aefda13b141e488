import { markTexts } from '../../../src/messages/provenance.ts';
import type { PriceEntry } from '../../../src/messages/series.ts';
import { faultText } from '../../../src/runtime/problem-text.ts';
import { formatOf } from '../chart/format.ts';
import { energyText } from '../common/amounts.ts';
import { brokerText, faultWord } from '../common/ask.ts';
import { billTexts, peakText } from '../common/plan-words.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { language, wordsOf } from '../common/words.ts';
import type { PageHouse } from './told.ts';
import { houseWord, pageWord } from './words.ts';

const priceWord = wordsOf('price-series');

/** The price of the present interval; `undefined` once that is over, whoever last said it. */
function presentPrice({ prices, given }: PageHouse, now: number): PriceEntry | undefined {
  const list = prices?.series?.prices ?? given?.prices ?? [];
  return list.find(({ start, end }) => secondsOf(start) <= now && now < secondsOf(end));
}

/** The price now, with its unit: `25.6 ct/kWh`. */
export function priceNowText(house: PageHouse, now: number): string {
  const series = house.prices?.series ?? house.given;
  const present = presentPrice(house, now);
  if (!series || !present) return '';
  const { price, unit } = formatOf(series.currency, series.timeZone, language());
  return `${price(present.total)} ${unit}`;
}

/** Its rank in the day, in a word. */
export function levelOfNow({ prices }: PageHouse, now: number) {
  const { now: present } = prices ?? {};
  const runs = present && secondsOf(present.start) <= now && now < secondsOf(present.end);
  return runs && present.level ? { level: present.level, text: priceWord(`level.${present.level}`) } : undefined;
}

/** Everything in the way of prices, or of fresh ones; empty where nothing is. */
export function troubleText({ prices, given, broker }: PageHouse): string {
  const { series, problem } = prices ?? {};
  const parts = [
    problem && faultText(problem, faultWord),
    series?.stale && priceWord('status.stale'),
    !series && !problem && !given && (prices ? priceWord('status.waiting') : pageWord('noPrices')),
    broker && brokerText(broker),
  ];
  return parts.filter(Boolean).join('; ');
}

/** What is to be known of the prices: whose they are, what they lack, and what is not known yet. */
export function priceNotes({ prices, given, devices, dimmed, sunKwh, peak, bill }: PageHouse, now: number): string[] {
  const { series, demo, contract } = prices ?? {};
  const source = (series ?? given)?.source;
  const parts = series?.missing.map((name) => priceWord(`missing.${name}`)).join(', ');
  const hints = series?.warnings?.map((warning) => priceWord(`warning.${warning}`)).join(', ');
  const timeZone = series?.timeZone ?? devices[0]?.timeZone ?? 'UTC';
  return [
    dimmed &&
      houseWord('dimmed', {
        kw: dimmed.kw.toLocaleString(language()),
        until: timesIn(timeZone, now).at(dimmed.until),
      }),
    source?.kind === 'replay' && houseWord('origin.replay'),
    ...(source ? markTexts(source, priceWord) : []),
    demo && priceWord('status.demo'),
    [parts, hints].filter(Boolean).join(': '),
    series && !series.coverage.tomorrow && houseWord('tomorrow'),
    sunKwh !== undefined && sunKwh >= 0.05 && pageWord('sun', { energy: energyText(sunKwh) }),
    peak && peakText(peak, series?.currency ?? ''),
    ...(bill ? billTexts(bill) : []),
    contract && contractText(contract),
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}

type Contract = NonNullable<NonNullable<PageHouse['prices']>['contract']>;

/** The contract whose prices these are, and the network. */
function contractText({ energy, grid }: Contract): string {
  const parts = [pageWord('contract', { name: nameOf(energy) }), grid && pageWord('network', { name: nameOf(grid) })];
  return parts.filter(Boolean).join(' · ');
}

/** Its company beside it, where its name does not say that. */
const nameOf = ({ name, company = '' }: Contract['energy']): string =>
  company === '' || name.includes(company) ? name : `${name} (${company})`;
