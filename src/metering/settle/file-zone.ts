import { countryCode, countryCodes, markets } from '../../core/markets.ts';
import { isTimeZone, type Span, utcTime } from '../../core/time.ts';
import type { MeterEntry, ToldMeter } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterOptions } from '../types.ts';

const MOST_SECONDS = 20 * 366 * 86_400;

/** The zone that was given, else that of the format, else that of the country; UTC for stamps that need none. */
export function fileZone({ zone, entries }: ToldMeter, { timeZone, country }: MeterOptions): string {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new MeterFileError('unknown-option', { option: 'timeZone', seen: timeZone, allowed: 'Europe/Berlin, …' });
  const code = country === undefined ? undefined : countryCode(country);
  if (country !== undefined && code === undefined)
    throw new MeterFileError('unknown-option', { option: 'country', seen: country, allowed: countryCodes.join(', ') });
  const known = timeZone ?? zone ?? (code && markets[code].timeZone);
  if (known === undefined && entries.some(({ start, end }) => (start ?? end)?.local))
    throw new MeterFileError('zone-needed');
  return known ?? 'UTC';
}

/** From the first stamp to the last one, give or take an offset. Refuses more years than a household's file has. */
export function fileSpan(entries: readonly MeterEntry[]): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (const entry of entries) {
    start = Math.min(start, (entry.start ?? entry.end)?.seconds ?? start, entry.end?.seconds ?? start);
    end = Math.max(end, entry.start?.seconds ?? end, entry.end?.seconds ?? end);
  }
  if (end - start > MOST_SECONDS) throw new MeterFileError('span', { first: utcTime(start), last: utcTime(end) });
  return { start, end };
}
