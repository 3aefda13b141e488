import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import type { PageHouse } from './told.ts';
import { pageWord } from './words.ts';

type PriceNow = NonNullable<NonNullable<Overview['prices']>['now']>;

/** As far ahead as everybody knows which "one o'clock" is meant. */
const NEAR = 12 * 3600;

/** When power is cheap, as somebody would say it: `Cheap from 01:15 to 05:00.`; empty where no price is known. */
export function cheapText({ cheap, prices, given }: PageHouse, now: number): string {
  const series = prices?.series ?? given;
  const ahead = cheap.filter(({ end }) => secondsOf(end) > now);
  const [first, second] = ahead;
  if (!series || (!prices?.now && !first)) return '';
  const time = (iso: string) => timesIn(series.timeZone, secondsOf(iso) - now <= NEAR ? secondsOf(iso) : now).at(iso);
  if (!first) return pageWord(prices?.now && isFlat(prices.now) ? 'cheap.flat' : 'cheap.none');
  const until = time(first.end);
  if (secondsOf(first.start) > now) return pageWord('cheap.from', { from: time(first.start), until });
  return second ? pageWord('cheap.again', { until, from: time(second.start) }) : pageWord('cheap.until', { until });
}

/** As it is for the level of a price. */
const isFlat = ({ min, max, average }: PriceNow) => max !== null && max - min < 0.1 * Math.abs(average);
