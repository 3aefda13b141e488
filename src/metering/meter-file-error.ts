/** Why a file is refused: what was seen and what is needed. A name in braces is one of the error's values. */
const sentences = {
  'too-large': 'The file is {megabytes} MB; the maximum is {most} MB. Export a shorter period.',
  empty: 'The file is empty. Export the meter readings again.',
  picture: 'The file is a picture ({kind}), whatever its name says. Export the meter readings as CSV, JSON or XML.',
  document: 'The file is a PDF document. Export the meter readings as CSV, JSON or XML.',
  spreadsheet: 'The file is a workbook or an archive ({kind}). Save the sheet with the readings as CSV.',
  sheets:
    'The workbook contains several sheets with data: {sheets}. Keep only the sheet with the readings, or save that sheet as CSV.',
  formula:
    'The workbook contains a formula or a link to another file ({cell}). Save the sheet with the readings as CSV.',
  'web-page': 'The file is a web page, perhaps a login page. Log in and download the readings again.',
  'not-text':
    'The file is not a text file: byte {byte} is a control character. Export the meter readings as CSV, JSON or XML.',
  json: 'The file is not complete or is not JSON: {problem}. Download it again.',
  shape: 'The file begins like {format}, but {place} does not fit: {problem}. Export it again, or export it as CSV.',
  'no-data': 'The file is an answer without readings: "{said}". Request a period for which there are readings.',
  'unknown-format': 'The columns "{seen}" fit no known format. Choose the time and energy columns.',
  'unknown-option': '{option} is "{seen}"; one of these is needed: {allowed}.',
  'no-column': 'The file has no column "{column}"; it has: {columns}.',
  'no-columns': 'The named columns must include a start or an end, and consumption or feed-in.',
  'row-width':
    'Line {line} has {cells} cells, but there are {columns} columns. A decimal comma may have been used as a separator.',
  'zone-needed': 'The times in the file have no time zone. Enter the country or the time zone.',
  'unit-needed': 'The file does not name the unit of its values. Choose the unit: Wh, kWh, MWh, W or kW.',
  unit: 'The values are in "{seen}". Electricity values in Wh, kWh, MWh, W or kW are needed.',
  gas: 'The file contains gas readings ("{seen}"). Electricity readings are needed.',
  number: 'Line {line} contains "{cell}" instead of a number.',
  'decimal-mark':
    'Line {commaLine} uses a decimal comma, but line {dotLine} uses a decimal point. Use the same mark in all lines.',
  stamp: 'Line {line} contains "{cell}" instead of a date and time between 2000 and 2100.',
  'day-or-month':
    'Dates such as "{cell}" could begin with the day or with the month. Name the country, or use dates such as 2026-01-31 or a longer period.',
  'skipped-time': 'Line {line} contains "{cell}", a time that the clocks of {zone} skipped. Check the time zone.',
  backwards: 'Line {line} ends at "{cell}", not after its start. Check the start and end columns.',
  'several-meters': 'The file contains several meters for the same direction: {meters}. Choose one.',
  'files-differ':
    'Two of the files contain different readings for {at}. Use files of one meter whose times do not overlap.',
  'other-meter': 'The file is about {seen}, not about {meter}. Export the readings of {meter}.',
  'other-direction': 'The file contains {seen}. A file with {needed} is needed.',
  resolution:
    'The file does not show how long its intervals are. A column for their start and a column for their end are needed.',
  'is-cumulative':
    'The values never fall, so they may be readings of a meter that counts up. State whether they are cumulative.',
  'not-cumulative':
    'The values fall {falls} times, so they are not readings of a meter that counts up. State that they are not cumulative.',
  span: 'The readings cover {first} to {last}. At most 20 years are allowed: check the date column.',
  'no-readings': 'None of the {rows} rows below the header contains a usable reading. Export a period with readings.',
};

/** The reason of a refusal, as a key of a translation. */
export type MeterProblem = keyof typeof sentences;

/** A meter file that cannot be read rightly. `key` and `values` say it in any language; the message is English. */
export class MeterFileError extends Error {
  override readonly name = 'MeterFileError';
  readonly key: MeterProblem;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(key: MeterProblem, values: Readonly<Record<string, string | number>> = {}, options?: ErrorOptions) {
    const shown = Object.entries(values).map(([name, value]): [string, string | number] => [
      name,
      typeof value === 'string' ? clipped(value) : value,
    ]);
    const known = new Map(shown);
    super(
      sentences[key].replace(/\{(\w+)\}/g, (_, name: string) => String(known.get(name) ?? '')),
      options,
    );
    this.key = key;
    this.values = Object.fromEntries(shown);
  }
}

export const isMeterFileError = (error: unknown): error is MeterFileError => error instanceof MeterFileError;

/** As much of a cell as a sentence has room for, without what would break the line. */
const clipped = (text: string) => {
  const line = text
    .slice(0, 400)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};
