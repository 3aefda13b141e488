import { z } from 'zod';
import { latestEntries } from '../../../core/cache/latest.ts';
import { MOST_PRICE } from '../../../core/components.ts';
import { parse } from '../../../messages/parse.ts';
import { type Keeping, openMemory, openStore } from '../../store.ts';
import { newOutlook, type Outlook } from './outlook.ts';

/** The outlooks of a node by what they are about, over restarts. */
export interface OutlookMemory {
  /** That of nothing known where none is kept under `key`. */
  recall(key: string): Outlook;
  keep(key: string, outlook: Outlook): void;
  /** Waits until everything is written; `removed` forgets it. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** Outlooks kept; the one that has learned nothing for longest gives way. */
const MOST_OUTLOOKS = 8;
const MOST_BYTES = 500_000;

const instant = z.number();
const price = z.number().min(-MOST_PRICE).max(MOST_PRICE);
const surcharges = z.object({ perKwh: z.array(price), vat: z.number() }).exactOptional();
const point = z
  .tuple([instant, instant, price, price, price])
  .transform(([start, end, total, low, high]) => ({ start, end, total, low, high }));
const keptOutlook = z.object({
  key: z.string(),
  days: z.array(
    z
      .object({ start: instant, end: instant, prices: z.array(z.int().nullable()).min(1) })
      .refine(isEven, 'no whole day'),
  ),
  surcharges: z.object({ working: surcharges, other: surcharges }),
  made: z.array(point),
  verdicts: z.array(z.object({ until: instant, count: z.number(), missed: z.number(), inside: z.number() })),
});
const memory = z.object({ schema: z.literal(1), outlooks: z.array(keptOutlook) });

/** The prices share the day in quarters of an hour, or in hours. */
function isEven({ start, end, prices }: { start: number; end: number; prices: readonly unknown[] }): boolean {
  return [900, 3600].includes((end - start) / prices.length);
}

/** What cannot be read is reported, and begins anew. */
export async function openOutlookMemory(
  keeping: Keeping | undefined,
  onProblem: (error: Error) => void,
): Promise<OutlookMemory> {
  const { kept, keep, close } = await openMemory(
    openStore(keeping, MOST_BYTES),
    (value) => parse(memory, value),
    onProblem,
  );
  const outlooks = latestEntries<Outlook>(MOST_OUTLOOKS);
  for (const { key, ...outlook } of kept?.outlooks ?? []) outlooks.set(key, outlook);
  return {
    recall: (key) => outlooks.get(key) ?? newOutlook,
    keep(key, outlook) {
      outlooks.set(key, outlook);
      const all = [...outlooks.entries()].map(([key, { made, ...rest }]) => ({
        key,
        ...rest,
        made: made.map(({ start, end, total, low, high }) => [start, end, total, low, high]),
      }));
      keep({ schema: 1, outlooks: all });
    },
    close,
  };
}
