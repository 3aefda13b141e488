import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { language } from '../common/words.ts';
import { stacked } from './bars.ts';

/** Money by month, a row each. */
interface MonthRows<Name> {
  /** `2026-01`, in order. */
  readonly months: readonly string[];
  /** For those who do not see it. */
  readonly label: string;
  readonly rows: readonly { readonly name: Name; readonly totals: readonly (number | null)[] }[];
}

export const lineColours = ['#2e9e5b', '#3b7dd8', '#d9772b', '#a457a8', '#7f8a94', '#c0392b'] as const;

const HEIGHT = 170;

/** A line for each row, of which there are at most as many as colours. */
export function createMonthsChart(place: HTMLElement, { months, label, rows }: MonthRows<string>): void {
  const names = rows.map(({ name }) => name).join(', ');
  const series = rows.map((_, i) => ({ stroke: lineColours[i] ?? '', width: 2, points: { show: true, size: 5 } }));
  const data = rows.map(({ totals }) => [...totals]);
  plotMonths(place, `${label}: ${names}`, months, { series, data });
}

/** The parts of a bill that a stack has, with the colours of the chart of prices. */
export const stackParts = ['energy', 'grid', 'fees', 'feedin'] as const;
export const stackColour = (part: StackPart): string => `var(--dayahead-${part})`;
export type StackPart = (typeof stackParts)[number];

/** A stack of all rows for each month; rows below zero are stacked downwards. */
export function createMonthStacks(place: HTMLElement, { months, label, rows }: MonthRows<StackPart>): void {
  const stacks = months.map((_, i) => stacked(rows.map(({ name, totals }) => ({ name, value: totals[i] ?? 0 }))));
  const ends = stacks.map((parts) => parts.flatMap(({ low, high }) => [low, high]));
  // The ends of the stacks scale the axis and are not drawn.
  const series = [0, 1].map(() => ({ paths: () => null, points: { show: false } }));
  const data = [ends.map((each) => Math.min(0, ...each)), ends.map((each) => Math.max(0, ...each))];
  plotMonths(place, label, months, {
    ...{ series, data },
    draw(plot) {
      const style = getComputedStyle(place);
      const width = Math.round(0.7 * (plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true)));
      for (const [month, parts] of stacks.entries())
        for (const { name, low, high } of parts) {
          const [top, bottom] = [plot.valToPos(high, 'y', true), plot.valToPos(low, 'y', true)];
          plot.ctx.fillStyle = style.getPropertyValue(`--dayahead-${name}`);
          plot.ctx.fillRect(plot.valToPos(month, 'x', true) - width / 2, top, width, bottom - top);
        }
    },
  });
}

interface Plotted {
  readonly series: uPlot.Series[];
  readonly data: (number | null)[][];
  readonly draw?: (plot: uPlot) => void;
}

/** A chart that fills the width of `place`, in the colours of the theme at the moment. */
function plotMonths(
  place: HTMLElement,
  label: string,
  months: readonly string[],
  { series, data, draw }: Plotted,
): void {
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', label);
  const { fontFamily } = getComputedStyle(place);
  const name = new Intl.DateTimeFormat(language(), { month: 'short', timeZone: 'UTC' });
  const axis = {
    stroke: () => getComputedStyle(place).color,
    font: `11px ${fontFamily}`,
    grid: { stroke: () => getComputedStyle(place).borderColor, width: 1 },
    ticks: { show: false },
  };
  const nameAt = (at: number) => (months[at] ? name.format(Date.parse(`${months[at]}-15`)) : '');
  const plot = new uPlot(
    {
      ...{ width: place.clientWidth, height: HEIGHT, legend: { show: false }, cursor: { show: false } },
      scales: { x: { time: false, range: () => [-0.5, months.length - 0.5] } },
      series: [{}, ...series],
      hooks: { draw: draw ? [draw] : [] },
      axes: [
        { ...axis, incrs: [1, 2, 3, 6], values: (_, splits) => splits.map(nameAt) },
        { ...axis, size: 44 },
      ],
    },
    [months.map((_, i) => i), ...data],
    place,
  );
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
}
