import type { DayAheadBody, PointBody } from '../../../src/api/bodies.ts';
import { componentNames } from '../../../src/core/components.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';
import { createService } from '../../../src/service/service.ts';
import { at } from './service-fixture.ts';

/** The service over the shipped catalogue and prices, at a moment. */

export const catalogue = loadCatalogue('data/catalogue');
const prices = replayed(loadPrices('data/prices'));

export function openShipped(now: string) {
  const service = createService({ catalogue, prices, now: () => at(now) });
  const headers = { authorization: `Bearer ${service.tokens.production}` };
  const get = async (path: string) => service.fetch(new Request(`http://embedded${path}`, { headers }));
  return { get, body: async (path: string) => (await get(path)).json() };
}

/** The answer of `dayahead` in quarter hours; a country and a query as in `no?consumption_tariff=no-example-fixed-no1`. */
export async function askShipped(query: string, now: string): Promise<DayAheadBody> {
  const response = await openShipped(now).get(`/v2/${query.replace('?', '/dayahead?')}&resolution=900`);
  if (response.status !== 200) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The refusal of `dayahead`, as `400 message`. */
export async function refusedShipped(query: string, now: string): Promise<string> {
  const response = await openShipped(now).get(`/v2/${query.replace('?', '/dayahead?')}`);
  return `${response.status} ${(await response.json()).message}`;
}

/** The components at an ISO time, and their sum as `total`, in hundredths of the currency. */
export function minorAt({ consumption }: DayAheadBody, time: string): Partial<Record<string, number>> {
  const point = consumption?.prices.find(({ from_utc }) => from_utc === at(time));
  if (!point) throw new Error(`no point at ${time}`);
  const minor = (value: number) => Number((100 * value).toFixed(6));
  const present = componentNames.filter((name) => point[name] !== undefined);
  return {
    ...Object.fromEntries(present.map((name) => [name, minor(componentOf(point, name))])),
    total: minor(present.reduce((sum, name) => sum + componentOf(point, name), 0)),
  };
}

const componentOf = (point: PointBody, name: (typeof componentNames)[number]) => point[name] ?? Number.NaN;
