import { MeterFileError } from '../meter-file-error.ts';
import { dateText, type shownByStyles } from './cell-dates.ts';
import { type XmlTag, xmlAttribute, xmlTags, xmlText } from './xml-tags.ts';

/** Parts of a workbook to which the cells of a sheet refer. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly shown: ReturnType<typeof shownByStyles>;
  readonly is1904: boolean;
}

/** Bytes of all unpacked parts that are read, and characters of the table. */
export const MAX_UNPACKED = 64 * 2 ** 20;

/** More than `MAX_UNPACKED`. */
export const tooLarge = (cause?: unknown) =>
  new MeterFileError('too-large', { megabytes: MAX_UNPACKED / 2 ** 20 + 1, most: MAX_UNPACKED / 2 ** 20 }, { cause });

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

const [placeOf, typeOf, styleOf] = [xmlAttribute('r'), xmlAttribute('t'), xmlAttribute('s')];

/** The shared strings of a workbook as cells of a table, without phonetic hints (`rPh`). */
export function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let isHint = false;
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'si' && !tag.isEnd) strings.push('');
    else if (tag.name === 'rPh') isHint = !tag.isEnd && !tag.isEmpty;
    else if (tag.name === 't' && !tag.isEnd && !isHint) strings[strings.length - 1] += xmlText(tag.text);
  }
  return strings.map(quoted);
}

/** A cell: its tag, the number of its column, and its value, which may be the number of a shared string. */
interface SheetCell {
  readonly tag: XmlTag;
  readonly column: number;
  value: string;
}

/** A sheet as a table of tabs, with each row on the line of its number. */
export function sheetText(xml: string, context: SheetContext): string {
  const lines: string[] = [];
  let remaining = MAX_UNPACKED;
  for (const { number, cells } of sheetRows(xml)) {
    while (lines.length < number - 1) lines.push('');
    const line = lineOf(cells, context, remaining);
    lines.push(line);
    remaining -= line.length + 1;
  }
  return lines.join('\n');
}

/**
 * The rows of a sheet with their numbers, 0 where the sheet has none. Refuses a formula: its result may be older than the cells
 * that it is about.
 */
function* sheetRows(xml: string): Generator<{ number: number; cells: readonly SheetCell[] }> {
  let [number, cells]: [number, SheetCell[]] = [0, []];
  for (const tag of xmlTags(xml)) {
    const cell = cells.at(-1);
    if (tag.name === 'row') {
      if (tag.isEnd) yield { number, cells };
      [number, cells] = [Math.min(Number(placeOf(tag)) || 0, MAX_ROW), []];
      if (tag.isEmpty) yield { number, cells };
    } else if (tag.isEnd) continue;
    else if (tag.name === 'c')
      cells.push({ tag, column: columnOf(placeOf(tag)) ?? (cell?.column ?? 0) + 1, value: '' });
    else if (cell && tag.name === 'f') throw new MeterFileError('formula', { cell: placeOf(cell.tag) ?? '?' });
    else if (cell && (tag.name === 'v' || tag.name === 't')) cell.value += xmlText(tag.text);
  }
}

function lineOf(cells: readonly SheetCell[], context: SheetContext, limit: number): string {
  let [line, at] = ['', 1];
  for (const cell of cells) {
    const text = cellText(cell, context);
    if (text === '' || cell.column < at || cell.column > MAX_COLUMN) continue;
    line += '\t'.repeat(cell.column - at) + text;
    at = cell.column;
    if (line.length > limit) throw tooLarge();
  }
  return line;
}

/** The number of the column in a reference as `AB12`. */
function columnOf(reference = ''): number | undefined {
  const [letters = ''] = /^[A-Z]{1,3}/i.exec(reference) ?? [];
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) || undefined;
}

function cellText({ tag, value }: SheetCell, { strings, shown, is1904 }: SheetContext): string {
  const type = typeOf(tag) ?? 'n';
  if (value.trim() === '' || type === 'e') return '';
  if (type === 's') return strings[Number(value)] ?? '';
  const number = Number(value);
  if (type !== 'n' || !Number.isFinite(number)) return quoted(value);
  const style = shown[Number(styleOf(tag) ?? 0)] ?? 'number';
  return style === 'number' ? String(number) : dateText(number, style, is1904);
}

/** A cell on one line, in quotes where it needs them. */
function quoted(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ');
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
}
