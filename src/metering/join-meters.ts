import type { MeterReading } from '../core/series.ts';
import { utcTime } from '../core/time.ts';
import { MeterFileError } from './meter-file-error.ts';
import type { MeterFile } from './types.ts';

/**
 * Several files as one, as of months or of consumption and feed-in. What two of them say alike counts once; throws a
 * `MeterFileError` where they contradict each other, or are of different meters.
 */
export function joinedMeters(files: readonly MeterFile[]): Pick<MeterFile, 'consumption' | 'feedIn' | 'findings'> {
  for (const direction of ['consumption', 'feed-in'] as const) {
    const about = files.filter(({ recognised }) => recognised.directions.join() === direction);
    const meters = [...new Set(about.flatMap(({ recognised }) => recognised.meters))];
    if (meters.length > 1) throw new MeterFileError('several-meters', { meters: meters.join(', ') });
  }
  return {
    consumption: joined(files.map(({ consumption }) => consumption)),
    feedIn: joined(files.map(({ feedIn }) => feedIn)),
    findings: files.flatMap(({ findings }) => findings),
  };
}

function joined([first = [], ...others]: readonly (readonly MeterReading[])[]): readonly MeterReading[] {
  if (others.every((list) => list.length === 0)) return first;
  const readings: MeterReading[] = [];
  for (const reading of [first, ...others].flat().sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = readings.at(-1);
    if (!last || last.end <= reading.start) readings.push(reading);
    else if (last.start !== reading.start || last.end !== reading.end || last.kWh !== reading.kWh)
      throw new MeterFileError('files-differ', { at: utcTime(reading.start) });
  }
  return readings;
}
