import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { energyText, moneyIn } from '../common/amounts.ts';
import { append } from '../common/element.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { wordsOf } from '../common/words.ts';
import { labelOf } from './nodes.ts';
import { createTable } from './table.ts';
import { sidebarWord } from './words.ts';

type Device = Overview['devices'][number];

const priceWord = wordsOf('price-series');
const UNKNOWN = '–';

/** The planned runs as a table, for who does not see the chart; below a button that opens it. */
export function createSchedule(place: HTMLElement): (overview: Overview) => void {
  const details = append(place, 'details', 'dayahead-more');
  append(details, 'summary', '', sidebarWord('schedule.show'));
  const none = append(details, 'p', 'dayahead-note', sidebarWord('schedule.none'));
  const draw = createTable(details, sidebarWord('schedule.show'));
  return (overview) => {
    const rows = overview.devices
      .flatMap((device) => rowsOf(device, overview))
      .sort((a, b) => a.start - b.start)
      .map(({ cells }) => cells);
    none.hidden = rows.length > 0;
    draw([...['device', 'from', 'until'].map(columnText), 'kWh', ...['cost', 'price'].map(columnText)], rows);
  };
}

const columnText = (column: string) => sidebarWord(`schedule.${column}`);

function rowsOf(device: Device, { now, prices, given }: Overview) {
  const { plan, perKw, timeZone = 'UTC', levels = [] } = device;
  const { at } = timesIn(timeZone, secondsOf(now));
  const currency = device.currency ?? (prices?.series ?? given)?.currency;
  const money = (cost: number) => {
    const amount = moneyIn(currency ?? '')(cost);
    return perKw ? sidebarWord('perKw', { amount }) : amount;
  };
  return (plan?.runs ?? []).map(({ start, end, energyKwh, cost }, i) => ({
    start: secondsOf(start),
    cells: [
      ...[labelOf(device), at(start), at(end)],
      perKw ? UNKNOWN : energyText(energyKwh).replace(/\s*kWh$/, ''),
      cost === null ? UNKNOWN : money(cost),
      levels[i] ? priceWord(`level.${levels[i]}`) : UNKNOWN,
    ],
  }));
}
