import type { DayAheadBody, PointBody } from '../../../src/api/bodies.ts';
import type { Instant } from '../../../src/core/time.ts';
import type { SpotPrices } from '../../../src/pricing/book.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { at, NOON, openService } from './service-fixture.ts';

/** The markets beside this file: small catalogues of made-up figures, each of one market's rules, and the service over them. */
export const marketCatalogue = loadCatalogue('test/support/service/markets');

/** Euro per kWh at every hour. */
const zones: Readonly<Record<string, number>> = { NO1: 0.1, NO4: 0.02, GB: 0.1, PT: 0.08, FI: 0.07 };

/** Every zone at its one price, published to `until`; the next delivery day is due at `next`. */
const steady = (until: Instant, next: Instant): SpotPrices => ({
  publication: () => ({ until, next }),
  pointsOf: (zone, { start, end }) =>
    Array.from({ length: Math.max(0, (Math.min(end, until) - start) / 900) }, (_, i) => ({
      start: start + i * 900,
      end: start + (i + 1) * 900,
      price: zones[zone] ?? Number.NaN,
    })),
});

export interface MarketOptions {
  readonly now?: string;
  /** End of the last published delivery day. */
  readonly until?: string;
}

/** The service over these markets: by default on an April day whose tomorrow is published. */
export function openMarkets({ now, until = '2026-04-16T22:00:00Z' }: MarketOptions = {}) {
  const moment = now === undefined ? NOON : at(now);
  const service = openService({ catalogue: marketCatalogue, prices: steady(at(until), moment + 3600) });
  service.clock.now = moment;
  const get = (path: string) => service.get(path);
  const body = async (path: string) => (await get(path)).json();
  return { ...service, body };
}

/** An answer of `dayahead`; a country and a query as in `no?consumption_tariff=no-spot-1`. */
export async function ask(query: string, options?: MarketOptions): Promise<DayAheadBody> {
  const response = await openMarkets(options).get(`/v2/${query.replace('?', '/dayahead?')}`);
  if (response.status !== 200) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The refusal of `dayahead`, as `400 message`. */
export async function refusal(query: string, options?: MarketOptions): Promise<string> {
  const response = await openMarkets(options).get(`/v2/${query.replace('?', '/dayahead?')}`);
  return `${response.status} ${(await response.json()).message}`;
}

export const points = (body: DayAheadBody): readonly PointBody[] => body.consumption?.prices ?? [];

/** The components of the consumption point that begins at an ISO time; by default of the first one. */
export function componentsAt(body: DayAheadBody, time?: string): Omit<PointBody, 'from_utc'> {
  const point = points(body).find(({ from_utc }) => time === undefined || from_utc === at(time));
  if (!point) throw new Error(`no point at ${time}`);
  const { from_utc: _, ...components } = point;
  return components;
}

/** The sum of a point's components, without the noise of floating point. */
export const sumAt = (body: DayAheadBody, time?: string): number =>
  Number(
    Object.values(componentsAt(body, time))
      .reduce((sum, value) => sum + value, 0)
      .toFixed(9),
  );
