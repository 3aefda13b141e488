import type { MeterReading } from '../../src/core/series.ts';
import { localDate } from '../../src/core/time.ts';
import { isMeterFileError } from '../../src/metering/meter-file-error.ts';
import { readMeter } from '../../src/metering/read-meter.ts';
import type { MeterFinding, MeterOptions } from '../../src/metering/types.ts';

export const meterText = (text: string, options?: MeterOptions) => readMeter(Buffer.from(text), options);

/** `2024-03-31T01:45Z 0.069`, and how many quarter hours it has where these are not one. */
export const shownReading = ({ start, end, kWh }: MeterReading): string => {
  const quarters = (end - start) / 900;
  return `${utcMinute(start)} ${kWh}${quarters === 1 ? '' : ` x${quarters}`}`;
};

export const utcMinute = (instant: number): string => `${new Date(instant * 1000).toISOString().slice(0, 16)}Z`;

/** The sums of the months that readings start in, to a tenth of a watt-hour. */
export function monthSums(readings: readonly MeterReading[], zone: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { start, kWh } of readings) {
    const month = localDate(start, zone).slice(0, 7);
    sums[month] = Math.round(((sums[month] ?? 0) + kWh) * 1e4) / 1e4;
  }
  return sums;
}

/** `2024-04-01 twice same 2`. */
export const shownFinding = ({ date, kind, reason, intervals }: MeterFinding): string =>
  [date, kind, ...(reason ? [reason] : []), intervals].join(' ');

/** The key and the sentence of the refusal. */
export function refusal(read: () => unknown): readonly [string, string] {
  try {
    read();
  } catch (error) {
    if (isMeterFileError(error)) return [error.key, error.message];
    throw error;
  }
  throw new Error('was read');
}
