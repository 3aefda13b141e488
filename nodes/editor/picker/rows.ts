import { nameOf } from '../common/words.ts';
import { pickerWord } from './words.ts';

/** Something that can be chosen; `notes` tell it apart from others of its name. */
export interface PickerRow {
  readonly id: string;
  readonly name: string;
  readonly notes?: readonly string[];
  /** Can be chosen, but is no longer offered. */
  readonly withdrawn?: boolean;
  /** Shown whatever is typed, after all that fits. */
  readonly always?: boolean;
  /** Opens a form, so that it must be chosen itself. */
  readonly isForm?: boolean;
}

/** A row as Node-RED's `autoComplete` shows it; `value` is what comes into the field. */
export interface Completion {
  readonly value: string;
  readonly label: JQuery;
  readonly onselect?: () => void;
}

/** Rows that are asked for once. */
export interface RowList {
  /** Nothing before they are there. */
  rows(): readonly PickerRow[] | undefined;
  load(): Promise<void>;
  /** They belong to something else now. */
  reset(): void;
}

export function rowList(ask: () => Promise<readonly PickerRow[] | undefined>): RowList {
  let rows: readonly PickerRow[] | undefined;
  /** An answer to a question of before the last reset is another's. */
  let question = 0;
  return {
    rows: () => rows,
    async load() {
      const mine = question;
      const loaded = rows ?? (await ask());
      if (mine === question) rows = loaded;
    },
    reset() {
      rows = undefined;
      question++;
    },
  };
}

/** The name of a row, with its id where another has the same name. */
export const textOf = (row: PickerRow, rows: readonly PickerRow[] = []): string =>
  rows.filter(({ name }) => name === row.name).length > 1 ? `${nameOf(row)} (${row.id})` : nameOf(row);

/** Rows shown at a time: a list of hundreds is narrowed by typing, not by scrolling. */
const SHOWN = 60;

/** The rows that `text` leaves. */
export function completionsOf(rows: readonly PickerRow[], text: string): Completion[] {
  const completion = (row: PickerRow) => ({ value: textOf(row, rows), label: rowElement(row) });
  const found = matching(rows, text);
  const listed = [...found.slice(0, SHOWN), ...rows.filter(({ always }) => always)].map(completion);
  const more = found.length - SHOWN;
  const rest = $('<em>').text(pickerWord('more', { n: more }));
  return more > 0 ? [...listed, { value: text, label: rest, onselect: () => undefined }] : listed;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The row that `text` leaves; nothing where it leaves several. */
export function onlyMatch(rows: readonly PickerRow[] = [], text: string): PickerRow | undefined {
  const [only, another] = matching(rows, text);
  return another || only?.isForm ? undefined : only;
}

/** The rows that have every word of `text` in their name, their id or their notes, without those that are always shown. */
function matching(rows: readonly PickerRow[], text: string): readonly PickerRow[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const hay = ({ notes = [], ...row }: PickerRow) => plain([nameOf(row), row.id, ...notes].join(' '));
  return rows.filter((row) => !row.always && words.every((word) => hay(row).includes(word)));
}

function rowElement({ notes = [], withdrawn = false, ...row }: PickerRow): JQuery {
  const lines = notes.map((note) => $('<small>').text(note));
  return $('<span class="dayahead-row">')
    .toggleClass('dayahead-withdrawn', withdrawn)
    .append($('<span>').text(nameOf(row)), ...lines);
}
