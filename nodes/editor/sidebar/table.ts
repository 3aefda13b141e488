import { append } from '../common/element.ts';

/** A table in `place`, which scrolls by keyboard too where it is wider than that; the same again changes nothing. */
export function createTable(place: HTMLElement, label: string) {
  const frame = append(place, 'div', 'dayahead-table');
  frame.tabIndex = 0;
  frame.setAttribute('role', 'region');
  frame.setAttribute('aria-label', label);
  let drawn = '';
  return (head: readonly string[], rows: readonly (readonly string[])[]): void => {
    const next = JSON.stringify([head, rows]);
    if (next === drawn) return;
    drawn = next;
    frame.replaceChildren();
    const table = append(frame, 'table');
    const first = append(append(table, 'thead'), 'tr');
    for (const text of head) append(first, 'th', '', text).scope = 'col';
    const body = append(table, 'tbody');
    for (const [name = '', ...cells] of rows) {
      const line = append(body, 'tr');
      append(line, 'th', '', name).scope = 'row';
      for (const text of cells) append(line, 'td', '', text);
    }
  };
}
