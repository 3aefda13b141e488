import type uPlot from 'uplot';
import type { Instant } from '../../../src/core/time.ts';
import './chart.css';
import { append } from '../common/element.ts';
import { language } from '../common/words.ts';
import type { Bar } from './bars.ts';
import { drawCurves } from './curves.ts';
import { barAt, type ChartData, type Drawing, drawingOf, pointable } from './drawing.ts';
import { barBeside } from './keys.ts';
import { drawLanes, share } from './lanes.ts';
import { createPlot, GUTTER } from './plot.ts';
import { drawReadout, spoken } from './readout.ts';
import { chartWord } from './words.ts';

export interface Chart {
  show(data: ChartData): void;
  /** Leaves the place empty. */
  remove(): void;
}

/**
 * A chart that fills the width of `place`: a readout with the legend, stacked prices from today's midnight on, the
 * now-line, and under them a lane for each device and each curve. It follows the pointer, the arrow keys, the theme and the width.
 */
export function createChart(place: HTMLElement): Chart {
  const { readout, frame, lanes, nowLine } = furnish(place);
  let drawing: Drawing | undefined;
  let plot: uPlot | undefined;
  let pointed: Instant | undefined;

  const tell = () => {
    if (!drawing) return;
    const bar = barAt(drawing, pointed);
    drawReadout(readout, drawing, bar);
    describe(frame, drawing, bar);
  };
  const point = (at: Instant | undefined) => {
    pointed = at;
    tell();
  };
  frame.addEventListener('keydown', (event) => {
    const next = drawing && barBeside(pointable(drawing), barAt(drawing, pointed), event.key);
    if (!next || !plot) return;
    event.preventDefault();
    plot.setCursor({ left: plot.valToPos((next.start + next.end) / 2, 'x'), top: 0 });
  });
  frame.addEventListener('blur', () => plot?.setCursor({ left: -1, top: -1 }));
  const leave = follow(frame, () => plot);

  return {
    show(data) {
      const next = drawingOf(data, language());
      drawing = next;
      plot ??= createPlot(frame, () => drawing ?? next, point);
      const bars = pointable(next);
      plot.setData([bars.map(({ start }) => start), bars.map(({ total }) => total)]);
      nowLine.style.setProperty('--dayahead-now', String(share(next.now, next.span)));
      drawLanes(lanes, data.devices, next.span, next.format);
      drawCurves(lanes, next.curves, next.span);
      tell();
    },
    remove() {
      leave();
      plot?.destroy();
      place.replaceChildren();
    },
  };
}

function furnish(place: HTMLElement) {
  place.classList.add('dayahead-chart');
  place.style.setProperty('--dayahead-left', `${GUTTER.left}px`);
  place.style.setProperty('--dayahead-right', `${GUTTER.right}px`);
  const readout = append(place, 'div', 'dayahead-readout');
  const stage = append(place, 'div', 'dayahead-stage');
  const frame = append(stage, 'div', 'dayahead-frame');
  frame.tabIndex = 0;
  frame.setAttribute('role', 'slider');
  frame.setAttribute('aria-label', chartWord('label'));
  const lanes = append(stage, 'ul', 'dayahead-lanes');
  lanes.setAttribute('aria-label', chartWord('plans'));
  const nowLine = append(stage, 'div', 'dayahead-now');
  return { readout, frame, lanes, nowLine };
}

/** Gives a screen reader its words for the slider that the plot is. */
function describe(frame: HTMLElement, drawing: Drawing, bar: Bar | undefined): void {
  const bars = pointable(drawing);
  frame.setAttribute('aria-valuemin', '0');
  frame.setAttribute('aria-valuemax', String(Math.max(0, bars.length - 1)));
  frame.setAttribute('aria-valuenow', String(bar ? bars.indexOf(bar) : 0));
  frame.setAttribute('aria-valuetext', bar ? spoken(bar, drawing) : chartWord('unknown'));
}

/** Draws again where the theme or the width changes, until what is returned is called. */
function follow(frame: HTMLElement, plot: () => uPlot | undefined): () => void {
  const width = new ResizeObserver(() => {
    const drawn = plot();
    if (drawn && frame.clientWidth > 0) drawn.setSize({ width: frame.clientWidth, height: drawn.height });
  });
  width.observe(frame);
  const theme = new MutationObserver(() => plot()?.redraw());
  theme.observe(document.documentElement, { attributeFilter: ['class', 'style'] });
  return () => {
    width.disconnect();
    theme.disconnect();
  };
}
