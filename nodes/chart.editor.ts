import type uPlot from 'uplot';
import type { Instant } from '../src/core/time.ts';
import './chart.css';
import type { Bar } from './chart-bars.editor.ts';
import { barAt, type ChartData, type Drawing, drawingOf } from './chart-drawing.editor.ts';
import { barBeside } from './chart-keys.editor.ts';
import { drawLanes, share } from './chart-lanes.editor.ts';
import { createPlot, GUTTER } from './chart-plot.editor.ts';
import { drawReadout, spoken } from './chart-readout.editor.ts';
import { append } from './element.editor.ts';
import { language, word } from './sidebar-words.editor.ts';

export interface Chart {
  show(data: ChartData): void;
  /** Leaves the place empty. */
  remove(): void;
}

/**
 * A chart that fills the width of `place`: a readout with the legend, stacked prices from today's midnight on, the
 * now-line, and under them a lane for each device. It follows the pointer, the arrow keys, the theme and the width.
 */
export function createChart(place: HTMLElement): Chart {
  const parts = furnish(place);
  let drawing: Drawing | undefined;
  let plot: uPlot | undefined;
  let bar: Bar | undefined;

  const tell = (at?: Instant) => {
    if (!drawing) return;
    bar = barAt(drawing, at);
    drawReadout(parts.readout, drawing, bar);
    describe(parts.frame, drawing, bar);
  };
  const step = (event: KeyboardEvent) => {
    const next = drawing && barBeside(drawing.bars, bar, event.key);
    if (!next || !plot) return;
    event.preventDefault();
    plot.setCursor({ left: plot.valToPos((next.start + next.end) / 2, 'x'), top: 0 });
  };
  parts.frame.addEventListener('keydown', step);
  parts.frame.addEventListener('blur', () => plot?.setCursor({ left: -1, top: -1 }));
  const leave = follow(parts.frame, () => plot);

  return {
    show(data) {
      const next = drawingOf(data, language());
      drawing = next;
      plot ??= createPlot(parts.frame, () => drawing ?? next, tell);
      plot.setData([next.bars.map(({ start }) => start), next.bars.map(({ total }) => total)]);
      parts.now.style.left = `calc(${GUTTER.left}px + (100% - ${GUTTER.left + GUTTER.right}px) * ${share(next.now, next.span)})`;
      drawLanes(parts.lanes, data.devices, next.span, next.format);
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
  const readout = append(place, 'div', 'dayahead-readout');
  const stage = append(place, 'div', 'dayahead-stage');
  const frame = append(stage, 'div', 'dayahead-frame');
  frame.tabIndex = 0;
  frame.setAttribute('role', 'slider');
  frame.setAttribute('aria-label', word('chart.label'));
  const lanes = append(stage, 'ul', 'dayahead-lanes');
  lanes.setAttribute('aria-label', word('chart.plans'));
  lanes.style.margin = `0 ${GUTTER.right}px 0 ${GUTTER.left}px`;
  const now = append(stage, 'div', 'dayahead-now');
  return { readout, frame, lanes, now };
}

/** What a screen reader says of the slider that the plot is. */
function describe(frame: HTMLElement, drawing: Drawing, bar: Bar | undefined): void {
  const { bars } = drawing;
  frame.setAttribute('aria-valuemin', '0');
  frame.setAttribute('aria-valuemax', String(Math.max(0, bars.length - 1)));
  frame.setAttribute('aria-valuenow', String(bar ? bars.indexOf(bar) : 0));
  frame.setAttribute('aria-valuetext', bar ? spoken(bar, drawing) : word('chart.unknown'));
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
