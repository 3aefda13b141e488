import { z } from 'zod';
import type { Instant, Span } from '../../core/time.ts';
import { type FeedReading, jsonOf, listedQuotes, many, perKwh } from './feed-reading.ts';

/** https://www.smard.de/app/chart_data: an index of weeks, then a file a week; times in milliseconds. */

const index = z.object({ timestamps: many(z.int()) });
const week = z.object({ series: many(z.tuple([z.int(), z.number().nullable()])) });

const WEEK = 7 * 86_400;

/** The file in which a day that begins at `start` lies, by its name; `undefined` where none is there yet. */
export function weekFileOf(body: string, start: Instant): number | undefined {
  const begun = jsonOf(body, index).timestamps.filter((time) => time <= start * 1000);
  const last = begun.reduce((latest, time) => Math.max(latest, time), 0);
  // An hour more, for the week in which the clocks are set back.
  return last / 1000 + WEEK + 3600 > start ? last : undefined;
}

export function readSmardWeek(body: string, span: Span): FeedReading {
  const listed = jsonOf(body, week).series.map(([time, price]) => ({
    start: time / 1000,
    price: price === null ? null : perKwh(price),
  }));
  return { quotes: listedQuotes(listed, span) };
}
