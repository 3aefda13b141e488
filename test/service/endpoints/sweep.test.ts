import { describe, expect, it } from 'vitest';
import { seriesQuery } from '../../../src/api/queries.ts';
import { createClient } from '../../../src/client/client.ts';
import { componentNames } from '../../../src/core/components.ts';
import { markets } from '../../../src/core/markets.ts';
import { resample } from '../../../src/core/resample.ts';
import type { PriceSeries } from '../../../src/core/series.ts';
import { addDays, compactDate, dashedDate, type Instant, localDate, localDay } from '../../../src/core/time.ts';
import { QUARTER_HOUR, resolutions } from '../../../src/core/vocabulary.ts';
import type { Book } from '../../../src/pricing/book.ts';
import { priceSeries } from '../../../src/pricing/price-series.ts';
import type { Tariff } from '../../../src/pricing/tariff.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { checkedQuestion } from '../../../src/service/endpoints/dayahead.ts';
import { directoryOf } from '../../../src/service/endpoints/directory.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';
import { createService } from '../../../src/service/service.ts';
import { isTrial } from '../../support/cases.ts';
import { at } from '../../support/service/service-fixture.ts';

/** Every tariff of the shipped catalogue around both clock changes, from what the engine prices to what a client reads. */

const catalogue = loadCatalogue('data/catalogue');
const prices = replayed(loadPrices('data/prices'));
const countries = new Map([...catalogue.books].map(([code, book]) => [code, directoryOf(book)]));

const changes = ['2025-10-26', '2026-03-29'];
/** Each answer covers a day and the next: three days round each change. */
const days = changes.flatMap((change) => [addDays(change, -1), change]);

/** Half past noon by UTC: the next delivery day is published. */
const momentOf = (day: string): Instant => at(`${day}T12:30:00Z`);

type Include = 'fees' | 'vat';
interface Question {
  readonly consumption?: string;
  readonly feedin?: string;
  readonly grid?: string;
  readonly include?: readonly Include[];
  readonly version?: string;
  readonly postalCode?: string;
}

/**
 * The questions about one tariff: energy alone and all components. Of a supplier's, on the days of the clock changes, also
 * every other combination, and the days round each version. Registers need an address.
 */
function questionsOn(tariff: Tariff, book: Book, isChange: boolean): Question[] {
  const complete: Question = { include: ['fees', 'vat'], ...placeOf(tariff, book) };
  const partner = [...book.tariffs.values()].find(({ sector }) => sector === 'consumption');
  const own = { ...complete, [tariff.sector]: tariff.id };
  const place = tariff.sector === 'grid' ? { ...own, consumption: partner?.id ?? '' } : own;
  const always = [place, { ...place, include: [] }];
  if (tariff.sector === 'grid' || !isChange) return always;
  const versions = tariff.versions.flatMap(({ version }) => [version, dayBefore(version)]);
  return [
    ...always,
    ...(['fees', 'vat'] as const).map((include) => ({ ...place, include: [include] })),
    ...versions.map((version) => ({ ...place, version })),
  ];
}

/** An address whose operator switches the registers of a supplier's tariff. */
function placeOf({ sector, versions }: Tariff, { areas, network, schedules }: Book): Pick<Question, 'postalCode'> {
  const isSwitched = sector !== 'grid' && versions.some(({ price }) => price.kind === 'registers');
  if (!isSwitched || network !== 'operator') return {};
  const operators = schedules.flatMap(({ scope }) => scope?.operators ?? []);
  const [postalCode] = areas.find(({ operator }) => operators.includes(operator))?.codes ?? [];
  return postalCode === undefined ? {} : { postalCode };
}

const dayBefore = (version: string) => compactDate(addDays(dashedDate(version), -1));

const queryOf = ({ consumption, feedin, grid, include = [], version, postalCode }: Question) =>
  seriesQuery.parse({
    ...(consumption && { consumption_tariff: consumption }),
    ...(feedin && { feedin_tariff: feedin }),
    ...(grid && { grid_tariff: grid }),
    ...(include.length > 0 && { include: include.join(',') }),
    ...(version && { version }),
    ...(postalCode && { postal_code: postalCode }),
    resolution: String(QUARTER_HOUR),
  });

/** The mean of each component over the whole series, weighted by time. */
const meansOf = (series: PriceSeries) =>
  componentNames.map((name) => {
    const [first, last] = [series[0], series.at(-1)];
    if (!first || !last || first[name] === undefined) return undefined;
    const sum = series.reduce((sum, point) => sum + (point[name] ?? Number.NaN) * (point.end - point.start), 0);
    return sum / (last.end - first.start);
  });

const alike = (one: number | undefined, other: number | undefined) =>
  one === other || Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) < 1e-9;

const same = (one: PriceSeries, other: PriceSeries) =>
  one.length === other.length &&
  one.every((point, i) =>
    componentNames.every((name) => alike(point[name], other[i]?.[name]) && point.start === other[i]?.start),
  );

/** A country with more network charges than this has many of one shape. */
const FEW_CHARGES = 20;

/**
 * In `npm test` each tariff has the eve of one clock change and the day of the other; of `many` network charges each has one of the
 * four days. In `npm run trials` all have all four.
 */
function hasTurn({ sector }: Tariff, index: number, day: string, many: boolean): boolean {
  const turn = days.indexOf(day);
  return isTrial || (sector === 'grid' && many ? turn === index % 4 : [0, 3].includes(turn) === (index % 2 === 0));
}

const seamless = (series: PriceSeries) => series.every(({ start }, i) => i === 0 || start === series[i - 1]?.end);

describe.each(days)('every shipped tariff on %s', (day) => {
  const now = momentOf(day);
  const service = createService({ catalogue, prices, now: () => now });
  const client = createClient({
    baseUrl: 'http://embedded',
    token: service.tokens.production,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });

  it.each([...catalogue.books.values()])(
    '$country: no interval lost or doubled, equal means, as priced',
    async (book) => {
      const { country } = book;
      const { timeZone } = markets[country];
      const today = localDay(localDate(now, timeZone), timeZone);
      const tomorrow = localDay(addDays(localDate(now, timeZone), 1), timeZone);
      const wrong: string[] = [];
      let read = 0;
      const all = [...book.tariffs.values()];
      const many = all.filter(({ sector }) => sector === 'grid').length > FEW_CHARGES;
      const tariffs = all.filter((tariff, index) => hasTurn(tariff, index, day, many));
      for (const tariff of tariffs) {
        for (const question of questionsOn(tariff, book, changes.includes(day))) {
          const asked = checkedQuestion(countries, country, queryOf(question), now);
          const priced = priceSeries(asked, book, prices);
          const engine = (question.feedin ? priced.feedin : priced.consumption) ?? [];
          const means = [];
          for (const resolution of resolutions) {
            const answer = await client.dayAhead({ country, ...question, resolution });
            const points = (question.feedin ? answer.feedin : answer.consumption)?.points ?? [];
            const fault = (text: string) => wrong.push(`${text}: ${JSON.stringify({ ...question, resolution })}`);
            if (!same(points, resample(engine, resolution))) fault('not as priced');
            if (points.length * resolution !== tomorrow.end - today.start) fault(`${points.length} points`);
            if (points[0]?.start !== today.start || !seamless(points)) fault('a hole or an overlap');
            means.push(meansOf(points));
            read++;
          }
          const [hours = [], ...finer] = means;
          if (!finer.every((mean) => mean.every((value, i) => alike(value, hours[i]))))
            wrong.push(`means: ${JSON.stringify(question)}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(read).toBeGreaterThanOrEqual(tariffs.length * resolutions.length * 2);
    },
  );
});
