import { type CountryCode, markets } from '../../../core/markets.ts';
import type { PriceSeries } from '../../../core/series.ts';
import { type Instant, isKnownTime, localDate, localDay, utcTime } from '../../../core/time.ts';
import { type Resolution, resolutions } from '../../../core/vocabulary.ts';
import { isFar } from '../../../messages/iso.ts';
import { assertPlausible } from '../../../messages/outside/limits.ts';
import type { OutsidePrices } from '../../../messages/outside/outside.ts';
import { MessageError } from '../../../messages/parse.ts';
import type { SeriesFacts } from '../../../messages/series.ts';

interface Receiver {
  /** The prices of an earlier message. */
  readonly before: SeriesFacts | undefined;
  /** The node's. */
  readonly country: CountryCode | undefined;
  readonly now: Instant;
}

/**
 * The prices of a message as a series of the node; nothing is added to them. Those of an earlier message that it is not about
 * stay, from this morning on. Throws a `MessageError` where they are over, end in more than a year, are those of another
 * market, or no household pays them.
 */
export function givenFacts(outside: OutsidePrices, { before, country: chosen, now }: Receiver): SeriesFacts {
  const { origin, attribution, asked, zoneCountries } = outside;
  const isOwnZone = chosen && zoneCountries?.includes(chosen);
  const country = isOwnZone ? chosen : (outside.country ?? chosen);
  if (!country) throw new MessageError('country: choose the country of this node, or send it with the prices');
  if (!outside.country) assertHome(outside, country);
  if (chosen && zoneCountries && !isOwnZone)
    throw new MessageError(`these prices are for ${zoneCountries.join(' or ')}, but this node is for ${chosen}`);
  const { timeZone, currency: usual } = markets[country];
  const { currency = usual } = outside;
  // Exchange prices are in euro everywhere.
  if (currency !== usual && currency !== 'EUR')
    throw new MessageError(`currency: ${currency} is not the currency of ${country}, which is ${usual}`);
  assertPlausible(outside, currency);
  const until = Math.max(...[outside.points, outside.feedin ?? []].map((points) => points.at(-1)?.end ?? 0));
  if (until <= now) throw new MessageError(`the last of these prices ended at ${utcTime(until)}`);
  if (isKnownTime(now) && isFar(until, now))
    throw new MessageError(`the last of these prices ends at ${utcTime(until)}, which is more than a year away`);
  const alike = before?.country === country && before.currency === currency && before.origin?.feed === origin.feed;
  const morning = localDay(localDate(now, timeZone), timeZone).start;
  const sector = (points: PriceSeries = [], earlier: PriceSeries = []) => {
    const all = [...beside(alike ? earlier : [], points), ...points].sort((a, b) => a.start - b.start);
    const left = all.filter(({ end }) => end > morning);
    return left.length > 0 ? { points: left } : undefined;
  };
  const consumption = sector(outside.points, before?.consumption?.points);
  const feedin = sector(outside.feedin, before?.feedin?.points);
  return seriesGiven({
    country,
    currency,
    asked,
    origin,
    attribution,
    fetchedAt: now,
    ...(consumption && { consumption }),
    ...(feedin && { feedin }),
  });
}

/** What has to be known of prices that were given. */
export interface Given
  extends Pick<SeriesFacts, 'country' | 'currency' | 'asked' | 'origin' | 'fetchedAt' | 'attribution'> {
  readonly consumption?: { readonly points: PriceSeries };
  readonly feedin?: { readonly points: PriceSeries };
}

/** Nobody is asked for them: others are due when they end. */
export function seriesGiven(given: Given): SeriesFacts {
  const points = (given.consumption ?? given.feedin)?.points ?? [];
  return {
    ...given,
    resolution: resolutionOf(points),
    nextPoll: points.at(-1)?.end ?? given.fetchedAt,
  };
}

/** Those of `earlier` that end before `points` begin, or begin after their end. */
function beside(earlier: PriceSeries, points: PriceSeries): PriceSeries {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? earlier.filter(({ start, end }) => end <= first.start || start >= last.end) : earlier;
}

/** Throws where the prices say of themselves that they are not those of `country`. */
function assertHome({ currency, timeZone, soldIn, origin }: OutsidePrices, country: CountryCode): void {
  const market = markets[country];
  const home = 'choose the country of this node, or send it with the prices';
  if (currency && currency !== market.currency)
    throw new MessageError(`currency: ${currency} is not the currency of ${country}: ${home}`);
  if (timeZone && timeZone !== market.timeZone)
    throw new MessageError(`timeZone: ${timeZone} is not the time zone of ${country}: ${home}`);
  if (!currency && soldIn && !soldIn.includes(country))
    throw new MessageError(`currency: missing, and ${country} is no country of ${origin.feed}: ${home}`);
}

/** The widest that is no wider than any of the intervals. */
function resolutionOf(points: PriceSeries): Resolution {
  const shortest = Math.min(...points.map(({ start, end }) => end - start));
  return resolutions.find((seconds) => seconds <= shortest) ?? 900;
}
