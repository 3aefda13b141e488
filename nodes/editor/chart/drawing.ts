import { pointAt } from '../../../src/core/series.ts';
import type { Instant, Span } from '../../../src/core/time.ts';
import type { ExpectedEntry, PriceEntry, SeriesPayload } from '../../../src/messages/series.ts';
import { secondsOf } from '../common/times.ts';
import { type Bar, barsOf, expectedBars } from './bars.ts';
import { type ChartCurve, curveEnd } from './curves.ts';
import { type Format, formatOf } from './format.ts';
import type { ChartDevice } from './lanes.ts';
import { dayOf } from './time.ts';

/** Prices and plans as the messages of `price-series` and `cheapest-window` have them; times are ISO 8601. */
export interface ChartData {
  /** IANA zone of the axis. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Components are stacked; a price without any is one bar. */
  readonly prices: readonly PriceEntry[];
  /** A line over the bars. */
  readonly feedin?: readonly PriceEntry[] | undefined;
  /** What the days after are expected to cost; of these the chart shows as many as leave room for the prices. */
  readonly forecast?: readonly ExpectedEntry[] | undefined;
  readonly devices: readonly ChartDevice[];
  readonly curves?: readonly ChartCurve[];
  readonly source: SeriesPayload['source'];
  /** By the clock of the server; the axis begins at its local midnight. */
  readonly now: string;
}

/** The same, read. */
export interface Drawing {
  /** From today's midnight to the end of today, or of what is known, planned or expected beyond it. */
  readonly span: Span;
  readonly timeZone: string;
  readonly bars: readonly Bar[];
  readonly feedin: readonly Bar[];
  readonly expected: readonly Bar[];
  readonly curves: readonly ChartCurve[];
  readonly now: Instant;
  readonly origin: SeriesPayload['source']['kind'];
  readonly format: Format;
}

export function drawingOf(data: ChartData, language: string): Drawing {
  const { timeZone, currency, prices, feedin = [], forecast = [], devices, curves = [], source } = data;
  const now = secondsOf(data.now);
  const today = dayOf(now, timeZone);
  const ahead = ({ end }: Span) => end > today.start;
  const bars = barsOf(prices).filter(ahead);
  const sold = barsOf(feedin).filter(ahead);
  const runs = devices.flatMap((device) => device.runs.map(({ end }) => secondsOf(end)));
  const end = Math.max(today.end, ...[...bars, ...sold].map(({ end }) => end), ...runs);
  const room = Math.max(end, dayOf(dayOf(today.end, timeZone).end, timeZone).end);
  const expected = expectedBars(forecast).filter((bar) => ahead(bar) && bar.end <= room);
  const ends = curves.map((curve) => Math.min(room, curveEnd(curve)));
  // Where only what is sold has a price, that is the price.
  const only = bars.length === 0 && sold.length > 0;
  return {
    span: { start: today.start, end: Math.max(end, expected.at(-1)?.end ?? 0, ...ends) },
    timeZone,
    bars: only ? sold : bars,
    feedin: only ? [] : sold,
    expected,
    curves,
    now,
    origin: source.kind,
    format: formatOf(currency, timeZone, language),
  };
}

/** The prices that can be pointed at, the expected ones among them. */
export const pointable = ({ bars, expected }: Drawing): readonly Bar[] => [...bars, ...expected];

/** The bar that covers `at`, else the one that covers now: of that an expected price is none. */
export const barAt = (drawing: Drawing, at?: Instant): Bar | undefined =>
  at === undefined ? pointAt(drawing.bars, drawing.now) : pointAt(pointable(drawing), at);
