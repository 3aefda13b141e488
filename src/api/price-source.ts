import { z } from 'zod';
import { originKinds, type PriceOrigin } from '../core/vocabulary.ts';

/** The header of a series that names the origin of its prices: `replay`, or `live; feed=energy-charts`. */
export const PRICE_SOURCE = 'Price-Source';

export const priceSourceText = ({ kind, feed }: PriceOrigin): string => (feed ? `${kind}; feed=${feed}` : kind);

const kinds = z.enum(originKinds);

/** The origin that the header names; `undefined` where there is none that we know. */
export function readPriceSource(header: string | undefined): PriceOrigin | undefined {
  const [, name, feed] = /^(\w+)(?:; feed=([\w-]+))?$/.exec(header ?? '') ?? [];
  const { success, data: kind } = kinds.safeParse(name);
  return success ? { kind, ...(feed && { feed }) } : undefined;
}
