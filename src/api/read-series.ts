import { z } from 'zod';
import { componentNames, MOST_PRICE } from '../core/components.ts';
import type { PricePoint, PriceSeries } from '../core/series.ts';
import { type Instant, utcTime } from '../core/time.ts';
import type { PriceOrigin, Resolution, TariffInfo } from '../core/vocabulary.ts';
import { tariffInfo } from './bodies.ts';
import { findSeries } from './find-series.ts';
import { instant } from './instant.ts';
import { isObject, parseBody, ShapeError } from './shape.ts';

/** One series, and the tariff it was priced on where the answer names it. */
interface TariffSeries {
  readonly tariff?: TariffInfo;
  readonly points: PriceSeries;
}

/** An answer of `GET /v2/{country}/dayahead`; a series that the body does not hold is an absent key. */
export interface DayAhead {
  /** ISO 4217; prices are in its major unit per kWh. */
  readonly currency: string;
  /** The time to ask again as the service recommended it: it may lie in the past. */
  readonly next: Instant;
  readonly consumption?: TariffSeries;
  readonly feedin?: TariffSeries;
  /** The grid tariff that is priced in `grid`. */
  readonly gridTariff?: TariffInfo;
  /** Said beside the body; left out where the service does not say it. */
  readonly origin?: PriceOrigin;
  /** What the service says against the postal code, without which these prices are. */
  readonly refusedPostalCode?: string;
}

/**
 * Reads a series body however it nests (specification, "Day-ahead series response"). A point lasts `resolution`
 * seconds. Throws a `ShapeError` where the body holds no series that can be read, and where points overlap or lie more
 * than a year away.
 */
export function readSeries(body: unknown, resolution: Resolution): DayAhead {
  const { currency, next } = parseBody(envelope, body);
  const found = parseBody(candidates, findSeries(body), body);
  const consumption = tariffSeries(found.consumption, resolution, next, body);
  const feedin = tariffSeries(found.feedin, resolution, next, body);
  if (!consumption && !feedin && holdsMore(body)) throw new ShapeError('no price series found', body);
  return {
    currency,
    next,
    ...(consumption && { consumption }),
    ...(feedin && { feedin }),
    ...(found.grid?.tariff && { gridTariff: found.grid.tariff }),
  };
}

const envelope = z.object({ currency: z.string().regex(/^[A-Z]{3}$/, 'not an ISO 4217 code'), next: instant });

/** A request for a grid tariff alone is answered without a series; its body holds nothing else. */
const holdsMore = (body: unknown) =>
  isObject(body) && Object.keys(body).some((key) => !['currency', 'next', 'grid_tariff'].includes(key));

/** `null` is as absent as no key. Every price has an energy part: what has none is not a price as we know it. */
const price = z.number().min(-MOST_PRICE).max(MOST_PRICE);
const component = price.nullish();
const point = z.object({ from_utc: instant, energy: price, grid: component, fees: component, vat: component });

/** Characters. */
const MOST_ID = 64;

const candidate = z.object({
  tariff: tariffInfo.extend({ id: z.string().max(MOST_ID), type: tariffInfo.shape.type.catch(null) }).optional(),
  prices: z.array(point).optional(),
});

const candidates = z.object({
  consumption: candidate.optional(),
  feedin: candidate.optional(),
  grid: candidate.pick({ tariff: true }).optional(),
});

/** A year: some days before the next call and two after it are what is published. */
const MOST_AWAY = 366 * 86_400;

function tariffSeries(
  read: z.infer<typeof candidate> | undefined,
  resolution: Resolution,
  next: Instant,
  body: unknown,
): TariffSeries | undefined {
  if (!read?.prices) return undefined;
  const points = read.prices.map((point) => pricePoint(point, resolution)).sort((a, b) => a.start - b.start);
  const second = points.find((point, i) => point.start < (points[i - 1]?.end ?? 0));
  if (second) throw new ShapeError(`two prices at ${utcTime(second.start)}`, body);
  const astray = points.find(({ start }) => Math.abs(start - next) > MOST_AWAY);
  if (astray) throw new ShapeError(`a price at ${utcTime(astray.start)}, but next is ${utcTime(next)}`, body);
  return { ...(read.tariff && { tariff: read.tariff }), points };
}

function pricePoint(read: z.infer<typeof point>, resolution: Resolution): PricePoint {
  const result: { -readonly [key in keyof PricePoint]: PricePoint[key] } = {
    start: read.from_utc,
    end: read.from_utc + resolution,
  };
  for (const name of componentNames) {
    const rate = read[name];
    if (rate !== undefined && rate !== null) result[name] = rate;
  }
  return result;
}
