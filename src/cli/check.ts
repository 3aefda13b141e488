import { z } from 'zod';
import type { FigureMarks } from '../core/dated.ts';
import { type CountryCode, markets } from '../core/markets.ts';
import { type PricePoint, within } from '../core/series.ts';
import { type Instant, localDate, localDay } from '../core/time.ts';
import type { PriceOrigin } from '../core/vocabulary.ts';
import { priceUnit } from '../messages/price-text.ts';
import { englishMark, markTexts, originText } from '../messages/provenance.ts';
import type { Book, SpotPrices } from '../pricing/book.ts';
import { CannotPrice } from '../pricing/calendar/registers.ts';
import { priceSeries } from '../pricing/price-series.ts';
import { type Question, versionToday } from '../pricing/question.ts';
import { type PriceRule, type Tariff, type Version, versionOn } from '../pricing/tariff.ts';
import { versionOf } from '../service/catalogue/figures/installed.ts';
import { catalogueOf, holdingsOf } from '../service/service.ts';
import { dayTable } from './day-table.ts';
import { defaultFigures } from './figures/default-folder.ts';
import { expiredOn, expiredText } from './figures/expired.ts';
import { ownChargeLines } from './figures/own-charges.ts';
import { rateFindings } from './figures/rate-findings.ts';
import { checked, dayOrTime, split, textFlag, UsageError } from './flags.ts';

/** `dayahead-service check DIR`: whether a folder of one's own can be used, and what its tariffs cost on a day. */

const flags = z.object({
  catalogue: textFlag('catalogue'),
  prices: textFlag('prices'),
  figures: textFlag('figures'),
  now: dayOrTime,
});
const string = { type: 'string' } as const;
const options = { catalogue: string, prices: string, figures: string, now: string } as const;

/**
 * Loads what the service would load and returns the day's prices of each tariff of the folder; without one those of the
 * catalogue that is named. Throws a `UsageError` for a command line that cannot be followed and a `FileError` that
 * says all that is wrong.
 */
export function checkCommand(args: readonly string[], systemNow: Instant): readonly string[] {
  const { values, positionals } = split({ args, options, allowPositionals: true });
  const { catalogue, prices, figures = defaultFigures(), now = systemNow } = checked(flags, values);
  const [own, another] = positionals;
  if (another !== undefined || (own ?? catalogue ?? values.now) === undefined)
    throw new UsageError('check takes one folder; without a folder it needs --catalogue or --now');
  const shown = {
    ...(catalogue === undefined ? { figures } : { catalogue }),
    ...(prices !== undefined && { prices }),
  };
  const holdings = holdingsOf({ ...shown, ...(own !== undefined && { own }) });
  const { books, own: chosen, ownCharges = new Map() } = holdings.catalogue;
  const countries = [...(chosen?.keys() ?? books.keys())];
  const before = catalogueOf(shown).books;
  // All tariffs of the package would be thousands of lines.
  const isShipped = own === undefined && catalogue === undefined;
  const charges = [...ownCharges].flatMap(([country, mine]) => {
    const held = before.get(country);
    return held ? ownChargeLines(held, mine) : [];
  });
  const reports = countries.map((country) => {
    const book = books.get(country);
    const ids = chosen?.get(country);
    if (!book) return { warnings: [], expired: [], tables: [] };
    const date = localDate(now, markets[country].timeZone);
    const tariffs = tariffsOf(book, ids);
    return {
      warnings: rateFindings(book, tariffs).map((text) => `warning: ${text}`),
      expired: expiredOn(book, tariffs, date).map(
        (figures) => `expired on ${date}: ${country} ${expiredText(figures)}`,
      ),
      tables: isShipped ? [] : tablesOf({ country, book, prices: holdings.prices, now }, ids),
    };
  });
  return [
    `${own ?? catalogue ?? `The catalogue with figures dated ${versionOf(holdings.catalogue)}`} can be used.`,
    ...reports.flatMap(({ warnings }) => warnings),
    ...reports.flatMap(({ expired }) => expired),
    ...charges,
    ...reports.flatMap(({ tables }) => tables),
  ];
}

/** The tariffs with these ids, all where none are given. */
const tariffsOf = ({ tariffs }: Book, ids?: readonly string[]): Tariff[] =>
  ids ? ids.flatMap((id) => tariffs.get(id) ?? []) : [...tariffs.values()];

interface Scene {
  readonly country: CountryCode;
  readonly book: Book;
  readonly prices: SpotPrices;
  readonly now: Instant;
}

/** The tables of the tariffs with these ids, of all where none are given. */
function tablesOf(scene: Scene, ids?: readonly string[]): string[] {
  const shown = tariffsOf(scene.book, ids);
  const grids = shown.filter(({ sector }) => sector === 'grid');
  // A folder with a contract and one network charge is about both together.
  const grid = ids && grids.length === 1 ? grids[0] : undefined;
  return shown.flatMap((tariff) => ['', ...tableOf(scene, tariff, grid)]);
}

function tableOf(scene: Scene, tariff: Tariff, grid: Tariff | undefined): string[] {
  const { country, now } = scene;
  const { timeZone, currency } = markets[country];
  const { name, perMajor } = priceUnit(currency);
  const date = localDate(now, timeZone);
  const network = tariff.sector === 'consumption' && grid ? `, network ${grid.id}` : '';
  const origin = originOf(scene, tariff);
  const from = origin && originText(origin);
  const heading = `${country} ${tariff.sector} ${tariff.id}: ${tariff.name}\n${date}, ${name}/kWh${network}${from ? `, ${from}` : ''}`;
  try {
    const { points, marks } = pricesOf(scene, tariff, grid);
    const rows = dayTable(within(points, localDay(date, timeZone)), timeZone, perMajor);
    const notes = markTexts({ ...origin, ...marks }, englishMark);
    return [heading, ...notes, ...(rows.length > 0 ? rows : [unknown(ruleAt(scene, tariff))])];
  } catch (error) {
    if (error instanceof CannotPrice) return [heading, error.message];
    throw error;
  }
}

/** Beside the date of a spot price: an old auction must not pass for that day's. */
function originOf(scene: Scene, tariff: Tariff): PriceOrigin | undefined {
  const rule = ruleAt(scene, tariff);
  return rule.kind === 'spot' ? scene.prices.publication(rule.zone, scene.now).origin : undefined;
}

const unknown = (rule: PriceRule) =>
  rule.kind === 'spot' ? `no price is known for zone ${rule.zone} on this day` : 'no price is known for this day';

const ruleAt = ({ country, now }: Scene, tariff: Tariff): PriceRule =>
  versionOn(tariff, versionToday(now, markets[country].timeZone)).price;

const FREE: Version = { version: '20000101', available: true, price: { kind: 'clock', rates: [{ price: 0 }] } };

interface TablePrices {
  readonly points: readonly PricePoint[];
  readonly marks: FigureMarks;
}

/** With levies and VAT but without a postal code; of a grid tariff the network charge alone. */
function pricesOf(scene: Scene, tariff: Tariff, grid?: Tariff): TablePrices {
  const { book, prices, now } = scene;
  const resolution = ruleAt(scene, tariff).kind === 'spot' ? 3600 : 900;
  const ask = (asked: Pick<Question, 'consumption' | 'feedin' | 'grid'>, ...include: ('fees' | 'vat')[]) =>
    priceSeries({ now, historicDays: 0, resolution, include: new Set(include), ...asked }, book, prices);
  switch (tariff.sector) {
    case 'feedin': {
      const { feedin = [], marks } = ask({ feedin: tariff });
      return { points: feedin, marks };
    }
    case 'consumption': {
      const { consumption = [], marks } = ask({ consumption: tariff, ...(grid && { grid }) }, 'fees', 'vat');
      return { points: consumption, marks };
    }
    case 'grid': {
      const { grade: _, ...rest } = tariff;
      const free: Tariff = { ...rest, sector: 'consumption', versions: [FREE] };
      const { consumption = [], marks } = ask({ consumption: free, grid: tariff });
      return { points: consumption.map(({ energy: _, ...point }) => point), marks };
    }
  }
}
