/** Fields of a form whose values are found again by their paths in it: `energy.rows.0.price`. */

export type FormValue = string | { readonly [key: string]: FormValue } | readonly FormValue[];

const idOf = (path: string) => `dayahead-contract-${path.replaceAll('.', '-')}`;

interface FieldOptions {
  readonly path: string;
  readonly label: string;
  readonly value: string | undefined;
  /** Said below the field. */
  readonly hint?: string;
}

export interface Option {
  readonly value: string;
  readonly text: string;
}

function row({ path, label, hint = '' }: FieldOptions, input: JQuery, ...more: readonly JQuery[]): JQuery {
  const [id, note] = [idOf(path), `${idOf(path)}-note`];
  input.attr({ id, 'data-field': path, 'aria-describedby': note });
  return $('<div class="form-row dayahead-search">').append(
    $('<label>').attr('for', id).text(label),
    ' ',
    $('<div class="dayahead-field">').append(input, ...more),
    $('<div class="dayahead-note">').text(hint),
    $('<div class="dayahead-note dayahead-fault" role="status">').attr('id', note),
  );
}

export function textField({
  type = 'text',
  unit,
  ...options
}: FieldOptions & { type?: string; unit?: string }): JQuery {
  const input = $('<input autocomplete="off" spellcheck="false">')
    .attr('type', type)
    .val(options.value ?? '');
  return row(options, input, ...(unit ? [$('<span class="dayahead-unit">').text(unit)] : []));
}

export const selectField = (options: FieldOptions & { readonly options: readonly Option[] }): JQuery =>
  row(options, selectOf(options.options, options.value));

/** A choice that is not offered any more stays the one that is shown. */
function selectOf(options: readonly Option[], value = ''): JQuery {
  const gone = options.some((option) => option.value === value) ? [] : [{ value, text: value }];
  const elements = [...gone, ...options].map((option) => $('<option>').val(option.value).text(option.text));
  return $('<select>')
    .append(...elements)
    .val(value);
}

/** A field inside a line of several, which a screen reader names by `label`. */
export const inlineField = (path: string, label: string, value: string, options?: readonly Option[]): JQuery =>
  (options
    ? selectOf(options, value)
    : $('<input type="text" autocomplete="off">').attr('placeholder', label).val(value)
  ).attr({ id: idOf(path), 'data-field': path, 'aria-label': label, title: label });

export const section = (title: string, ...parts: readonly (JQuery | undefined)[]): JQuery =>
  $('<div class="dayahead-section">').append($('<h4>').text(title), ...parts.flatMap((part) => (part ? [part] : [])));

export const button = (icon: string, text: string, onClick: () => void): JQuery =>
  $('<button type="button" class="red-ui-button">')
    .append($('<i>').addClass(`fa fa-${icon}`), ' ', $('<span>').text(text))
    .on('click', onClick);

/** The values of all fields in `place`. */
export function valuesIn(place: JQuery): FormValue {
  const tree: Record<string, unknown> = {};
  for (const element of place.find('[data-field]').get()) {
    const steps = String($(element).attr('data-field')).split('.');
    put(tree, steps, String($(element).val() ?? ''));
  }
  return listed(tree);
}

function put(tree: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    tree[step] = value;
    return;
  }
  const inner = (tree[step] ?? {}) as Record<string, unknown>;
  tree[step] = inner;
  put(inner, rest, value);
}

/** What is numbered from 0 on is a list. */
function listed(tree: unknown): FormValue {
  if (typeof tree !== 'object' || tree === null) return String(tree);
  const entries = Object.entries(tree).map(([key, value]) => [key, listed(value)] as const);
  return entries.every(([key], i) => key === String(i))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
}

export const fieldAt = (place: JQuery, path: string): JQuery => place.find(`[data-field="${path}"]`);
