import type { MeterEntry } from '../entry.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection, MeterOptions } from '../types.ts';

/** An entry of a known direction. */
export interface DirectedEntry extends MeterEntry {
  readonly direction: MeterDirection;
}

/** The entries of the meter and the direction that are wanted. Refuses a file of another one and one of several meters. */
export function chosenEntries(
  entries: readonly MeterEntry[],
  { meter, direction: wanted }: MeterOptions,
): DirectedEntry[] {
  const directed = entries.map((entry) => withDirection(entry, wanted ?? 'consumption'));
  const ofMeter = meter === undefined ? directed : directed.filter((entry) => entry.meter === meter);
  if (meter !== undefined && ofMeter.length === 0)
    throw new MeterFileError('other-meter', { meter, seen: metersOf(directed).join(', ') || '?' });
  const ofDirection = wanted === undefined ? ofMeter : ofMeter.filter(({ direction }) => direction === wanted);
  if (wanted !== undefined && ofDirection.length === 0)
    throw new MeterFileError('other-direction', { needed: wanted, seen: ofMeter[0]?.direction ?? '' });
  for (const direction of ['consumption', 'feed-in']) {
    const meters = metersOf(ofDirection.filter((entry) => entry.direction === direction));
    if (meters.length > 1) throw new MeterFileError('several-meters', { meters: meters.join(', ') });
  }
  return ofDirection;
}

const hasDirection = (entry: MeterEntry): entry is DirectedEntry => entry.direction !== undefined;
const withDirection = (entry: MeterEntry, direction: MeterDirection): DirectedEntry =>
  hasDirection(entry) ? entry : { ...entry, direction };

/** The metering points of entries, in the order of the file. */
export const metersOf = (entries: readonly MeterEntry[]): string[] => [...new Set(entries.map(({ meter }) => meter))];
