import { valueOn } from '../../core/dated.ts';
import { markets } from '../../core/markets.ts';
import { priceUnit } from '../../messages/price-text.ts';
import type { Book, Levy, Scope, Vat } from '../../pricing/book.ts';
import type { OwnCharges } from '../../service/catalogue/catalogue.ts';
import { sameScope } from '../../service/catalogue/figures/own-rows.ts';

/** The levies and VAT of a user's folder, and the rates of the catalogue's book that they replace: a line for each rate. */
export function ownChargeLines({ country, levies, vat }: Book, own: OwnCharges): string[] {
  const { name, perMajor } = priceUnit(markets[country].currency);
  const names = [...new Set(levies.map((levy) => `"${levy.name}"`))].join(', ');
  return [
    ...own.levies.flatMap((levy) => {
      const held = levies.find((row) => row.name === levy.name && sameScope(row, levy));
      const unit = levy.basis === 'kwh' ? { factor: perMajor, name: `${name}/kWh` } : PERCENT;
      const added = names && !held ? `, one more levy beside ${names}` : '';
      return linesOf(`${country} levy "${levy.name}"`, levy, held, unit, added);
    }),
    ...own.vat.flatMap((row) => {
      const held = vat.find((each) => sameScope(each, row));
      return linesOf(`${country} VAT`, row, held, PERCENT, '');
    }),
  ];
}

const PERCENT = { factor: 100, name: '%' };

function linesOf(
  about: string,
  { rates, scope }: Levy | Vat,
  held: Levy | Vat | undefined,
  unit: typeof PERCENT,
  added: string,
): string[] {
  const text = (value: number) => `${Number((value * unit.factor).toFixed(6))}`;
  return rates.map(({ from, value }) => {
    const before = held && valueOn(held.rates, from);
    const replaced = before === undefined ? added : `, in place of ${text(before)}`;
    return `${about}${placeText(scope)}: ${text(value)} ${unit.name} from ${from}${replaced}`;
  });
}

const placeText = ({ operators = [], postalCodes = [] }: Scope = {}) =>
  [...operators, ...postalCodes].map((part, i) => `${i === 0 ? ' in ' : ', '}${part}`).join('');
