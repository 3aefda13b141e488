import { z } from 'zod';
import { resolutions } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import { adjustmentKinds } from '../../pricing/bill/adjustments.ts';
import type { Site } from '../site.ts';
import type { PriceTerms } from './from-answer.ts';

const settings = z.object({
  /** Empty: as the site does. */
  resolution: z.union([z.literal(''), z.coerce.number().pipe(z.literal(resolutions))]).default(''),
  includeFees: z.boolean().default(true),
  includeVat: z.boolean().default(true),
  /** Ask from half an hour before the recommended moment. */
  asSoonAsPossible: z.boolean().default(false),
  adjustment: z.enum(['', ...adjustmentKinds]).default(''),
  /** Per kWh, excluding VAT. */
  adjustmentRate: z.coerce.number().default(0),
  publishAs: z.string().default('price'),
});

/** The manner in which prices are to be asked and published. */
export interface PriceSettings {
  readonly terms: PriceTerms;
  readonly publishAs: string;
}

/**
 * The settings that the dialog of `price-series` saved; what is left out stands at its default.
 * @throws MessageError where a field is wrong.
 */
export function readPriceSettings(config: object, site: Pick<Site, 'resolution'>): PriceSettings {
  const read = parse(settings, config);
  const { resolution, includeFees, includeVat, asSoonAsPossible, adjustment, adjustmentRate, publishAs } = read;
  const terms: PriceTerms = {
    resolution: resolution || site.resolution,
    include: [...(includeFees ? (['fees'] as const) : []), ...(includeVat ? (['vat'] as const) : [])],
    soon: asSoonAsPossible,
    ...(adjustment && { adjustment: { kind: adjustment, rate: adjustmentRate } }),
  };
  return { terms, publishAs };
}
