import { addDays, dashedDate, type LocalDate } from '../../core/time.ts';
import type { Book, DatedRate } from '../../pricing/book.ts';
import type { PriceRule, Rate, Tariff } from '../../pricing/tariff.ts';
import { neverApplied } from '../../service/catalogue/figures/never-applied.ts';
import { sameScope } from '../../service/catalogue/figures/own-rows.ts';

/** Faults of a book that no schema refuses: rates that never apply, days without a rate, and days with two. A line for each. */
export const rateFindings = (book: Book, tariffs: readonly Tariff[]): string[] => [
  ...tariffs.flatMap((tariff) =>
    tariff.versions.flatMap(({ version, price }) => {
      const about = `${book.country} ${tariff.sector} ${tariff.id}, version ${version}`;
      return ruleFindings(price, version).map((text) => `${about}: ${text}`);
    }),
  ),
  ...book.levies.flatMap((levy, i) => {
    const isSecond = book.levies.slice(0, i).some((other) => other.name === levy.name && sameScope(other, levy));
    const second = isSecond ? ['never applies: a row with the same name and scope comes before it'] : [];
    return [...second, ...datedFindings(levy.rates)].map((text) => `${book.country} levy "${levy.name}": ${text}`);
  }),
  ...book.vat.flatMap((row, i) => {
    const isSecond = book.vat.slice(0, i).some((other) => sameScope(other, row));
    const second = isSecond ? ['never applies: a row with the same scope comes before it'] : [];
    return [...second, ...datedFindings(row.rates)].map((text) => `${book.country} VAT: ${text}`);
  }),
];

function ruleFindings(rule: PriceRule, version: string): string[] {
  switch (rule.kind) {
    case 'clock':
      return clockFindings(rule.rates, 'rates');
    case 'periods':
      return [
        ...rule.periods.flatMap(({ rates = [] }, i) => clockFindings(rates, `periods[${i}].rates`)),
        ...gapsIn([{ to: addDays(dashedDate(version), -1) }, ...rule.periods], 'no period has'),
      ];
    case 'calendar':
      return Object.entries(rule.clocks).flatMap(([name, rates]) => clockFindings(rates, `clocks.${name}`));
    default:
      return [];
  }
}

const clockFindings = (rates: readonly Rate[], place: string): string[] =>
  neverApplied(rates).map((i) => {
    const when = rates[i]?.when ? ` ${JSON.stringify(rates[i]?.when)}` : '';
    return `${place}[${i}]${when} never applies: the rates before it cover all its times`;
  });

/** A rate that ends after the next has begun is cut short; one that ends before is carried on. */
function datedFindings(rates: readonly DatedRate[]): string[] {
  const overlaps = rates.flatMap(({ from, until }, i) => {
    const next = rates[i + 1]?.from;
    return until !== undefined && next !== undefined && until >= next
      ? [`the rate from ${from} until ${until} overlaps the rate from ${next}, which counts`]
      : [];
  });
  return [
    ...overlaps,
    ...gapsIn(
      rates.map(({ from, until }) => ({ from, ...(until && { to: until }) })),
      'no rate has',
    ),
  ];
}

interface Stretch {
  readonly from?: LocalDate;
  readonly to?: LocalDate;
}

const gapsIn = (stretches: readonly Stretch[], none: string): string[] =>
  stretches.flatMap(({ to }, i) => {
    const { from = '' } = stretches[i + 1] ?? {};
    const next = to === undefined ? from : addDays(to, 1);
    return next < from ? [`${none} the days from ${next} to ${addDays(from, -1)}`] : [];
  });
