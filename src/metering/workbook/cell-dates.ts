import { DAY_SECONDS } from '../../core/time.ts';
import { xmlAttribute, xmlTags } from './xml-tags.ts';

/** Days from the first day of a workbook's calendar to 1970. */
const EPOCH = { 1900: 25_569, 1904: 24_107 } as const;

/** A number format shows a number as such, as a date with or without a time, or as a time of the day. */
type Shown = 'number' | 'date' | 'time';

/** Formats with a number instead of a code: ECMA-376, part 1, section 18.8.30, with its East Asian dates. */
const builtIn = (id: number): Shown => {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time';
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number';
};

/** Reads a format code such as `dd.mm.yyyy hh:mm` or `#,##0.00 "kWh"`. */
function shownBy(code: string): Shown {
  const [first = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').split(';');
  if (/[dy]/i.test(first)) return 'date';
  return /[hs]/i.test(first) ? 'time' : /m/i.test(first) ? 'date' : 'number';
}

const [idOf, codeOf] = [xmlAttribute('numFmtId'), xmlAttribute('formatCode')];

/** The kinds of number formats of a workbook's cell styles, by the number of the style. */
export function shownByStyles(styles: string): Shown[] {
  const codes = new Map<number, string>();
  const shown: Shown[] = [];
  let isCell = false;
  for (const tag of xmlTags(styles)) {
    if (tag.name === 'cellXfs') isCell = !tag.isEnd;
    const id = Number(idOf(tag) ?? 0);
    if (tag.name === 'numFmt') codes.set(id, codeOf(tag) ?? '');
    const code = codes.get(id);
    if (tag.name === 'xf' && isCell && !tag.isEnd) shown.push(code === undefined ? builtIn(id) : shownBy(code));
  }
  return shown;
}

/** A number of days as a stamp has it: `2026-03-29 00:15:00`, `2026-03-29`, or the time of the day, to whole seconds. */
export function dateText(days: number, shown: Shown, is1904: boolean): string {
  const seconds = Math.round(days * DAY_SECONDS);
  const instant = seconds - EPOCH[is1904 ? 1904 : 1900] * DAY_SECONDS;
  const date = new Date(instant * 1000);
  if (Number.isNaN(date.getTime())) return String(days);
  if (shown === 'time')
    return seconds === DAY_SECONDS ? '24:00:00' : clockText(((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS);
  const day = date.toISOString().slice(0, 10);
  return seconds % DAY_SECONDS === 0 ? day : `${day} ${clockText(seconds % DAY_SECONDS)}`;
}

const clockText = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);
