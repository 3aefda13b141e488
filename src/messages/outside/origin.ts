import { z } from 'zod';
import { componentNames } from '../../core/components.ts';
import { originKinds, type PriceOrigin } from '../../core/vocabulary.ts';

const components = z.array(z.enum(componentNames));

/** An origin as it is stored and as messages carry it. */
export const priceOrigin: z.ZodType<PriceOrigin> = z.object({
  kind: z.enum(originKinds),
  feed: z.string().exactOptional(),
  examples: components.exactOptional(),
  proposed: components.exactOptional(),
  expired: z.partialRecord(z.enum(componentNames), z.iso.date()).exactOptional(),
  doubtful: z.literal(true).exactOptional(),
});

/** A credit as it is stored and as messages carry it. */
export const notice = z.object({
  publisher: z.string(),
  licence: z.string(),
  notice: z.string(),
  updated: z.string().optional(),
  shareAlike: z.boolean().optional(),
});
