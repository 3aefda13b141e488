import { z } from 'zod';
import { parse } from '../../messages/parse.ts';
import {
  type ContractFile,
  contractFile,
  problemsWith,
  tariffIdsOf,
  vatRateOf,
} from '../../service/contracts/contract-file.ts';
import type { ContractProblem } from '../../service/contracts/problem.ts';
import { readContract, type TypedContract } from '../../service/contracts/typed-contract.ts';
import { catalogueOf } from '../../service/service.ts';
import { type Fault, FaultError, faultOf } from '../problems.ts';
import type { Site } from '../site.ts';
import type { ServiceSettings } from '../site-settings.ts';
import { type PricePreview, previewPrice } from './price-preview.ts';

/** What there is to say of a contract while it is typed. */
export interface ContractAnswer {
  /** What is wrong with it; where nothing is, the rest is there. */
  readonly problems: readonly ContractProblem[];
  /** The VAT of the day it holds from, 0.19 for 19 %. */
  readonly vat?: number;
  readonly file?: ContractFile;
  readonly preview?: PricePreview;
  /** The reason why it has no price at the moment. */
  readonly unpriced?: Fault;
}

const question = z.object({
  contract: z.unknown(),
  postalCode: z.string().max(16).default(''),
  supplier: z.string().optional(),
});

/**
 * Reads the form of a contract and prices it.
 * @throws FaultError where the site's service is not the embedded one: no other takes contracts.
 */
export async function answerContract(
  asked: unknown,
  service: ServiceSettings,
  open: (service: ServiceSettings) => Promise<Site>,
): Promise<ContractAnswer> {
  const { contract: form, ...beside } = parse(question, asked);
  if (service.kind !== 'embedded')
    throw new FaultError('contract-service', 'contracts of one’s own need the embedded service');
  const read = readContract(form);
  if ('problems' in read) return read;
  const { contract } = read;
  const book = catalogueOf({ ...(service.catalogue && { own: service.catalogue }) }).books.get(contract.country);
  const problems = problemsWith(contract, book);
  if (!book || problems.length > 0) return { problems };
  const vat = vatRateOf(contract, book);
  const facts = { problems: [], file: contractFile(contract, book), ...(vat !== undefined && { vat }) };
  try {
    const site = await open({ ...service, contracts: [contract] });
    return { ...facts, preview: await previewPrice(site, nodeOf(contract, beside), true) };
  } catch (error) {
    return { ...facts, unpriced: faultOf(error) };
  }
}

interface Beside {
  readonly postalCode: string;
  /** A listed supplier's tariff, where only the network is typed. */
  readonly supplier?: string | undefined;
}

/** A price node that has chosen it. */
function nodeOf(contract: TypedContract, { postalCode, supplier }: Beside): object {
  const { country, energy, network, feedin } = contract;
  const ids = tariffIdsOf(contract);
  const isNetworkAlone = energy.kind === 'none' && network.kind !== 'address';
  return {
    country,
    postalCode,
    consumption: energy.kind === 'none' ? supplier && { id: supplier } : { id: ids.consumption },
    ...(isNetworkAlone && { grid: { id: ids.grid } }),
    ...(feedin.kind !== 'none' && { feedin: { id: ids.feedin } }),
  };
}
