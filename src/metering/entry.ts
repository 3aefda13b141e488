import type { MeterStamp } from './stamp.ts';
import type { ValueStatus } from './status-words.ts';
import type { MeterDirection, MeterUnit } from './types.ts';

/** One value as a file tells it, in the order of the file: the only mark of the repeated hour of autumn. */
export interface MeterEntry {
  /** Of the file, from 1; of a document without lines the number of the reading. */
  readonly line: number;
  readonly meter: string;
  /** Of several that count parts of the same energy, as those of day and night. */
  readonly register: string;
  /** Nothing where the file does not say. */
  readonly direction: MeterDirection | undefined;
  readonly start: MeterStamp | undefined;
  readonly end: MeterStamp | undefined;
  /** Seconds of the interval where the file says. */
  readonly length: number | undefined;
  /** In kWh, or in kW where the unit is one of power; nothing where it is missing. */
  readonly value: number | undefined;
  readonly estimated: boolean;
  /** Further reason to doubt the value. */
  readonly status?: Exclude<ValueStatus, 'estimated'>;
  /** True where the value is that of the two hours which autumn shows alike. */
  readonly isOfTwoHours?: boolean;
}

/** What most entries of a document leave unsaid. */
export const bareEntry = {
  meter: '',
  register: '',
  direction: undefined,
  start: undefined,
  end: undefined,
  length: undefined,
  estimated: false,
} as const satisfies Partial<MeterEntry>;

/** Customs of a format that its cells do not tell. */
export interface FormatHabits {
  /** The state of a register is that of the end of its interval, though the stamp is the start. */
  readonly stateAtEnd?: boolean;
  /** A label without a partner is an end, as its column or the user names it; otherwise whole days can show that it is a start. */
  readonly namedEnds?: boolean;
  /** A label without a partner is usually a start in this format; whole days can show that it is an end. */
  readonly assumedStarts?: boolean;
  /** Intervals of several lengths follow each other in one file, as the labels show. */
  readonly mixedLengths?: boolean;
  /** The repeated hour of autumn is in one value together with the hour before. */
  readonly summedHour?: boolean;
  /** The ends are numbers of hours, from 1. */
  readonly numberedHours?: boolean;
  /** What has used nothing is not listed. */
  readonly leavesOutZeros?: boolean;
}

/** A file's own words, read but not yet settled. */
export interface ToldMeter {
  readonly format: string;
  /** The IANA zone of local stamps, where the format tells. */
  readonly zone: string | undefined;
  readonly unit: MeterUnit;
  readonly cumulative: boolean;
  readonly habits: FormatHabits;
  readonly entries: readonly MeterEntry[];
}
