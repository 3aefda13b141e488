import type { PriceDay, ZonePrices } from '../../core/price-file.ts';
import { addDays, type Instant, type LocalDate, nextWallTime, type Span, wallTime } from '../../core/time.ts';
import { DELIVERY_ZONE, deliveryDate, deliveryDay } from '../../core/window.ts';
import type { PricePublication, SpotPoint, SpotPrices } from '../../pricing/book.ts';
import { type Days, fits, shifted, sourceDay } from './source-day.ts';
import type { ZonePriceSource } from './watched-prices.ts';

/** The time the prices of the next delivery day are due, by the clock in the delivery zone; real auctions take until then. */
export const PUBLICATION_TIME = '13:00';

/** Answers of a zone kept ready: a request of the same day asks the same again. */
const KEPT = 16;

/**
 * The prices of `source` as a running exchange. A zone that may be replayed has every date: those that it holds on their
 * own day, any other from the day that `sourceDay` finds for it, published at `PUBLICATION_TIME` of the day before. Any
 * other zone has the days that it holds, each as soon as it holds it.
 */
export function replayed(source: ZonePriceSource): SpotPrices {
  const exchanges = new Map<string, { readonly zone: ZonePrices | undefined; readonly exchange: ZoneExchange }>();
  function exchangeOf(name: string, now: Instant): ZoneExchange {
    const zone = source.get(name, now);
    const known = exchanges.get(name);
    if (known && known.zone === zone) return known.exchange;
    const exchange = zoneExchange(zone, known && now);
    exchanges.set(name, { zone, exchange });
    return exchange;
  }
  return {
    publication: (name, now) => exchangeOf(name, now).publication(now),
    pointsOf: (name, span, now) => exchangeOf(name, now).pointsOf(span, now),
  };
}

/** The prices that one zone has made known. */
interface ZoneExchange {
  publication(now: Instant): PricePublication;
  pointsOf(span: Span, now: Instant): readonly SpotPoint[];
}

function zoneExchange(
  { days, replay, publishedAt }: ZonePrices = { days: new Map(), replay: true },
  readIn?: Instant,
): ZoneExchange {
  const dayOf = (date: LocalDate) => (replay ? sourceDay(days, date) : heldDay(days, date));
  const kept = new Map<string, readonly SpotPoint[]>();
  let last = { since: 0, before: 0, publication: { until: 0, next: 0 } };
  function publication(now: Instant): PricePublication {
    if (now < last.since || now >= last.before) {
      const next = nextWallTime(PUBLICATION_TIME, now, DELIVERY_ZONE);
      const known = replay ? replayAt(days, next) : heldAt(days, now, publishedAt);
      const before = Math.min(next, deliveryDay(deliveryDate(now)).end);
      last = { since: now, before, publication: { ...known, ...(readIn !== undefined && { readIn }) } };
    }
    return last.publication;
  }
  return {
    publication,
    pointsOf({ start, end }, now) {
      const known = { start, end: Math.min(end, publication(now).until) };
      const key = `${known.start} ${known.end}`;
      const points = kept.get(key) ?? pointsIn(dayOf, known);
      if (kept.size >= KEPT) kept.clear();
      kept.set(key, points);
      return points;
    },
  };
}

/** The day itself, if it is as long as that date is. */
function heldDay(days: Days, date: LocalDate): PriceDay | undefined {
  const day = days.get(date);
  return day && fits(day, deliveryDay(date)) ? day : undefined;
}

/** A replay goes on for ever. */
const replayAt = (days: Days, next: Instant): PricePublication => ({
  next,
  until: deliveryDay(deliveryDate(next)).end,
  ...(days.size > 0 && { origin: { kind: 'replay' } }),
});

/**
 * Published is what is held, tomorrow at the most. A delivery day is due at `publishedAt` of the day before and stays
 * so until it is held: the next to come is the first from today on that is not.
 */
function heldAt(days: Days, now: Instant, publishedAt = PUBLICATION_TIME): PricePublication {
  const today = deliveryDate(now);
  const tomorrow = addDays(today, 1);
  const isHeld = (date: LocalDate) => heldDay(days, date) !== undefined;
  const dates = [...days.keys()].filter((date) => date <= tomorrow).sort();
  const last = dates.findLast(isHeld);
  const isDoubtful = [today, tomorrow].some((date) => days.get(date)?.doubtful) && { doubtful: true as const };
  const feed = last && days.get(last)?.origin?.feed;
  const isComplete = (date: LocalDate) => heldDay(days, date)?.missing === undefined && isHeld(date);
  const missing = [today, tomorrow].find((date) => !isComplete(date)) ?? addDays(tomorrow, 1);
  return {
    until: last === undefined ? deliveryDay(today).start : deliveryDay(last).end,
    next: wallTime(addDays(missing, -1), publishedAt, DELIVERY_ZONE),
    ...(last && { origin: { ...(feed === undefined ? { kind: 'own' } : { kind: 'live', feed }), ...isDoubtful } }),
  };
}

function pointsIn(dayOf: (date: LocalDate) => PriceDay | undefined, span: Span): SpotPoint[] {
  const points: SpotPoint[] = [];
  for (let date = deliveryDate(span.start); deliveryDay(date).start < span.end; date = addDays(date, 1)) {
    points.push(...shifted(dayOf(date), deliveryDay(date)));
  }
  return points.filter(({ start, end }) => span.start <= start && end <= span.end);
}
