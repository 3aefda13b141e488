import { z } from 'zod';
import { addDays, type Instant, isLocalDate, type LocalDate } from '../core/time.ts';
import { deliveryDate } from '../core/window.ts';
import { feedConnections } from '../feeds/connection.ts';
import { fetchDays } from '../runtime/live/fetch-days.ts';
import { packageVersion } from '../runtime/package-version.ts';
import { checked, liveFlags, liveOptions, split } from './flags.ts';
import { liveChoice } from './live-choice.ts';

/** `dayahead-service fetch --zone Z [--from --to]`: asks once and writes price files. */

const dateFlag = (flag: string) =>
  z.string().refine(isLocalDate, `--${flag} must be a day such as 2026-01-15`).optional();
const flags = z
  .object({ ...liveFlags, from: dateFlag('from'), to: dateFlag('to') })
  .refine(({ zone }) => zone !== undefined, '--zone must be given, e.g. DE-LU')
  .refine(({ from, to }) => !from || !to || from <= to, '--from must not be after --to');
const options = { ...liveOptions, from: { type: 'string' }, to: { type: 'string' } } as const;

/** The lines to print; rejects, having written what came, where a day is missing. */
export async function fetchCommand(args: readonly string[], now: Instant): Promise<readonly string[]> {
  const values = checked(flags, split({ args, options }).values);
  const choice = liveChoice(values);
  const first: LocalDate = values.from ?? values.to ?? deliveryDate(now);
  const last = values.to ?? (values.from ? deliveryDate(now) : addDays(first, 1));
  const connections = feedConnections();
  try {
    const userAgent = `dayahead-node-red-tariffs/${packageVersion()}`;
    const lines: string[] = [];
    const missing: string[] = [];
    for (const zone of choice.zones) {
      const came = await fetchDays({ ...choice, zone, first, last, now, userAgent, fetch: connections.fetch });
      lines.push(...came.lines);
      // Tomorrow, where nobody has asked for it by name, may not be published yet.
      missing.push(
        ...came.missing
          .filter((date) => values.to !== undefined || date <= deliveryDate(now))
          .map((date) => `${zone} ${date}`),
      );
    }
    if (missing.length > 0) throw new Error([...lines, `missing: ${missing.join(', ')}`].join('\n  '));
    return lines;
  } finally {
    await connections.close();
  }
}
