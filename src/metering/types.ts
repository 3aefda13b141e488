import type { CountryCode } from '../core/markets.ts';
import type { MeterReading } from '../core/series.ts';
import type { Instant, LocalDate } from '../core/time.ts';

/** `consumption` is what the household took from the grid, `feed-in` what it gave. */
export type MeterDirection = 'consumption' | 'feed-in';

/** Units that a meter file counts in; kW and W are means over the interval. */
export type MeterUnit = 'Wh' | 'kWh' | 'MWh' | 'W' | 'kW';

/** A column by its name in the header or by its number from 1; several together make one stamp, as date and time. */
export type ColumnName = string | number;

/** The columns of a CSV that no known layout fits. */
export interface MeterColumns {
  /** Of the interval; at least one of `start` and `end`. */
  readonly start?: ColumnName | readonly ColumnName[];
  readonly end?: ColumnName | readonly ColumnName[];
  /** At least one of `consumption` and `feedIn`; several are added up, as of a day and a night tariff. */
  readonly consumption?: ColumnName | readonly ColumnName[];
  readonly feedIn?: ColumnName | readonly ColumnName[];
}

export interface MeterOptions {
  /** Whose clock the file shows where neither its format nor its stamps tell. */
  readonly country?: CountryCode;
  /** The IANA zone of the file's stamps, whatever its format. */
  readonly timeZone?: string;
  /** The name of the layout, as `recognised.format` has it, where another would be taken. */
  readonly format?: string;
  readonly columns?: MeterColumns;
  /** The direction that is wanted; what a file without directions holds. */
  readonly direction?: MeterDirection;
  /** The metering point, where a file has several. */
  readonly meter?: string;
  /** The unit of a file that names none. */
  readonly unit?: MeterUnit;
  /** True where the values are those of a counting register, false where each is the energy of its interval. */
  readonly cumulative?: boolean;
}

/**
 * Something odd about a day, `intervals` times.
 * - `missing`: no reading that could be used, for whatever reason.
 * - `twice`: read once, as both said the `same`; left out, as they did not (`contradiction`) or as they overlap.
 * - `doubtful` and read: `estimated`, `unknown` or of a `power-failure` by a word of the file, `two-hours` in one value,
 *   zeros `not-listed`, a register that was not read for more than a day (`long`), all times of a file that could be starts
 *   as well as ends (`start-or-end`, on its first day). Doubtful and left out: rows of the repeated hour of autumn that nothing
 *   tells apart (`clock-change`), `negative` values, a register that fell (`reset`), rows between those of a regular series
 *   (`irregular`).
 */
export interface MeterFinding {
  /** In the zone of the file. */
  readonly date: LocalDate;
  readonly direction: MeterDirection;
  readonly kind: 'missing' | 'twice' | 'doubtful';
  readonly reason?:
    | 'same'
    | 'contradiction'
    | 'overlap'
    | 'estimated'
    | 'unknown'
    | 'power-failure'
    | 'two-hours'
    | 'not-listed'
    | 'long'
    | 'start-or-end'
    | 'clock-change'
    | 'negative'
    | 'reset'
    | 'irregular';
  readonly intervals: number;
}

/** The layout of a file and what it says of itself. */
export interface RecognisedMeter {
  readonly format: string;
  /** Metering points as the file calls them; empty where it does not. */
  readonly meters: readonly string[];
  readonly directions: readonly MeterDirection[];
  /** As the file has it; the readings are kWh. */
  readonly unit: MeterUnit;
  /** True where the file holds the states of a register. */
  readonly cumulative: boolean;
  /** The usual length of an interval in seconds. */
  readonly resolution: number;
  /** The IANA zone whose days the findings count. */
  readonly zone: string;
  readonly start: Instant;
  readonly end: Instant;
}

/** A meter file: readings by time without overlaps, and what is odd about them. */
export interface MeterFile {
  readonly consumption: readonly MeterReading[];
  readonly feedIn: readonly MeterReading[];
  readonly recognised: RecognisedMeter;
  readonly findings: readonly MeterFinding[];
}
