import { type Context, Hono } from 'hono';
import type { AttributionSource } from '../api/bodies.ts';
import { PRICE_SOURCE, priceSourceText } from '../api/price-source.ts';
import { attributionQuery, sectorPath, tariffsQuery } from '../api/queries.ts';
import { markets } from '../core/markets.ts';
import type { SpotPrices } from '../pricing/book.ts';
import { versionToday } from '../pricing/question.ts';
import type { Endpoint } from './accounts/ledger.ts';
import { type WatchOptions, watchedVisits } from './accounts/watched-visits.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { attributionOf, holdingsByCountry, statisticsAt } from './catalogue/public-facts.ts';
import { type SeriesSource, seriesSource } from './endpoints/dayahead.ts';
import { companyAt, tariffAt } from './endpoints/id-lookup.ts';
import { companiesAt, companyAsListed, passes, tariffAsListed, versionsAsListed } from './endpoints/listings.ts';
import { seriesCache } from './endpoints/series-cache.ts';
import { parsedPath, parsedQuery, unknownPath } from './errors.ts';
import { bodyAnswer, jsonAnswer } from './http/answer.ts';
import { createGuard, type EndpointQuestion, type Env, type Guard, type GuardOptions } from './http/guard.ts';
import { type RequestLogOptions, refuse, requestLog } from './http/request-log.ts';

export interface AppOptions extends GuardOptions, RequestLogOptions, WatchOptions {
  readonly catalogue: Catalogue;
  readonly prices: SpotPrices;
  readonly random: () => number;
  /** The sources of live prices, which are credited in place of those of a replay. */
  readonly liveSources?: (() => readonly AttributionSource[]) | undefined;
}

/** The service as a function of a request; what it counts is in `visits`. */
export function createApp(options: AppOptions, source = seriesSource(options)): Hono<Env> {
  const visits = watchedVisits(options.visits, options);
  const guard = createGuard({ ...options, visits });
  const app = new Hono<Env>();
  app.use(requestLog(options, guard));
  app.onError((error, c) => refuse(c, error));
  app.notFound(async (c) => {
    await guard.tally(c);
    return refuse(c, unknownPath());
  });
  app.get('/healthz', (c) => bodyAnswer(c, { status: 'ok' }));
  app.get('/readyz', async (c) => {
    await visits.look();
    return bodyAnswer(c, { status: 'ok' });
  });
  let description: object | undefined;
  app.get('/openapi.json', async (c) => {
    description ??= (await import('../api/openapi.ts')).openApi();
    return bodyAnswer(c, description);
  });
  app.all('/v1/*', guard.deprecated);
  app.route('/public', publicEndpoints(options, guard));
  app.route('/v2', endpoints(source, guard));
  return app;
}

function publicEndpoints({ catalogue, liveSources }: AppOptions, guard: Guard): Hono<Env> {
  let counted: ReturnType<typeof holdingsByCountry> | undefined;
  const holdings = () => {
    if (catalogue.holdings) return catalogue.holdings;
    counted ??= holdingsByCountry(catalogue.books);
    return counted;
  };
  return new Hono<Env>()
    .get('/country-stats', guard.open, (c) => {
      return bodyAnswer(c, statisticsAt(holdings(), c.get('now')));
    })
    .get('/attribution', guard.open, (c) => {
      const { country } = parsedQuery(attributionQuery, c.req.url);
      return bodyAnswer(c, { sources: attributionOf(catalogue.sources, { country, live: liveSources?.() }) });
    });
}

function endpoints(source: SeriesSource, guard: Guard): Hono<Env> {
  const { countries } = source;
  const read = seriesCache(source);
  const app = new Hono<Env>();
  const on = <P extends string>(path: P, endpoint: Endpoint, read: (c: Context<Env, P>) => EndpointQuestion) =>
    app.get(path, guard.admit(endpoint, read));

  on('/:country/dayahead', 'dayahead', (c) => {
    const { asked, write } = read(c.req.url, c.req.param('country'), c.get('now'));
    return {
      asked,
      answer() {
        const { body, bytes, etag, origin } = write();
        const headers = { 'Content-Length': `${bytes}`, ETag: etag, [PRICE_SOURCE]: priceSourceText(origin) };
        return jsonAnswer(c, body, { headers });
      },
    };
  });
  on('/:country/:sector/companies', 'companies', (c) => {
    const { country, sector } = parsedPath(sectorPath, c.req.param());
    return {
      asked: { thing: country },
      answer() {
        const companies = companiesAt(countries.get(country), sector, c.req.query('postal_code'));
        return bodyAnswer(
          c,
          companies.map((company) => companyAsListed(country, company)),
        );
      },
    };
  });
  on('/:country/:sector/:company/tariffs', 'tariffs', (c) => {
    const place = { field: 'company', ...parsedPath(sectorPath, c.req.param()) };
    const { id } = companyAt(countries, place, c.req.param('company'));
    const query = parsedQuery(tariffsQuery, c.req.url);
    return {
      asked: { thing: id, named: { kind: 'companies', ids: [id] } },
      answer() {
        const tariffs = countries.get(place.country)?.tariffs(place.sector, id) ?? [];
        return bodyAnswer(c, tariffs.filter(passes(query)).map(tariffAsListed));
      },
    };
  });
  on('/:country/:sector/:tariff/versions', 'versions', (c) => {
    const place = { field: 'tariff', ...parsedPath(sectorPath, c.req.param()) };
    const tariff = tariffAt(countries, place, c.req.param('tariff'));
    return {
      asked: { thing: tariff.id, named: { kind: 'tariffs', ids: [tariff.id] } },
      answer: () =>
        bodyAnswer(c, versionsAsListed(tariff, versionToday(c.get('now'), markets[place.country].timeZone))),
    };
  });
  return app;
}
