import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { language } from '../common/words.ts';

/** Money by month, a line each. */
export interface MonthLines {
  /** `2026-01`, in order. */
  readonly months: readonly string[];
  /** For those who do not see it. */
  readonly label: string;
  /** At most as many as there are colours. */
  readonly rows: readonly { readonly name: string; readonly totals: readonly (number | null)[] }[];
}

export const lineColours = ['#2e9e5b', '#3b7dd8', '#d9772b', '#a457a8', '#7f8a94', '#c0392b'] as const;

const HEIGHT = 170;

/** A chart that fills the width of `place`, in the colours of the theme at the moment. */
export function createMonthsChart(place: HTMLElement, { months, label, rows }: MonthLines): void {
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', `${label}: ${rows.map(({ name }) => name).join(', ')}`);
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
      series: [
        {},
        ...rows.map((_, i) => ({ stroke: lineColours[i] ?? '', width: 2, points: { show: true, size: 5 } })),
      ],
      axes: [
        { ...axis, incrs: [1, 2, 3, 6], values: (_, splits) => splits.map(nameAt) },
        { ...axis, size: 44 },
      ],
    },
    [months.map((_, i) => i), ...rows.map(({ totals }) => [...totals])],
    place,
  );
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
}
