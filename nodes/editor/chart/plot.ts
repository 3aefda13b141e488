import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Instant } from '../../../src/core/time.ts';
import { extent } from './bars.ts';
import { type Drawing, pointable } from './drawing.ts';
import { paint } from './paint.ts';
import { stepFor, ticksOf } from './time.ts';

/** Pixels left and right of the plot; what is laid over it keeps to them. */
export const GUTTER = { left: 44, right: 8 } as const;
const HEIGHT = 190;
/** Room for the names of the days. */
const TOP = 20;

/**
 * A canvas in `place` for what `drawing` says when it is drawn. Colours are read from the place's custom properties each
 * time, so that a redraw is all that a change of theme needs.
 */
export function createPlot(
  place: HTMLElement,
  drawing: () => Drawing,
  onCursor: (at: Instant | undefined) => void,
): uPlot {
  const { fontFamily } = getComputedStyle(place);
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [TOP, GUTTER.right, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    scales: {
      x: { time: false, range: () => [drawing().span.start, drawing().span.end] },
      y: { range: () => [...extent(pointable(drawing()), drawing().feedin)] },
    },
    series: [{}, { paths: () => null, points: { show: false } }],
    axes: axesOf(place, fontFamily, drawing),
    hooks: {
      draw: [(plot) => paint(plot, drawing(), fontFamily)],
      setCursor: [({ cursor: { left = -1 }, posToVal }) => onCursor(left < 0 ? undefined : posToVal(left, 'x'))],
    },
  };
  return new uPlot(options, [[], []], place);
}

function axesOf(place: HTMLElement, fontFamily: string, drawing: () => Drawing): uPlot.Axis[] {
  const colour = (name: string) => () => getComputedStyle(place).getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--red-ui-secondary-text-color'),
    font: `11px ${fontFamily}`,
    grid: { stroke: colour('--red-ui-secondary-border-color'), width: 1 },
    ticks: { show: false },
  };
  const ticks = ({ bbox }: uPlot) => {
    const { span, timeZone } = drawing();
    return ticksOf(span, timeZone, stepFor(span, bbox.width / devicePixelRatio));
  };
  const hours: uPlot.Axis = {
    ...axis,
    size: 22,
    gap: 4,
    splits: (plot) => ticks(plot).map(({ at }) => at),
    values: (plot) => ticks(plot).map(({ hour }) => String(hour).padStart(2, '0')),
  };
  const prices: uPlot.Axis = {
    ...axis,
    size: GUTTER.left,
    gap: 6,
    space: 28,
    values: (_, splits) => splits.map((at) => drawing().format.label(at, (splits[1] ?? 1) - (splits[0] ?? 0))),
  };
  return [hours, prices];
}
