import { componentNames } from '../core/components.ts';
import { pointAt } from '../core/series.ts';
import type { Instant } from '../core/time.ts';
import type { NowPayload, PriceEntry, SeriesPayload } from '../messages/series.ts';
import { attributesTopic, statisticsTopic } from './day-topics.ts';
import { decimal, json } from './json.ts';
import { instantOf, type Slot, slotsOf, slotsTopic } from './slots.ts';
import { feedinPrefix, type Publication, publication } from './topics.ts';

/**
 * Everything said about one series, in the order of publication: fresh values come before `availability` vouches for
 * them; where no known interval covers `at`, `state` is emptied first, then `availability` goes offline, then the
 * scalars are cleared.
 * @param now what the interval that runs at `at` means against its day, when it is known.
 * @param prefix `price`, or `price-<name>`; exports go below `feedin`, or `feedin-<name>`.
 */
export function priceTopics(
  series: SeriesPayload,
  now: NowPayload | undefined,
  at: Instant,
  prefix = 'price',
): Publication[] {
  const slots = slotsOf(series.prices);
  const rest = [
    slotsTopic(`${prefix}/series`, slots, ({ total }) => ({ value: total })),
    slotsTopic(`${prefix}/components`, slots, componentsOf),
    statisticsTopic(prefix, series, at),
    attributesTopic(prefix, series, at),
    ...feedinTopics(feedinPrefix(prefix), slotsOf(series.feedin ?? []), at),
  ];
  const covered = now && instantOf(now.start) <= at && at < instantOf(now.end);
  return covered ? [...rest, ...freshTopics(prefix, now)] : [...staleTopics(prefix, series), ...rest];
}

function freshTopics(prefix: string, payload: NowPayload): Publication[] {
  const { now, next, start, end, level, rank, slots, currency, unit } = payload;
  const until = instantOf(end);
  const scalar = (name: string, text: string) => publication(`${prefix}/${name}`, text, until);
  return [
    scalar('now', decimal(now)),
    scalar('next', next === null ? '' : decimal(next)),
    scalar('level', level),
    scalar('rank', decimal(rank)),
    scalar('valid_until', decimal(until)),
    scalar('state', json({ now, next, start, end, level, rank, slots, currency, unit })),
    publication(`${prefix}/availability`, 'online'),
  ];
}

/** Nothing is known, not even from before: whatever stands there from another time is taken back. */
export function unknownTopics(prefix = 'price'): Publication[] {
  const rest = ['series', 'components', 'stats', 'ha_attributes'].map((name) => publication(`${prefix}/${name}`, ''));
  return [...staleTopics(prefix), ...rest, ...feedinTopics(feedinPrefix(prefix), [], 0)];
}

function staleTopics(prefix: string, series?: SeriesPayload): Publication[] {
  const unknown = { now: null, next: null, start: null, end: null, level: null, rank: null, slots: null };
  const { currency = null, unit = null } = series ?? {};
  return [
    publication(`${prefix}/state`, json({ ...unknown, currency, unit })),
    publication(`${prefix}/availability`, 'offline'),
    ...['now', 'next', 'level', 'rank', 'valid_until'].map((name) => publication(`${prefix}/${name}`, '')),
  ];
}

/** A component that was not sent stays an absent key. */
const componentsOf = ({ total, ...entry }: PriceEntry) => ({
  ...Object.fromEntries(componentNames.map((name) => [name, entry[name]])),
  total,
});

/** Cleared where nothing is exported, or not known now. */
function feedinTopics(prefix: string, slots: readonly Slot[], at: Instant): Publication[] {
  const current = pointAt(slots, at);
  const next = current && pointAt(slots, current.end);
  const scalar = (name: string, slot: Slot | undefined) =>
    publication(`${prefix}/${name}`, slot ? decimal(slot.entry.total) : '', current?.end);
  return [
    scalar('now', current),
    scalar('next', next),
    slotsTopic(`${prefix}/series`, slots, ({ total }) => ({ value: total })),
  ];
}
