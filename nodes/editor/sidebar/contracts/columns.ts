import { append } from '../../common/element.ts';
import { costsWord } from '../words.ts';

type Column = string | number;

/** What someone has said of a table of no known layout. */
export interface TableWords {
  readonly columns: { readonly [role in Role]?: readonly Column[] };
  readonly unit?: string;
}

const roles = ['start', 'end', 'consumption', 'feedIn'] as const;
type Role = (typeof roles)[number];
const units = ['kWh', 'Wh', 'MWh', 'W', 'kW'];

/** Asks which column of a file is what, with its first rows; several of a time are joined, several of energy added up. `choose` follows each change. */
export function askColumns(
  place: HTMLElement,
  rows: readonly (readonly string[])[],
  before: TableWords | undefined,
  choose: (words: TableWords, isDone: boolean) => void,
): void {
  const [header = []] = rows;
  const names = header.map((_, i) => columnOf(header, i));
  append(place, 'p', 'dayahead-note', costsWord('columns.intro'));
  const table = append(append(place, 'div', 'dayahead-columns'), 'table');
  const head = append(append(table, 'thead'), 'tr');
  const chosen = header.map((cell, i) => {
    const select = append(append(head, 'th'), 'select');
    select.setAttribute('aria-label', costsWord('columns.role', { column: cell || String(i + 1) }));
    select.append(new Option('–', ''), ...roles.map((role) => new Option(costsWord(`columns.${role}`), role)));
    select.value = roles.find((role) => before?.columns[role]?.includes(names[i] ?? '')) ?? '';
    return select;
  });
  const body = append(table, 'tbody');
  for (const cells of rows) {
    const line = append(body, 'tr');
    for (const cell of cells) append(line, 'td', '', cell);
  }
  const label = append(place, 'label', 'dayahead-costs-field', costsWord('columns.unit'));
  const unit = append(label, 'select');
  unit.append(new Option(costsWord('columns.anyUnit'), ''), ...units.map((each) => new Option(each)));
  unit.value = before?.unit ?? '';
  const button = append(place, 'button', 'dayahead-button', costsWord('columns.read'));
  button.type = 'button';
  const follow = (isDone: boolean) => {
    const of = (role: Role) => names.filter((_, i) => chosen[i]?.value === role);
    const columns = Object.fromEntries(roles.flatMap((role) => (of(role).length > 0 ? [[role, of(role)]] : [])));
    choose({ columns, ...(unit.value && { unit: unit.value }) }, isDone);
  };
  for (const select of [...chosen, unit]) select.addEventListener('change', () => follow(false));
  button.addEventListener('click', () => follow(true));
}

/** Its name, where the first row has names and it is the only one of its; else its number. A value is no name. */
function columnOf(header: readonly string[], i: number): Column {
  const name = header[i] ?? '';
  const isNames = !header.some((cell) => /^[\d.,:\-+ ]+$/.test(cell) && cell.trim() !== '');
  return isNames && name !== '' && header.filter((cell) => cell === name).length === 1 ? name : i + 1;
}
