import { readdirSync, readFileSync } from 'node:fs';
import { parseJsonc } from '../../../src/core/jsonc.ts';
import { type CountryCode, markets } from '../../../src/core/markets.ts';
import { feedsOf, priceFeeds } from '../../../src/feeds/price-feeds.ts';
import { tariffFeeds } from '../../../src/feeds/tariff-feeds.ts';
import { britishRegions, countriesOf, zonesWhere } from '../../../src/feeds/zones.ts';
import type { Book } from '../../../src/pricing/book.ts';
import { catalogue } from '../service/shipped-service.ts';
import { households } from './households.ts';

/** What the catalogue's markets have live, as feeds and catalogue tell it. */
export interface LiveMarket {
  readonly country: CountryCode;
  readonly book: Book;
  /** Every bidding zone of the country, those that its tariffs follow among them. */
  readonly zones: readonly string[];
}

export const liveMarkets: readonly LiveMarket[] = [...catalogue.books].map(([country, book]) => ({
  country,
  book,
  zones: country === 'GB' ? britishRegions : zonesWhere(({ countries }) => countries.includes(country)),
}));

/** The zones that the tariffs of a catalogue follow. */
export const zonesFollowed = ({ tariffs }: Book): string[] => {
  const rules = [...tariffs.values()].flatMap(({ versions }) => versions.map(({ price }) => price));
  return [...new Set(rules.flatMap((rule) => (rule.kind === 'spot' ? rule.zone : [])))];
};

export const keyless = priceFeeds.filter(({ needsToken }) => !needsToken);
const keylessIn = (zone: string) => keyless.filter(({ zones }) => zones.includes(zone));

/** A market is live where each of its zones is. */
export const isLive = ({ zones }: LiveMarket) => zones.length > 0 && zones.every((zone) => keylessIn(zone).length > 0);
const isOpen = ({ zones }: LiveMarket) =>
  zones.length > 0 && zones.every((zone) => feedsOf(zone, new Map(), undefined).length > 0);

/** The zones that have the same sources, with these: `DK1 DK2: energy-charts (entsoe), …`. */
function sourcesIn({ zones }: LiveMarket): string {
  const alike = new Map<string, string[]>();
  for (const zone of zones) {
    const named = keylessIn(zone).map(
      ({ name, root, termsIn }) => `${name}${termsIn(zone).use === 'open' ? '' : '*'} (${root})`,
    );
    const text = named.join(', ') || 'no source without a token';
    alike.set(text, [...(alike.get(text) ?? []), zone]);
  }
  return [...alike].map(([text, same]) => `${rangeOf(same)}: ${text}`).join('; ');
}

const rangeOf = (zones: readonly string[]) => (zones.length > 8 ? `${zones[0]} to ${zones.at(-1)}` : zones.join(' '));

const gridTariffs = ({ tariffs }: Book) => [...tariffs.values()].filter(({ sector }) => sector === 'grid').length;

/** The test that nothing but example values stand for the network of a country. */
function isExample(country: CountryCode): boolean {
  const folder = `data/catalogue/${country.toLowerCase()}`;
  const files = readdirSync(folder).map((name) => parseJsonc(readFileSync(`${folder}/${name}`, 'utf8')) as RawFile);
  const tariffs = files.flatMap(({ companies = [] }) => companies.flatMap((company) => company.tariffs ?? []));
  return tariffs.every(({ sector, source }) => sector !== 'grid' || source.includes('example value'));
}

interface RawFile {
  readonly companies?: readonly {
    readonly tariffs?: readonly { readonly sector: string; readonly source: string }[];
  }[];
}

function figuresIn({ book, country }: LiveMarket): string {
  const count = gridTariffs(book);
  const example = isExample(country) ? ', example values' : '';
  const levies = new Set(book.levies.map(({ name }) => name)).size;
  return [
    ...(count > 0 ? [`network (${count === 1 ? 'one tariff' : `${count} tariffs`}${example})`] : []),
    ...(levies > 0 ? [levies === 1 ? 'a levy' : `${levies} levies`] : []),
    ...(book.vat.length > 0 ? ['VAT'] : []),
  ].join(', ');
}

function missingIn(market: LiveMarket): string {
  const { book, zones } = market;
  const dark = zones.filter((zone) => keylessIn(zone).length === 0);
  const alone = zones.filter((zone) => new Set(keylessIn(zone).map(({ root }) => root)).size === 1);
  return [
    ...(dark.length > 0 ? [`${rangeOf(dark)}: only from \`entsoe\`, with a token`] : []),
    ...(alone.length > 0 ? [`a second root${alone.length < zones.length ? ` for ${rangeOf(alone)}` : ''}`] : []),
    ...(gridTariffs(book) === 0 ? ['no network charges in the catalogue'] : []),
    ...(book.levies.length === 0 && !book.levyFree
      ? [bundled(book) ? 'the levies (included only in the regulated prices)' : 'no levies in the catalogue']
      : []),
    ...(book.vat.length === 0 ? ['no VAT in the catalogue'] : []),
  ].join('; ');
}

const bundled = ({ tariffs }: Book) => [...tariffs.values()].some((tariff) => tariff.bundled);

function rowOf(market: LiveMarket): string {
  const told = tariffFeeds.filter(({ country }) => country === market.country);
  const live = [
    ...(isLive(market) ? ['price'] : []),
    ...(isLive(market) && markets[market.country].currency !== 'EUR' ? ['exchange rate'] : []),
    ...keyless.flatMap(({ name, zones }) =>
      zones.some((zone) => !market.zones.includes(zone) && countriesOf(zone).includes(market.country))
        ? [`${zones.filter((zone) => countriesOf(zone).includes(market.country)).join(' ')} (${name}*)`]
        : [],
    ),
    ...told.map(({ name, about, terms }) => `${about} (${name}${terms.use === 'open' ? '' : '*'})`),
  ].join(', ');
  const clicks = households.find(({ country }) => country === market.country)?.clicks ?? '';
  const cells = [markets[market.country].name, sourcesIn(market), live, figuresIn(market), missingIn(market), clicks];
  return `| ${cells.join(' | ')} |`;
}

/** The table of docs/operate/live.md. */
export const liveTable = (): string =>
  [
    '| market | zones, and their sources in the order in which they are requested (with the root in brackets) | live | figures of the catalogue | missing | clicks |',
    '|---|---|---|---|---|---|',
    ...liveMarkets.map(rowOf),
    '',
    `**${liveMarkets.filter(isLive).length} of ${liveMarkets.length}** markets have live prices without an account. For ${liveMarkets.filter(isOpen).length} of them, sources under an open licence are enough.`,
  ].join('\n');
