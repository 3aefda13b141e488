import type { CountryCode } from '../../core/markets.ts';
import { normalisePostalCode } from '../../core/postal-code.ts';
import type { MeterReading } from '../../core/series.ts';
import type { Book } from '../../pricing/book.ts';
import type { PastPlace } from '../../pricing/comparison/past-prices.ts';
import { resolveAddress } from '../../pricing/place/address.ts';
import { regionRefusal } from '../../pricing/place/region.ts';
import type { Tariff } from '../../pricing/tariff.ts';

/** A question about the contracts of a market. */
export interface CostQuestion {
  readonly country: CountryCode;
  readonly postalCode?: string | undefined;
  /** Id of the network charge, whatever the address has. */
  readonly grid?: string | undefined;
  /** Ids of contracts; left out, all that are offered to households, and those of one's own. */
  readonly tariffs?: readonly string[] | undefined;
  readonly shiftKwh?: number | undefined;
}

/** A question that cannot be answered, since something in it is wrong. */
export class CostQuestionError extends Error {
  override readonly name = 'CostQuestionError';
}

/** Throws a `CostQuestionError` for an address or a network charge that the book does not know. */
export function costPlace({ country, postalCode: typed, grid: id }: CostQuestion, book: Book): Omit<PastPlace, 'span'> {
  const postalCode = typed ? normalisePostalCode(country, typed) : undefined;
  const address = postalCode ? resolveAddress(book, postalCode) : {};
  if ('refusal' in address) throw new CostQuestionError(address.refusal);
  const grid = id === undefined ? undefined : tariffIn(book, id, ['grid']);
  return { ...address, ...(postalCode && { postalCode: postalCode.code }), ...(grid && { grid }) };
}

/** The contracts of a question; throws a `CostQuestionError` for an id that the book does not know. */
export const contractsAt = (
  { tariffs }: CostQuestion,
  book: Book,
  { operator }: Pick<PastPlace, 'operator'>,
): Tariff[] => tariffs?.map((id) => tariffIn(book, id, ['consumption', 'feedin'])) ?? offered(book, operator);

function tariffIn({ tariffs }: Book, id: string, sectors: readonly Tariff['sector'][]): Tariff {
  const tariff = tariffs.get(id);
  if (tariff && sectors.includes(tariff.sector)) return tariff;
  const known = [...tariffs.values()].filter(({ sector }) => sectors.includes(sector)).map((each) => each.id);
  throw new CostQuestionError(`"${id}" is none of: ${known.join(', ')}`);
}

const offered = (book: Book, operator: string | undefined): Tariff[] =>
  [...book.tariffs.values()].filter(
    (tariff) =>
      tariff.household && tariff.available && (operator === undefined || !regionRefusal(book, tariff, operator)),
  );

/** The other half of a contract that is typed. */
export function feedinBeside(id: string, { tariffs }: Book): Tariff | undefined {
  const beside = tariffs.get(`${id}-feedin`);
  return beside?.sector === 'feedin' && beside.companyId === tariffs.get(id)?.companyId ? beside : undefined;
}

/** The contract that pays for feed-in beside another one; `unknown` where energy is fed in and none does. */
export const billedFeedin = (id: string, book: Book, feedIn: readonly MeterReading[]): Tariff | 'unknown' | undefined =>
  feedinBeside(id, book) ?? (feedIn.some(({ kWh }) => kWh > 0) ? 'unknown' : undefined);
