import { FILE_FORMAT, FileError, NewerFormatError } from './file-error.ts';
import { isLocalDate, type LocalDate } from './time.ts';
import { resolutions } from './vocabulary.ts';

/** The auction results of one delivery day, from 00:00 to 24:00 Central European time. In a file no price is missing. */
export interface PriceDay {
  readonly date: LocalDate;
  /** Seconds per price. */
  readonly resolution: number;
  /** The number of prices of the day. */
  readonly count: number;
  /** Euro per kWh, `NaN` where a price is missing; read from the text of the file each time. */
  readonly prices: readonly number[];
  /** The number of missing prices; left out where there are none. */
  readonly missing?: number;
  /** The prices look wrong, and no second source confirms or corrects them. */
  readonly doubtful?: true;
  /** Left out where neither a feed nor an exchange rate is known. */
  readonly origin?: DayOrigin;
}

/** Where a day's prices come from. */
export interface DayOrigin {
  /** Left out of imported prices. */
  readonly feed?: string;
  /** Units of the market's currency per euro; left out where prices were published in euro. */
  readonly perEuro?: number;
}

/** The prices held of one bidding zone. */
export interface ZonePrices {
  /** A day that the source lacks is not there. */
  readonly days: ReadonlyMap<LocalDate, PriceDay>;
  /** Dates that are not held are served as a replay of those that are; otherwise they have no price yet. */
  readonly replay: boolean;
  /** `HH:MM` at which the next delivery day is due, by the clock of the delivery zone, where that is another than usual. */
  readonly publishedAt?: string;
}

/** The end of the name of a zone's file, after the zone. */
export const PRICE_FILE_EXTENSION = '.txt';
/** The header line of prices that are served as they are dated and never replayed. */
export const NO_REPLAY = 'replay: no';

/** Digits of a price or change: the sum of a day of them stays below 1,000,000 euro per kWh. */
const MOST_DIGITS = 9;

/** Hours of a day with a clock change, and of any other. */
const dayLengths = [23, 24, 25];

/** A price file as lines, whatever an editor has made of their ends. */
interface PriceFileLines {
  readonly header: readonly string[];
  /** A line per day, with its number in the file. */
  readonly days: readonly (readonly [number: number, line: string])[];
}

const isDayLine = (line: string) => isLocalDate(line.slice(0, 10));

/** Header and days of a price file, which an empty line parts; without that, the first day begins where a line has a date. */
export function priceFileLines(text: string): PriceFileLines {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const header = lines.slice(
    0,
    Math.max(
      0,
      lines.findIndex((line) => line === '' || isDayLine(line)),
    ),
  );
  const days = lines.map((line, i) => [i + 1, line] as const).slice(header.length);
  return { header, days: days.filter(([, line]) => line !== '') };
}

/**
 * The prices in the text of `file`: after a header and an empty line one line per delivery day, with the date, the seconds
 * per price, the first price in hundredths of a euro per MWh and the change to each next one. Of a day from a feed the
 * seconds are followed by its name and the exchange rate of the day, as `900,pse,4.2533`; of an imported day by the rate, as
 * `1800,,0.8735`. Throws a `FileError` that names file and line, a `NewerFormatError` of one whose header has a higher `format` than this version knows.
 */
export function zonePricesIn(text: string, file: string): ZonePrices {
  const { header, days: lines } = priceFileLines(text);
  const [, format] = /^format: (\d+)$/m.exec(header.join('\n')) ?? [];
  if (Number(format) > FILE_FORMAT) throw new NewerFormatError(file, Number(format));
  const days = new Map<LocalDate, PriceDay>();
  for (const [number, line] of lines) {
    const error = (problem: string) => new FileError(file, `line ${number}: ${problem}`);
    const day = readDay(line, error);
    if (days.has(day.date)) throw error(`${day.date} is there twice`);
    days.set(day.date, day);
  }
  return { days, replay: !header.includes(NO_REPLAY) };
}

const change = `-?(?:0|[1-9]\\d{0,${MOST_DIGITS - 1}})`;
const changesPattern = new RegExp(`^${change}(?: ${change})*$`);

function readDay(line: string, error: (problem: string) => FileError): PriceDay {
  const [, date = '', facts = '', changes = ''] = /^(\S+) ?(\S*) ?(.*)$/.exec(line) ?? [];
  const [seconds, feed, perEuro] = facts.split(',');
  const resolution = Number(seconds);
  if (!isLocalDate(date)) throw error(`"${date}" is no date YYYY-MM-DD`);
  if (!changesPattern.test(changes))
    throw error(`prices must be whole hundredths of a euro per MWh, of ${MOST_DIGITS} digits at the most`);
  if (!resolutions.some((allowed) => allowed === resolution))
    throw error(`seconds per price must be one of ${resolutions.join(', ')}`);
  if (perEuro !== undefined && !(Number(perEuro) > 0)) throw error(`"${perEuro}" is no exchange rate`);
  const count = changes.split(' ').length;
  if (!dayLengths.includes((count * resolution) / 3600))
    throw error(`${count} prices of ${resolution} s are no day of ${dayLengths.join(', ')} hours`);
  return {
    date,
    resolution,
    count,
    ...(facts.includes(',') && {
      origin: { ...(feed && { feed }), ...(perEuro !== undefined && { perEuro: Number(perEuro) }) },
    }),
    get prices() {
      return pricesIn(changes);
    },
  };
}

/** Euro per kWh. JSON makes no text of every number: a year of quarter hours would leave megabytes behind. */
function pricesIn(changes: string): number[] {
  let price = 0;
  return (JSON.parse(`[${changes.replaceAll(' ', ',')}]`) as number[]).map((change) => {
    price += change;
    return price / 1e5;
  });
}

/** The line of a day; a hole is `undefined`. */
export function priceLine(
  date: LocalDate,
  resolution: number,
  prices: readonly (number | undefined)[],
  { feed, perEuro }: DayOrigin = {},
): string {
  const whole = prices.map((price = Number.NaN) => Math.round(price * 1e5));
  const facts =
    perEuro === undefined ? [resolution, ...(feed === undefined ? [] : [feed])] : [resolution, feed, perEuro];
  return [date, facts.join(), ...whole.map((price, i) => price - (whole[i - 1] ?? 0))].join(' ');
}
