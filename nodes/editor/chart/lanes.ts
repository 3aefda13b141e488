import type { Instant, Span } from '../../../src/core/time.ts';
import type { PlanPayload } from '../../../src/messages/plan.ts';
import { append } from '../common/element.ts';
import { secondsOf } from '../common/times.ts';
import type { Format } from './format.ts';

/** A device under the prices it goes by. */
export interface ChartDevice {
  readonly name: string;
  /** Of a plan, as its message has them. */
  readonly runs: readonly Pick<PlanPayload['runs'][number], 'start' | 'end'>[];
}

/** Draws for each device a lane with a bar for every run; `place` spans the plot. */
export function drawLanes(place: HTMLElement, devices: readonly ChartDevice[], span: Span, format: Format): void {
  place.replaceChildren();
  for (const { name, runs } of devices) {
    const lane = append(place, 'li', 'dayahead-lane');
    append(lane, 'span', 'dayahead-lane-name', name);
    const track = append(lane, 'div', 'dayahead-lane-track');
    for (const { start, end } of runs) drawRun(track, { start: secondsOf(start), end: secondsOf(end) }, span, format);
  }
}

function drawRun(track: HTMLElement, run: Span, span: Span, format: Format): void {
  const [left, right] = [share(run.start, span), share(run.end, span)];
  if (left === right) return;
  const bar = append(track, 'div', 'dayahead-run');
  bar.style.left = percent(left);
  bar.style.width = percent(right - left);
  bar.title = format.span(run);
  append(bar, 'span', 'dayahead-hidden', bar.title);
}

/** The share of `span` that lies before an instant, 0 to 1. */
export const share = (at: Instant, { start, end }: Span): number =>
  Math.min(1, Math.max(0, (at - start) / (end - start)));

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;
