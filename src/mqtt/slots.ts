import { type Instant, type Span, utcTime } from '../core/time.ts';
import type { PriceEntry } from '../messages/series.ts';
import { json } from './json.ts';
import { type Publication, publication } from './topics.ts';

/** An entry of the message with its times as instants. */
export interface Slot extends Span {
  readonly entry: PriceEntry;
}

/** ISO 8601 as an instant. */
export const instantOf = (time: string): Instant => Date.parse(time) / 1000;

export const slotsOf = (entries: readonly PriceEntry[]): Slot[] =>
  entries.map((entry) => ({ start: instantOf(entry.start), end: instantOf(entry.end), entry }));

/** The slots as a list in UTC, each with what `values` says of it; cleared where there are none. */
export function slotsTopic(topic: string, slots: readonly Slot[], values: (entry: PriceEntry) => object): Publication {
  const last = slots.at(-1);
  if (!last) return publication(topic, '');
  const list = slots.map(({ start, end, entry }) => ({ start: utcTime(start), end: utcTime(end), ...values(entry) }));
  return publication(topic, json(list), last.end);
}
