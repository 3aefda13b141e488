import { componentNames } from '../core/components.ts';
import { pointAt } from '../core/series.ts';
import { type Instant, type Span, utcTime } from '../core/time.ts';
import type { CurrentPrice, ExpectedPoint, KnownSeries, PricedPoint } from '../messages/series.ts';
import { nowMessage } from '../messages/to-message.ts';
import { dayTopics } from './day-topics.ts';
import { decimal, json } from './json.ts';
import { feedinPrefix, type Publication, publication } from './topics.ts';

/**
 * Everything said about one series, in the order of publication: fresh values come before `availability` vouches for
 * them; where no known interval covers `at`, `state` is emptied first, then `availability` goes offline, then the
 * scalars are cleared.
 * @param now what the interval that runs at `at` means against its day, when it is known.
 * @param prefix `price`, or `price-<name>`; exports go below `feedin`, or `feedin-<name>`.
 */
export function priceTopics(
  series: KnownSeries,
  now: CurrentPrice | undefined,
  at: Instant,
  prefix = 'price',
): Publication[] {
  const { prices, feedin = [], forecast = [] } = series;
  const rest = [
    listTopic(`${prefix}/series`, prices, totalAsValue),
    listTopic(`${prefix}/components`, prices, componentsOf),
    listTopic(`${prefix}/forecast`, forecast, bandOf, prices.at(-1)?.end),
    ...dayTopics(prefix, series, at),
    ...feedinTopics(feedinPrefix(prefix), feedin, at),
  ];
  const covered = now && now.start <= at && at < now.end;
  return covered ? [...rest, ...freshTopics(prefix, now)] : [...staleTopics(prefix, series), ...rest];
}

function freshTopics(prefix: string, price: CurrentPrice): Publication[] {
  const { now, next, start, end, level, rank, slots, currency, unit } = nowMessage(price);
  const until = price.end;
  const scalar = (name: string, text: string) => publication(`${prefix}/${name}`, text, until);
  return [
    scalar('now', decimal(now)),
    scalar('next', next === null ? '' : decimal(next)),
    scalar('level', level ?? ''),
    scalar('rank', rank === null ? '' : decimal(rank)),
    scalar('valid_until', decimal(until)),
    scalar('state', json({ now, next, start, end, level, rank, slots, currency, unit })),
    publication(`${prefix}/availability`, 'online'),
  ];
}

/** Nothing is known, not even from before: whatever stands there from another time is taken back. */
export function unknownTopics(prefix = 'price'): Publication[] {
  const rest = ['series', 'components', 'forecast', 'stats', 'ha_attributes', 'ha_list'];
  const feedin = feedinPrefix(prefix);
  const lists = [...rest.map((name) => `${prefix}/${name}`), `${feedin}/ha_list`];
  return [...staleTopics(prefix), ...lists.map((topic) => publication(topic, '')), ...feedinTopics(feedin, [], 0)];
}

function staleTopics(prefix: string, series?: KnownSeries): Publication[] {
  const unknown = { now: null, next: null, start: null, end: null, level: null, rank: null, slots: null };
  const { currency = null, unit = null } = series ?? {};
  return [
    publication(`${prefix}/state`, json({ ...unknown, currency, unit })),
    publication(`${prefix}/availability`, 'offline'),
    ...['now', 'next', 'level', 'rank', 'valid_until'].map((name) => publication(`${prefix}/${name}`, '')),
  ];
}

/** A list in UTC until `end`, each interval with what `values` says of it; cleared where there is none. */
function listTopic<T extends Span>(
  topic: string,
  points: readonly T[],
  values: (point: T) => object,
  end = points.at(-1)?.end,
): Publication {
  const list = points.map((point) => ({ start: utcTime(point.start), end: utcTime(point.end), ...values(point) }));
  return publication(topic, list.length > 0 ? json(list) : '', end);
}

const totalAsValue = ({ total }: PricedPoint) => ({ value: total });

/** With the key of a known price too: a reader of price lists takes a missing `value` for 0, which is free electricity. */
const bandOf = ({ total, low, high }: ExpectedPoint) => ({ total, low, high, value: total });

/** A component that was not sent stays an absent key. */
const componentsOf = ({ total, ...point }: PricedPoint) => ({
  ...Object.fromEntries(componentNames.map((name) => [name, point[name]])),
  total,
});

/** Cleared where nothing is exported, or not known now. */
function feedinTopics(prefix: string, points: readonly PricedPoint[], at: Instant): Publication[] {
  const current = pointAt(points, at);
  const next = current && pointAt(points, current.end);
  const scalar = (name: string, point: PricedPoint | undefined) =>
    publication(`${prefix}/${name}`, point ? decimal(point.total) : '', current?.end);
  return [scalar('now', current), scalar('next', next), listTopic(`${prefix}/series`, points, totalAsValue)];
}
