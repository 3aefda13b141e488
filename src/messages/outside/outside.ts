import type { z } from 'zod';
import type { ComponentName } from '../../core/components.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { PriceSeries } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import type { Notice, PriceOrigin } from '../../core/vocabulary.ts';
import { MessageError, parse } from '../parse.ts';
import { nordPoolList, nordPoolResponse, octopusRates } from './exchange.ts';
import { evccForm, listForm, ownForm, powerSaverForm } from './generic.ts';
import { entsoeDays, epexSpot, homeAssistantDays, zonneplan } from './home-assistant.ts';
import { type ForeignPrices, pointsOf, valueAt, withoutOpenEnds } from './quotes.ts';
import { tibberAnswer, tibberDays, tibberInfo, tibberList } from './tibber.ts';

/** Prices per kWh that came with a message. */
export interface OutsidePrices {
  /** The origin that they name; else they are external, and `feed` is the form that they have. */
  readonly origin: PriceOrigin;
  /** The credit that their sources want. */
  readonly attribution: readonly Notice[];
  /** Left out where the message does not tell it, as the following ones. */
  readonly country?: CountryCode | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The markets that they can be of, where they do not tell which. */
  readonly soldIn?: readonly CountryCode[] | undefined;
  /** The markets of the bidding zone that a document is about. */
  readonly zoneCountries?: readonly CountryCode[] | undefined;
  /** The days that were left out, with the reason. */
  readonly notes?: readonly string[];
  readonly points: PriceSeries;
  /** Paid for export; left out where there is none. */
  readonly feedin?: PriceSeries;
  /** Prices as they are expected after these; left out where there are none. */
  readonly forecast?: PriceSeries;
  /** Gains per kWh from waiting 1, 2, … days for such prices. */
  readonly forecastGains?: readonly number[] | undefined;
  /** The components that these prices would have if they were complete; none where they are. */
  readonly asked: readonly ComponentName[];
}

interface Form {
  readonly feed?: string;
  readonly schema: z.ZodType<ForeignPrices>;
  /** The payload, or the part of it that holds the prices; `undefined` where it has another form. */
  of(payload: object): unknown;
}

/** The form of payloads that have something at `path`. */
const having = (schema: Form['schema'], feed: string | undefined, ...path: readonly (string | number)[]): Form => ({
  ...(feed && { feed }),
  schema,
  of: (payload) => (valueAt(payload, ...path) === undefined ? undefined : payload),
});

/** `form` inside of the value at `path`. */
const within = (form: Form, ...path: readonly string[]): Form => ({
  ...form,
  of(payload) {
    const inner = valueAt(payload, ...path);
    return typeof inner === 'object' && inner ? form.of(inner) : undefined;
  },
});

/** Attributes of sensors in Home Assistant. */
const attributes: readonly Form[] = [
  having(homeAssistantDays, 'home-assistant', 'raw_today'),
  having(entsoeDays, 'home-assistant', 'prices_today', 0, 'time'),
  having(epexSpot, 'home-assistant', 'data', 0, 'start_time'),
  having(zonneplan, 'home-assistant', 'forecast', 0, 'price_tax_included'),
];

/** Keys of `nordpool.get_prices_for_date`: bidding zones. */
const areaKey = /^[A-Z]{2}[A-Z\d-]{0,4}$/;
const areaResponse: Form = {
  feed: 'nord-pool',
  schema: nordPoolResponse,
  of: (payload) =>
    Object.entries(payload).length > 0 &&
    Object.entries(payload).every(([key, value]) => areaKey.test(key) && Array.isArray(value))
      ? payload
      : undefined,
};

/** The first that fits counts. */
const forms: readonly Form[] = [
  having(tibberList, 'tibber', 0, 'startsAt'),
  having(nordPoolList, 'nord-pool', 0, 'timestamp'),
  { schema: listForm, of: (payload) => (Array.isArray(payload) ? payload : undefined) },
  ...attributes.flatMap((form) => [form, within(form, 'attributes'), within(form, 'new_state', 'attributes')]),
  areaResponse,
  within(areaResponse, 'response'),
  having(ownForm, undefined, 'prices'),
  having(powerSaverForm, 'power-saver', 'priceData'),
  having(evccForm, 'evcc', 'rates'),
  {
    feed: 'evcc',
    schema: evccForm,
    of: (payload) => (valueAt(payload, 'result', 'rates') ? valueAt(payload, 'result') : undefined),
  },
  having(octopusRates, 'octopus', 'results'),
  having(tibberAnswer, 'tibber', 'viewer'),
  {
    feed: 'tibber',
    schema: tibberAnswer,
    of: (payload) => (valueAt(payload, 'data', 'viewer') ? valueAt(payload, 'data') : undefined),
  },
  having(tibberInfo, 'tibber', 'priceInfo'),
  having(tibberDays, 'tibber', 'today', 0, 'startsAt'),
];

const formOf = (payload: object) => forms.find((form) => form.of(payload) !== undefined);

/** True of a payload that holds prices, by its keys. */
export const holdsPrices = (payload: object): boolean => formOf(payload) !== undefined;

/** The prices in a payload that holds some, received at `now`. Throws a `MessageError` that names what is wrong. */
export function readOutside(payload: object, now: Instant): OutsidePrices {
  const form = formOf(payload);
  if (!form) throw new MessageError('holds no prices of a form that is known');
  const { feed = 'message', schema } = form;
  const {
    prices: quotes,
    feedin = [],
    forecast = [],
    asked = [],
    attribution = [],
    even,
    origin,
    ...market
  } = parse(schema, form.of(payload));
  const prices = withoutOpenEnds(quotes, now);
  if (prices.length + feedin.length === 0) throw new MessageError('holds no price');
  return {
    origin: origin ?? { kind: 'external', feed },
    attribution,
    ...market,
    points: pointsOf(prices, even),
    ...(feedin.length > 0 && { feedin: pointsOf(feedin, even) }),
    ...(forecast.length > 0 && { forecast: pointsOf(forecast, even) }),
    asked,
  };
}
