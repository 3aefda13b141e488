/** A line of a table and its number in the file, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a table, each made when it is asked for: a cell in quotes may hold the separator, doubled quotes and line ends.
 * The text is gone through once, however it is broken.
 */
export function* csvRows(text: string, separator: string): Generator<CsvRow> {
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  let line = 1;
  for (let place = 0; place < text.length; ) {
    const stop = text.indexOf(lineEnd, place);
    const end = stop < 0 ? text.length : stop;
    const plain = text.slice(place, end);
    if (plain.includes('"')) {
      const row = quotedRow(text, place, separator);
      yield { line, cells: row.cells };
      line += row.lines;
      place = row.end;
    } else {
      yield { line, cells: plain.split(separator).map(trimmed) };
      line += 1;
      place = end + 1;
    }
  }
}

const trimmed = (cell: string) => cell.trim();

/** The row that begins at `place`, how many lines it takes and the place behind it. */
function quotedRow(text: string, place: number, separator: string) {
  const cells: string[] = [];
  let lines = 1;
  let at = place;
  for (;;) {
    const { cell, end } = nextCell(text, at, separator);
    cells.push(cell.trim());
    lines += cell.split('\n').length - 1;
    if (text[end] === separator) at = end + 1;
    else return { cells, lines, end: end + (text.startsWith('\r\n', end) ? 2 : 1) };
  }
}

function nextCell(text: string, place: number, separator: string) {
  let from = place;
  while (text[from] === ' ') from += 1;
  const quoted = text[from] === '"' ? unquoted(text, from + 1) : { value: '', end: from };
  let end = quoted.end;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: quoted.value + text.slice(quoted.end, end), end };
}

/** What stands between the quotes, from behind the first one; without a second one it is all that follows. */
function unquoted(text: string, place: number) {
  const parts: string[] = [];
  for (let from = place; ; ) {
    const quote = text.indexOf('"', from);
    parts.push(text.slice(from, quote < 0 ? text.length : quote));
    if (quote < 0) return { value: parts.join('"'), end: text.length };
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 };
    from = quote + 2;
  }
}
