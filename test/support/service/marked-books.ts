import type { ComponentName } from '../../../src/core/components.ts';
import type { Standing } from '../../../src/core/dated.ts';
import type { Book } from '../../../src/pricing/book.ts';
import type { PriceRule, RatePeriod, Tariff } from '../../../src/pricing/tariff.ts';

/** A settled figure, an example, a proposal, and a figure that expired with 2025. */
const standings: readonly Standing[] = [{}, { grade: 'X' }, { status: 'proposed' }, { until: '2025-12-31' }];

const isMarked = ({ grade, status, until }: Standing) =>
  grade === 'X' || status === 'proposed' || until === '2025-12-31';

/** `book` with every levy, VAT rate, version and period in one of the four standings, in turn. */
export function markedBook(book: Book): Book {
  let count = 0;
  const next = <Figure extends object>(figure: Figure, choice = standings): Figure => ({
    ...figure,
    ...choice[count++ % choice.length],
  });
  const rated = <Row extends Pick<Book['levies'][number], 'rates'>>(row: Row): Row => ({
    ...row,
    rates: row.rates.map((rate) => next(rate)),
  });
  const priced = (price: PriceRule): PriceRule =>
    price.kind === 'periods'
      ? { ...price, periods: price.periods.map((each) => next(each, standings.slice(0, 3))) }
      : price;
  const tariffs = [...book.tariffs].map(([id, { told, ...tariff }]) => {
    const [first, ...others] = tariff.versions.map((version) => next({ ...version, price: priced(version.price) }));
    return [id, { ...tariff, versions: [first ?? tariff.versions[0], ...others] } satisfies Tariff] as const;
  });
  return { ...book, levies: book.levies.map(rated), vat: book.vat.map(rated), tariffs: new Map(tariffs) };
}

/** `book` with another value for each marked figure of one component. */
export function otherFigures(book: Book, component: ComponentName): Book {
  const rated = <Row extends Pick<Book['levies'][number], 'rates'>>(row: Row): Row => ({
    ...row,
    rates: row.rates.map((rate) => (isMarked(rate) ? { ...rate, value: rate.value + 1 } : rate)),
  });
  const sectors: readonly Tariff['sector'][] =
    component === 'grid' ? ['grid'] : component === 'energy' ? ['consumption', 'feedin'] : [];
  const tariffs = [...book.tariffs].map(([id, tariff]) => {
    if (!sectors.includes(tariff.sector)) return [id, tariff] as const;
    const [first, ...others] = tariff.versions.map((version) => ({
      ...version,
      price: dearer(version.price, { ...(tariff.grade && { grade: tariff.grade }), ...version }),
    }));
    return [id, { ...tariff, versions: [first ?? tariff.versions[0], ...others] } satisfies Tariff] as const;
  });
  return {
    ...book,
    levies: book.levies.map((levy) => (levy.component === component ? rated(levy) : levy)),
    ...(component === 'energy' && { exchangeRates: rated({ rates: book.exchangeRates }).rates }),
    vat: component === 'vat' ? book.vat.map(rated) : book.vat,
    tariffs: new Map(tariffs),
  };
}

function dearer(rule: PriceRule, version: Standing): PriceRule {
  if (rule.kind === 'periods')
    return {
      ...rule,
      periods: rule.periods.map((each) => (isMarked(standingOf(each, version)) ? dearerPeriod(each) : each)),
    };
  if (!isMarked(version)) return rule;
  switch (rule.kind) {
    case 'spot':
      return { ...rule, margin: rule.margin + 1 };
    case 'clock':
      return { ...rule, rates: [dearerRate(rule.rates[0]), ...rule.rates.slice(1).map(dearerRate)] };
    case 'registers':
      return { ...rule, prices: dearerPrices(rule.prices) };
    case 'calendar':
      return {
        ...rule,
        clocks: Object.fromEntries(Object.entries(rule.clocks).map(([name, rates]) => [name, rates.map(dearerRate)])),
      };
  }
}

/** A period has the standing of its version where it names none, and its own last day. */
const standingOf = ({ to, ...period }: RatePeriod, version: Standing): Standing => ({
  ...version,
  ...period,
  ...(to && { until: to }),
});
const dearerRate = <Priced extends { readonly price: number }>(rate: Priced): Priced => ({
  ...rate,
  price: rate.price + 1,
});
const dearerPrices = (prices: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, price + 1]));
const dearerPeriod = (period: RatePeriod): RatePeriod => ({
  ...period,
  ...(period.rates && { rates: period.rates.map(dearerRate) }),
  ...(period.prices && { prices: dearerPrices(period.prices) }),
});
