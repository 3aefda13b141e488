import { type CountryCode, markets } from '../../../src/core/markets.ts';
import { hundredths } from '../../../src/core/vocabulary.ts';
import type { PriceRule, Rate } from '../../../src/pricing/tariff.ts';
import type { CountryFile } from '../../../src/service/catalogue/schema.ts';
import { MOST_DECIMALS } from '../../../src/service/contracts/figure.ts';
import type { ClockRow, TypedContract, TypedPrice } from '../../../src/service/contracts/typed-contract.ts';

type Company = CountryFile['companies'][number];

/** The way the figures of a form are to be written. */
interface Writing {
  readonly country: CountryCode;
  readonly unit: TypedContract['unit'];
  /** The rate of VAT that is to be in the figures, 0.19 for 19 %; left out, they are without. */
  readonly vat?: number | undefined;
}

/** A company of a catalogue's file as the form of a contract; `undefined` where a form cannot hold it. */
export function typedFrom({ id, name, tariffs }: Company, writing: Writing): TypedContract | undefined {
  const of = (sector: string) => tariffs.find((tariff) => tariff.sector === sector);
  const [consumption, grid, feedin] = [of('consumption'), of('grid'), of('feedin')];
  const first = consumption ?? grid ?? feedin;
  const [version, later] = first?.versions ?? [];
  if (!first || !version || later) return undefined;
  const { vat = 0 } = writing;
  const perMajor = writing.unit === 'hundredth' && hundredths[markets[writing.country].currency] ? 100 : 1;
  const plain = (price: number) => Number((price * perMajor).toFixed(MOST_DECIMALS));
  const gross = (price: number) => Number((price * (1 + vat) * perMajor).toFixed(MOST_DECIMALS));
  const none = { kind: 'none' } as const;
  const energy = consumption ? termsOf(version.price, gross) : none;
  const network = networkIn(consumption, grid, gross);
  const sold = feedin ? termsOf(feedin.versions[0].price, plain) : none;
  if (!energy || !network || !sold) return undefined;
  const { version: day } = version;
  return {
    ...{ id, name, country: writing.country, from: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` },
    unit: perMajor === 100 ? 'hundredth' : 'major',
    vat: writing.vat === undefined ? 'out' : 'in',
    includes: consumption?.bundled ? 'all' : 'energy',
    ...{ energy, network, feedin: sold },
    ...(first.monthly !== undefined && { monthly: Number((first.monthly * (1 + vat)).toFixed(MOST_DECIMALS)) }),
  };
}

type Price = (perKwh: number) => number;
type FiledTariff = Company['tariffs'][number];

function networkIn(
  consumption: FiledTariff | undefined,
  grid: FiledTariff | undefined,
  price: Price,
): TypedContract['network'] | undefined {
  const { gridTariff, bundled } = consumption ?? { gridTariff: grid?.id };
  if (gridTariff === undefined) return { kind: 'address' };
  if (gridTariff !== grid?.id) return { kind: 'listed', tariff: gridTariff };
  const terms = termsOf(grid.versions[0].price, price);
  const isNothing = terms?.kind === 'fixed' && terms.price === 0;
  if (bundled && isNothing) return { kind: 'address' };
  return terms?.kind === 'exchange' ? undefined : terms;
}

function termsOf(rule: PriceRule, price: Price): TypedPrice | undefined {
  if (rule.kind === 'spot') {
    const { zone, settlement, coefficient: factor, margin, cap, floor } = rule;
    return {
      ...{ kind: 'exchange', zone, settlement, factor, margin: price(margin) },
      ...{ cap: cap === undefined ? undefined : price(cap), floor: floor === undefined ? undefined : price(floor) },
    };
  }
  return rule.kind === 'clock' ? clockOf(rule.rates, price) : undefined;
}

/** Of a clock without a rate for the rest, or with months, a form cannot say what it is. */
function clockOf(rates: readonly Rate[], price: Price): TypedPrice | undefined {
  const last = rates.at(-1);
  if (!last || last.when) return undefined;
  const rows = rates.slice(0, -1).map((rate) => rowsOf(rate, price));
  const [first, ...rest] = rows.flatMap((each) => each ?? []);
  if (rows.includes(undefined)) return undefined;
  const otherwise = price(last.price);
  return first ? { kind: 'clock', rows: [first, ...rest], otherwise } : { kind: 'fixed', price: otherwise };
}

function rowsOf({ price: perKwh, when = {} }: Rate, price: Price): ClockRow[] | undefined {
  const { months, weekdays, days, hours = ['00:00-24:00'] } = when;
  if (months || (weekdays && days)) return undefined;
  const which = weekdays ? [...new Set(weekdays)].sort().join('') : (days ?? 'all');
  return hours.map((span) => ({ days: which, from: span.slice(0, 5), to: span.slice(6), price: price(perKwh) }));
}
