import type { z } from 'zod';
import { markets } from '../../core/markets.ts';
import { compactDate } from '../../core/time.ts';
import { hundredths } from '../../core/vocabulary.ts';
import type { Book } from '../../pricing/book.ts';
import { vatOn } from '../../pricing/charges.ts';
import type { countryFile } from '../catalogue/schema.ts';
import { type ContractProblem, contractProblem } from './problem.ts';
import type { ClockRow, TypedContract, TypedPrice } from './typed-contract.ts';

/** A file of a country's folder, as docs/use/catalogue.md has one written by hand. */
export type ContractFile = z.input<ReturnType<typeof countryFile>>;
type FileTariff = NonNullable<NonNullable<ContractFile['companies']>[number]['tariffs']>[number];
type FileRule = FileTariff['versions'][number]['price'];

/** The ids of the tariffs that a contract becomes. */
export const tariffIdsOf = ({ id }: Pick<TypedContract, 'id'>) => ({
  consumption: id,
  grid: `${id}-grid`,
  feedin: `${id}-feedin`,
});

/** The things that the country does not know of: a contract without any has a file. */
export function problemsWith(contract: TypedContract, book: Book | undefined): ContractProblem[] {
  const { country, network, vat } = contract;
  if (!book) return [contractProblem('country', 'unknown-country', { country })];
  const isUnknown = network.kind === 'listed' && book.tariffs.get(network.tariff)?.sector !== 'grid';
  const [{ from: since } = { from: '' }] = book.vat.find(({ scope }) => !scope)?.rates ?? [];
  return [
    ...(isUnknown ? [contractProblem('network.tariff', 'unknown-network', { typed: network.tariff })] : []),
    ...(vat === 'in' && vatRateOf(contract, book) === undefined
      ? [contractProblem('from', 'unknown-vat', { since })]
      : []),
  ];
}

/** The VAT of the day that the figures hold from, 0.19 for 19 %: of the country, or of the operator where one is chosen. */
export function vatRateOf({ country, network, from }: TypedContract, book: Book): number | undefined {
  const operator = network.kind === 'listed' ? book.tariffs.get(network.tariff)?.companyId : undefined;
  return vatOn(book.vat, { country, operator }, from);
}

/** The contract as a file of the catalogue: without VAT, in the unit of its figures. */
export function contractFile(contract: TypedContract, book: Book): ContractFile {
  const { country, id, name, unit, energy, feedin, monthly, includes } = contract;
  const ids = tariffIdsOf(contract);
  const withVat = contract.vat === 'in' ? (vatRateOf(contract, book) ?? 0) : 0;
  const net = (price: number) => Number((price / (1 + withVat)).toFixed(10));
  const network = typedNetwork(contract);
  const tariff = (sector: FileTariff['sector'], terms: TypedPrice, price: (typed: number) => number): FileTariff => ({
    id: ids[sector],
    sector,
    name,
    source: SOURCE,
    versions: [{ version: compactDate(contract.from), available: true, price: ruleOf(terms, price) }],
  });
  const gridTariff = contract.network.kind === 'listed' ? contract.network.tariff : network && ids.grid;
  const { currency } = markets[country];
  const tariffs = [
    ...(energy.kind === 'none'
      ? []
      : [
          {
            ...tariff('consumption', energy, net),
            ...(includes === 'all' && { bundled: true }),
            ...(gridTariff !== undefined && { gridTariff }),
          },
        ]),
    ...(network
      ? [{ ...tariff('grid', network, net), ...(holdsLevies(contract) && { bundled: true }), ...beforeOf(contract) }]
      : []),
    // What is fed in is paid without VAT.
    ...(feedin.kind === 'none' ? [] : [tariff('feedin', feedin, (typed) => typed)]),
  ];
  return {
    unit: `${unit === 'hundredth' ? hundredths[currency]?.replace('.', '') : currency}/kWh`,
    companies: [
      {
        ...{ id, name },
        tariffs: tariffs.map((one, i) => (i === 0 && monthly !== undefined ? { ...one, monthly: net(monthly) } : one)),
      },
    ],
  };
}

const SOURCE = 'typed in the dialog';

/** In a price of all together the network's part may be unknown: as none at all it changes no sum. */
const NOTHING: TypedPrice = { kind: 'fixed', price: 0 };

function typedNetwork({ network, includes }: TypedContract): TypedPrice | undefined {
  if (network.kind === 'address') return includes === 'all' ? NOTHING : undefined;
  return network.kind === 'listed' ? undefined : network;
}

/** In a price of all together the levies are taken out of the whole, not of the network's part. */
const holdsLevies = ({ network, includes }: TypedContract): boolean =>
  includes === 'energy' && 'contains' in network && network.contains === 'levies';

/** The tariff before a typed network price. In a price of all together the network's part is never priced by itself. */
const beforeOf = ({ network, includes }: TypedContract): Pick<FileTariff, 'before'> =>
  includes === 'energy' && 'before' in network && network.before ? { before: network.before } : {};

function ruleOf(terms: TypedPrice, price: (typed: number) => number): FileRule {
  switch (terms.kind) {
    case 'fixed':
      return { kind: 'clock', rates: [{ price: price(terms.price) }] };
    case 'clock': {
      const [first, ...rest] = terms.rows;
      const rate = (row: ClockRow) => ({ price: price(row.price), when: whenOf(row) });
      return { kind: 'clock', rates: [rate(first), ...rest.map(rate), { price: price(terms.otherwise) }] };
    }
    case 'exchange': {
      const { zone, settlement, factor, margin, cap, floor } = terms;
      return {
        ...{ kind: 'spot', zone, settlement, coefficient: factor, margin: price(margin) },
        ...(cap !== undefined && { cap: price(cap) }),
        ...(floor !== undefined && { floor: price(floor) }),
      };
    }
  }
}

function whenOf({ days, from, to }: ClockRow) {
  const hours = [`${from}-${to}`];
  if (days === 'all') return { hours };
  return days === 'working' || days === 'rest' ? { days, hours } : { weekdays: [...days].map(Number), hours };
}
