import type { Overview } from '../../../src/runtime/editor/overview.ts';
import type { LastDays } from '../../../src/runtime/editor/week.ts';
import { formatOf } from '../chart/format.ts';
import { energyText, moneyIn, priceIn } from '../common/amounts.ts';
import { fetchFrom } from '../common/ask.ts';
import { append } from '../common/element.ts';
import { secondsOf } from '../common/times.ts';
import { language } from '../common/words.ts';
import { labelOf } from './nodes.ts';
import { createTable } from './table.ts';
import { refusalText, sidebarWord } from './words.ts';

/** Seconds that what was asked is shown before it is asked for again. */
const FRESH = 900;
const UNKNOWN = '–';

/** The last seven days as a table, which is asked for while it is open: their prices, and what each device took and cost. */
export function createWeek(place: HTMLElement): (overview: Overview) => void {
  const details = append(place, 'details', 'dayahead-more');
  append(details, 'summary', '', sidebarWord('week.show'));
  const note = append(details, 'p', 'dayahead-note');
  const draw = createTable(details, sidebarWord('week.show'));
  let prices = '';
  let period = 0;
  let asked = '';
  async function load(): Promise<void> {
    const question = `${prices} ${period}`;
    if (!details.open || question === asked) return;
    asked = question;
    const week = await fetchFrom<LastDays>('week', { prices }).catch(refusalText);
    if (question !== asked) return;
    const text = typeof week === 'string' ? week : week.devices.length === 0 ? sidebarWord('week.none') : '';
    note.hidden = text === '';
    note.textContent = text;
    if (typeof week === 'string') asked = '';
    else draw(...tableOf(week));
  }
  details.addEventListener('toggle', () => void load());
  return (overview) => {
    prices = overview.prices?.id ?? '';
    period = Math.floor(secondsOf(overview.now) / FRESH);
    details.hidden = overview.devices.length === 0;
    void load();
  };
}

function tableOf({ currency = '', days, devices }: LastDays): [string[], string[][]] {
  const { unit } = formatOf(currency, 'UTC', language());
  const money = moneyIn(currency);
  const price = priceIn(currency, language());
  const dayText = new Intl.DateTimeFormat(language(), {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  });
  return [
    [
      sidebarWord('week.day'),
      currency ? `${sidebarWord('schedule.price')}, ${unit}` : sidebarWord('schedule.price'),
      ...devices.map(labelOf),
    ],
    days.map(({ date, prices }, i) => [
      dayText.format(Date.parse(date)),
      prices ? `${price(prices.average)} (${price(prices.min)}–${price(prices.max)})` : UNKNOWN,
      ...devices.map(({ days }) => {
        const { energyKwh = 0, pricedKwh = 0, cost = 0 } = days[i] ?? {};
        if (energyKwh === 0) return UNKNOWN;
        return [energyText(energyKwh), pricedKwh > 0 && money(cost)].filter(Boolean).join(' · ');
      }),
    ]),
  ];
}
