import { addDays } from '../../../core/time.ts';
import { unstatedTerms } from '../../feed.ts';
import { eltariffRates, readEltariffProduct } from '../../formats/tariffs/eltariff.ts';
import { periodsOver } from '../../formats/tariffs/told-periods.ts';
import type { TariffFeed, TariffFigures, TariffQuestion } from '../../tariff-feed.ts';

/** Days before today that may be asked for, and days after it for which a price that has no end is believed. */
const [PAST, AHEAD] = [4, 31];

/** An operator's tariffs; `products` are those that the catalogue holds, by its ids. */
const operator = (
  name: string,
  publisher: string,
  [address, path]: readonly [string, string],
  products: Readonly<Record<string, string>>,
): TariffFeed => ({
  name,
  publisher,
  about: `Swedish network charges of ${publisher}`,
  address,
  country: 'SE',
  terms: unstatedTerms(`Source: Eltariff (RISE), ${publisher}.`),
  asksAt: '04:30',
  next: (question, [body]) => (body === undefined ? { path } : figuresIn(body, products, question)),
});

function figuresIn(body: string, products: Readonly<Record<string, string>>, { today }: TariffQuestion): TariffFigures {
  const figures = Object.entries(products).flatMap(([tariff, product]) => {
    const listed = readEltariffProduct(body, product);
    const periods = periodsOver(addDays(today, -PAST), addDays(today, AHEAD), (date) => eltariffRates(listed, date));
    return periods.length > 0 ? [[tariff, periods] as const] : [];
  });
  if (figures.length === 0) throw new Error('has no rate of any tariff that the catalogue holds');
  return { figures: Object.fromEntries(figures) };
}

export const eltariff: readonly TariffFeed[] = [
  operator(
    'eltariff-eon',
    'E.ON Energidistribution',
    ['https://api.apps.eon.se', '/finance-service/api/v1/grid/tariffs'],
    {
      'se-eon-stockholm-house': 'GEENOR-16',
    },
  ),
  operator('eltariff-goteborg', 'Göteborg Energi', ['https://api.goteborgenergi.cloud', '/gridtariff/v0/tariffs'], {
    'se-goteborg-house': 'GNM63',
  }),
];
