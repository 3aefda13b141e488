import { z } from 'zod';
import type { Client } from '../../client/client.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { Allowance } from '../../core/vocabulary.ts';
import { sectors } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import { country } from '../../messages/selection.ts';
import { type NetworkFacts, networkFactsOf } from '../../pricing/place/network-facts.ts';
import type { DailyClient, KeptLists } from '../polling/once-a-day.ts';
import { FaultError } from '../problems.ts';

const sector = z.enum(sectors);

const ofCountry = z.object({ list: z.literal('network'), country });

const question = z.discriminatedUnion('list', [
  z.object({ list: z.literal('countries') }),
  ofCountry,
  z.object({ list: z.literal('companies'), country, sector, postalCode: z.string().optional() }),
  z.object({ list: z.literal('tariffs'), country, sector, company: z.string() }),
  z.object({ list: z.literal('versions'), country, sector, tariff: z.string() }),
]);

/** Items to choose from, and the rest of a testing token's allowance; without `allowance` asking costs nothing. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly allowance?: Allowance;
}

/** The network of a country. A service elsewhere only publishes the size of its map. */
export interface NetworkListing extends NetworkFacts {
  readonly isEmbedded: boolean;
}

/**
 * One list of what can be chosen: the codes of the countries with tariffs or with taxes for a typed contract, companies, tariffs or versions; or one
 * item with the facts of the network charge of a country.
 * @param maySpend what a testing token has left; countries, networks and lists that were fetched today cost nothing.
 * @throws MessageError where `asked` is none of these, FaultError where it may not be asked, else a `ClientError`.
 */
export async function answerListing(client: DailyClient, asked: unknown, maySpend: boolean): Promise<Listing> {
  const read = parse(question, asked);
  const items = await itemsOf(client, read, maySpend);
  const allowance = client.allowance();
  return { items, ...(allowance && { allowance }) };
}

/** Refuses to spend what a testing token has left for someone who may not. Throws a `FaultError`. */
export function assertAffordable(client: Pick<Client, 'allowance'>, maySpend: boolean): void {
  if (!maySpend && client.allowance()) throw new FaultError('permission', 'this would use up a testing token');
}

function itemsOf(client: DailyClient, request: Question, maySpend: boolean): Promise<readonly unknown[]> {
  if (request.list === 'countries') return countriesOf(client);
  return request.list === 'network' ? networkOf(client, request.country) : listOf(client, request, maySpend);
}

async function networkOf(client: DailyClient, country: CountryCode): Promise<readonly NetworkListing[]> {
  const book = client.book?.(country);
  if (book) return [{ ...networkFactsOf(book), isEmbedded: true }];
  const known = (await client.countryStatistics())[country];
  const isMapped = known !== undefined && known.postalCodes > 0;
  return [{ isMapped, defaults: {}, taxAreas: [], settled: [], operators: {}, isEmbedded: false }];
}

async function countriesOf(client: DailyClient): Promise<readonly string[]> {
  const statistics = Object.entries(await client.countryStatistics());
  const hasBook = (code: string) => client.book?.(code as CountryCode) !== undefined;
  return statistics.filter(([code, { hasTariffs }]) => hasTariffs || hasBook(code)).map(([code]) => code);
}

type Question = z.infer<typeof question>;
type ListQuestion = Exclude<Question, { readonly list: 'countries' | 'network' }>;

/** A list that somebody has asked for today costs nothing. */
async function listOf(client: DailyClient, asked: ListQuestion, maySpend: boolean): Promise<readonly unknown[]> {
  const kept = client.kept && (await listIn(client.kept, asked));
  if (kept) return kept;
  assertAffordable(client, maySpend);
  return (await listIn(client, asked)) ?? [];
}

function listIn(lists: KeptLists, asked: ListQuestion): Promise<readonly unknown[]> | undefined {
  const { country, sector } = asked;
  switch (asked.list) {
    case 'companies':
      return lists.companies(country, sector, asked.postalCode ? { postalCode: asked.postalCode } : {});
    case 'tariffs':
      return lists.tariffs(country, sector, asked.company);
    case 'versions':
      return lists.versions(country, sector, asked.tariff);
  }
}
