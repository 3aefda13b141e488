import { energyText, moneyIn } from '../../common/amounts.ts';
import { timesIn } from '../../common/times.ts';
import { wordsOf } from '../../common/words.ts';
import type { PageHouse, Preview, Switched } from '../told.ts';
import { houseWord, pageWord } from '../words.ts';
import { lastsOf } from './draft.ts';

const batteryWord = wordsOf('battery');

/** As many runs as a line has room for. */
const RUNS = 3;

/** `once`, `today only` or `every day`; empty for the configured need. */
export function lastsText(item: Switched): string {
  const lasts = lastsOf(item);
  if (!lasts) return '';
  return pageWord(lasts === 'daily' ? 'everyDay' : item.deadline ? 'once' : 'onceToday');
}

/** The times, the energy and the approximate cost of a previewed need, or the reason for which nothing would run. */
export function previewText(
  { runs, energyKwh, cost, reason }: Preview,
  item: Switched,
  { prices, given }: PageHouse,
  now: number,
  isLater: boolean,
): string {
  const { between } = timesIn(item.timeZone ?? 'UTC', now);
  const currency = item.currency ?? (prices?.series ?? given)?.currency;
  const times = runs.slice(0, RUNS).map(({ start, end }) => between(start, end));
  const time = [...times, ...(runs[RUNS] ? ['…'] : [])].join(', ');
  return [
    time && houseWord('next', { time }),
    energyKwh > 0 && energyText(energyKwh),
    runs.length > 0 && cost !== null && pageWord('about', { amount: moneyIn(currency ?? '')(cost) }),
    reason !== 'planned' && (item.car ? batteryWord : houseWord)(`reason.${reason}`),
    isLater && pageWord('later'),
  ]
    .filter(Boolean)
    .join(' · ');
}
