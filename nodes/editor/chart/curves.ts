import type { Instant, Span } from '../../../src/core/time.ts';
import { QUARTER_HOUR } from '../../../src/core/vocabulary.ts';
import type { QuarterValues } from '../../../src/runtime/editor/quarter-values.ts';
import { append } from '../common/element.ts';
import { secondsOf } from '../common/times.ts';
import { language } from '../common/words.ts';

/** Power or energy under the prices. */
export interface ChartCurve extends QuarterValues {
  readonly name: string;
  /** The colour that the chart has of it. */
  readonly part: 'solar' | 'load' | 'power' | 'stored';
  readonly unit: 'kW' | 'kWh';
  /** The top is there at the least. */
  readonly most?: number;
}

/** The value of a quarter hour of a curve as a text: `3.2 kW`. */
export function curveText({ from, values, unit }: ChartCurve, at: Instant): string | undefined {
  const value = values[Math.floor((at - secondsOf(from)) / QUARTER_HOUR)];
  return value == null ? undefined : `${amount(value)} ${unit}`;
}

const amount = (value: number) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);

export const curveEnd = ({ from, values }: ChartCurve): Instant => secondsOf(from) + values.length * QUARTER_HOUR;

/** Heights of the drawing; its width is that of the span in quarter hours. */
const HEIGHT = 100;
const SVG = 'http://www.w3.org/2000/svg';

/** Draws each curve as a strip at the end of `place`, which spans the plot. */
export function drawCurves(place: HTMLElement, curves: readonly ChartCurve[], span: Span): void {
  for (const curve of curves) {
    const lane = append(place, 'li', 'dayahead-lane');
    const { high } = extentOf(curve);
    append(lane, 'span', 'dayahead-lane-name', `${curve.name} · ${amount(high)} ${curve.unit}`);
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', 'dayahead-curve');
    svg.setAttribute('viewBox', `0 0 ${(span.end - span.start) / QUARTER_HOUR} ${HEIGHT}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', outline(curve, span.start));
    path.style.fill = `var(--dayahead-${curve.part})`;
    svg.append(path);
    lane.append(svg);
  }
}

const extentOf = ({ values, most = 0 }: ChartCurve) => {
  const known = values.filter((value) => value !== null);
  return { low: Math.min(0, ...known), high: Math.max(most, 0.1, ...known) };
};

/** An area of steps from zero to each value. */
export function outline(curve: ChartCurve, start: Instant): string {
  const { low, high } = extentOf(curve);
  const y = (value: number) => Math.round(HEIGHT * (1 - (value - low) / (high - low)));
  const first = (secondsOf(curve.from) - start) / QUARTER_HOUR;
  return curve.values.map((value, i) => (value ? `M${first + i} ${y(0)}V${y(value)}h1V${y(0)}z` : '')).join('');
}
