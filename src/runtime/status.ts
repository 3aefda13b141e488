import { clockTime, type Instant } from '../core/time.ts';

/** A Node-RED status. */
export interface Status {
  readonly fill: 'grey' | 'green' | 'yellow' | 'red';
  readonly shape: 'ring' | 'dot';
  readonly text: string;
}

/** A text of a node's locales, with `values` for what it leaves open. */
export interface StatusWord {
  (key: string, values?: Readonly<Record<string, string>>): string;
  /** The language of the texts, in whose writing numbers and times are; left out where it is not known. */
  readonly language?: string | undefined;
}

/** A number with so many decimals in the writing of a language. */
export const numberText = (value: number, digits: number, { language }: StatusWord): string =>
  language === undefined
    ? value.toFixed(digits)
    : new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }).format(value);

/** The time of day in a zone in the writing of a language. */
export const timeText = (instant: Instant, timeZone: string, { language }: StatusWord): string =>
  language === undefined
    ? clockTime(instant, timeZone)
    : new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
        instant * 1000,
      );
