import { append } from '../common/element.ts';
import { type Bar, partNames } from './bars.ts';
import { curveText } from './curves.ts';
import type { Drawing } from './drawing.ts';
import { chartWord } from './words.ts';

/** The price of one interval and its parts, which are the legend of the colours. */
export function drawReadout(place: HTMLElement, drawing: Drawing, bar: Bar | undefined): void {
  const { bars, feedin, expected, curves, format, origin } = drawing;
  place.replaceChildren();
  const head = append(place, 'div', 'dayahead-readout-head');
  head.classList.toggle('dayahead-readout-now', bar !== undefined && !bar.band && isNow(bar, drawing));
  if (bar?.band) append(head, 'span', 'dayahead-readout-unit', chartWord('part.expected'));
  append(head, 'strong', 'dayahead-readout-price', bar ? format.price(bar.total) : '–');
  append(head, 'span', 'dayahead-readout-unit', [format.unit, bandOf(bar, drawing)].filter(Boolean).join(' '));
  append(head, 'span', 'dayahead-readout-time', bar ? timeOf(bar, drawing) : chartWord('unknown'));
  if (origin !== 'service')
    append(place, 'span', `dayahead-origin dayahead-origin-${origin}`, chartWord(`origin.${origin}`));
  const legend = append(place, 'ul', 'dayahead-legend');
  for (const name of partNames(bars)) {
    const part = bar?.parts.find((one) => one.name === name);
    drawEntry(legend, name, part && format.price(part.value));
  }
  if (expected.length > 0) drawEntry(legend, 'expected', bar?.band ? format.price(bar.total) : '');
  if (feedin.length > 0) {
    const sold = bar && feedin.find(({ start, end }) => start <= bar.start && bar.start < end);
    drawEntry(legend, 'feedin', sold && format.price(sold.total));
  }
  for (const curve of curves) drawEntry(legend, curve.part, bar && curveText(curve, bar.start), curve.name);
}

function drawEntry(
  legend: HTMLElement,
  part: string,
  value: string | undefined,
  name = chartWord(`part.${part}`),
): void {
  const entry = append(legend, 'li', 'dayahead-legend-entry');
  append(entry, 'i', 'dayahead-swatch').style.background = `var(--dayahead-${part})`;
  append(entry, 'span', '', name);
  // A price that is known lacks no expected one.
  if (value !== '') append(entry, 'b', '', value ?? '–');
}

/** `Thu 15 Jan 10:00–10:15`, and whether that is now. */
function timeOf(bar: Bar, { now, format }: Drawing): string {
  return `${isNow(bar, { now }) ? chartWord('now') : format.day(bar.start)} ${format.span(bar)}`;
}

const isNow = ({ start, end }: Bar, { now }: Pick<Drawing, 'now'>): boolean => start <= now && now < end;

/** `(19.0–28.0)`; empty of a price that is known. */
const bandOf = (bar: Bar | undefined, { format }: Drawing): string =>
  bar?.band ? `(${format.price(bar.band.low)}–${format.price(bar.band.high)})` : '';

/** The same as one sentence, for who does not see it: `Thu 15 Jan 10:00–11:00: expected 23.0 ct/kWh (19.0–28.0)`. */
export function spoken(bar: Bar, drawing: Drawing): string {
  const { price, unit } = drawing.format;
  const told = [bar.band && chartWord('part.expected'), price(bar.total), unit, bandOf(bar, drawing)];
  return `${timeOf(bar, drawing)}: ${told.filter(Boolean).join(' ')}`;
}
