import type uPlot from 'uplot';
import type { Instant } from '../../../src/core/time.ts';
import type { Bar } from './bars.ts';
import type { Drawing } from './drawing.ts';
import { ticksOf } from './time.ts';

/** Positions on the canvas, in its own pixels, and colours. */
interface Brush {
  readonly ctx: CanvasRenderingContext2D;
  readonly x: (at: Instant) => number;
  readonly y: (price: number) => number;
  readonly colour: (name: string) => string;
  /** Pixels of the canvas in one of the page. */
  readonly ratio: number;
}

/** Draws over the axes that are there already: bars, lines, and the days by name. */
export function paint(plot: uPlot, drawing: Drawing, fontFamily: string): void {
  const { ctx, bbox } = plot;
  const brush = brushOf(plot);
  const { bars, feedin, expected, format } = drawing;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.font = `${10 * brush.ratio}px ${fontFamily}`;
  ctx.textBaseline = 'top';
  ctx.textAlign = 'left';
  ctx.fillStyle = brush.colour('--red-ui-secondary-text-color');
  ctx.fillText(format.unit, 0, 3 * brush.ratio);
  ctx.beginPath();
  ctx.rect(bbox.left, 0, bbox.width, bottom);
  ctx.clip();
  paintDays(brush, drawing, bottom);
  paintBars(brush, drawing);
  paintBands(brush, expected);
  ctx.fillRect(bbox.left, brush.y(0), bbox.width, 1);
  // Where something is below zero, the top of the stack is not the price.
  if (bars.some(({ parts }) => parts.some(({ value }) => value < 0))) {
    paintLine(brush, bars, '--red-ui-primary-text-color');
  }
  paintLine(brush, feedin, '--dayahead-feedin');
  paintLine(brush, expected, '--dayahead-expected');
  ctx.restore();
}

function brushOf(plot: uPlot): Brush {
  const style = getComputedStyle(plot.root);
  // A chart has hundreds of bars in a few colours.
  const colours = new Map<string, string>();
  const colour = (name: string) => {
    const known = colours.get(name) ?? style.getPropertyValue(name);
    colours.set(name, known);
    return known;
  };
  return {
    colour,
    ctx: plot.ctx,
    x: (at) => Math.round(plot.valToPos(at, 'x', true)),
    y: (price) => Math.round(plot.valToPos(price, 'y', true)),
    ratio: devicePixelRatio,
  };
}

/** Pixels beside the name of a day. */
const BESIDE = 5;

/** The first text that has room; an empty one where none has. */
export const fitting = (texts: readonly string[], room: number, widthOf: (text: string) => number): string =>
  texts.find((text) => widthOf(text) <= room) ?? '';

/** Midnights, and after each the name of the day, as long as there is room for it. */
function paintDays({ ctx, x, ratio, colour }: Brush, { span, timeZone, format }: Drawing, bottom: number): void {
  const days = ticksOf(span, timeZone, 24);
  for (const [i, { at }] of days.entries()) {
    ctx.fillStyle = colour('--red-ui-tertiary-border-color');
    ctx.fillRect(x(at), 0, ratio, bottom);
    ctx.fillStyle = colour('--red-ui-secondary-text-color');
    const room = x(days[i + 1]?.at ?? span.end) - x(at) - 2 * BESIDE * ratio;
    const name = fitting([format.day(at), format.weekday(at)], room, (text) => ctx.measureText(text).width);
    ctx.fillText(name, x(at) + BESIDE * ratio, 3 * ratio);
  }
}

function paintBars({ ctx, x, y, colour }: Brush, { bars, now }: Drawing): void {
  ctx.save();
  for (const { start, end, parts } of bars) {
    // What is over stays to be compared with.
    ctx.globalAlpha = end <= now ? 0.45 : 1;
    for (const { name, low, high } of parts) {
      ctx.fillStyle = colour(`--dayahead-${name}`);
      ctx.fillRect(x(start), y(high), x(end) - x(start), y(low) - y(high));
    }
  }
  ctx.restore();
}

/** Where four of five expected prices lie; pale, as none of them is known. */
function paintBands({ ctx, x, y, colour }: Brush, expected: readonly Bar[]): void {
  ctx.save();
  ctx.globalAlpha = 0.25;
  ctx.fillStyle = colour('--dayahead-expected');
  for (const { start, end, band } of expected) {
    if (band) ctx.fillRect(x(start), y(band.high), x(end) - x(start), y(band.low) - y(band.high));
  }
  ctx.restore();
}

/** The totals as steps; a gap in time is a gap in the line. */
function paintLine({ ctx, x, y, colour, ratio }: Brush, bars: readonly Bar[], name: string): void {
  ctx.strokeStyle = colour(name);
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  let end: Instant | undefined;
  for (const bar of bars) {
    if (bar.start === end) ctx.lineTo(x(bar.start), y(bar.total));
    else ctx.moveTo(x(bar.start), y(bar.total));
    ctx.lineTo(x(bar.end), y(bar.total));
    end = bar.end;
  }
  ctx.stroke();
}
