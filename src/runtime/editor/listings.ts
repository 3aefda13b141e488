import { z } from 'zod';
import type { Client } from '../../client/client.ts';
import type { Allowance } from '../../core/vocabulary.ts';
import { sectors } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import { country } from '../../messages/selection.ts';
import { FaultError } from '../problems.ts';

const sector = z.enum(sectors);

const question = z.discriminatedUnion('list', [
  z.object({ list: z.literal('countries') }),
  z.object({ list: z.literal('companies'), country, sector, postalCode: z.string().optional() }),
  z.object({ list: z.literal('tariffs'), country, sector, company: z.string() }),
  z.object({ list: z.literal('versions'), country, sector, tariff: z.string() }),
]);

/** Items to choose from, and the rest of a testing token's allowance; without `allowance` asking costs nothing. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly allowance?: Allowance;
}

/**
 * One list of what can be chosen: the codes of the countries that hold tariffs, companies, tariffs or versions.
 * @param maySpend what a testing token has left; the countries cost nothing.
 * @throws MessageError where `asked` is none of these, FaultError where it may not be asked, else a `ClientError`.
 */
export async function answerListing(client: Client, asked: unknown, maySpend: boolean): Promise<Listing> {
  const read = parse(question, asked);
  if (read.list !== 'countries') assertAffordable(client, maySpend);
  const items = await listed(client, read);
  const allowance = client.allowance();
  return { items, ...(allowance && { allowance }) };
}

/** Refuses to spend what a testing token has left for someone who may not. Throws a `FaultError`. */
export function assertAffordable(client: Pick<Client, 'allowance'>, maySpend: boolean): void {
  if (!maySpend && client.allowance()) throw new FaultError('permission', 'this would use up a testing token');
}

async function listed(client: Client, read: z.infer<typeof question>): Promise<readonly unknown[]> {
  switch (read.list) {
    case 'countries': {
      const statistics = Object.entries(await client.countryStatistics());
      return statistics.filter(([, { hasTariffs }]) => hasTariffs).map(([code]) => code);
    }
    case 'companies':
      return client.companies(read.country, read.sector, read.postalCode ? { postalCode: read.postalCode } : {});
    case 'tariffs':
      return client.tariffs(read.country, read.sector, read.company);
    case 'versions':
      return client.versions(read.country, read.sector, read.tariff);
  }
}
