import { type Completion, completionsOf, onlyMatch, type PickerRow, rowList, textOf } from './rows.ts';
import { pickerWord } from './words.ts';

declare global {
  interface JQuery {
    /** Node-RED's own widget. */
    autoComplete(options: {
      search(text: string, done: (completions: readonly Completion[]) => void): void;
      minLength: number;
    }): this;
  }
}

export interface SearchFieldOptions {
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly placeholder?: string;
  /** Said where the list was opened and has nothing. */
  readonly emptyText: () => string;
  /** True where a text that no row has, or none at all, will do; `listed` where the list is known. */
  readonly accepts: (text: string, listed: boolean) => boolean;
  /** Said where it does not. */
  readonly allowed: string;
  /** The choices of now; nothing where they cannot be said. */
  readonly rows: () => Promise<readonly PickerRow[] | undefined>;
  /** True where rows may be asked for without a click. */
  readonly live: () => boolean;
  readonly onChange: () => void;
}

/** A text field with a list that narrows as one types. */
export interface SearchField {
  readonly element: JQuery;
  /** The row of the list, or what was typed in; nothing where the field is empty or wrong. */
  value(): PickerRow | undefined;
  choose(row: PickerRow | undefined): void;
  /** Chooses for the user, unless they are typing something else there; false then. */
  propose(row: PickerRow): boolean;
  /** Forgets the list: it belongs to something else now. */
  reset(): void;
  /** Asks for the list, where that needs no click or was clicked for. */
  refresh(isClicked?: boolean): Promise<void>;
  placeholder(text: string): void;
  /** Names the field anew. */
  label(text: string): void;
  /** Shown below the field. */
  say(...lines: readonly (string | JQuery)[]): void;
}

const DOWN = 40;

export function searchField(options: SearchFieldOptions): SearchField {
  const { id, live, accepts, onChange } = options;
  const input = $<HTMLInputElement>('<input type="text" autocomplete="off" spellcheck="false">').attr('id', id);
  const icon = $('<i class="fa fa-caret-down">');
  const button = $('<button type="button" class="red-ui-button">').attr('aria-label', pickerWord('open')).append(icon);
  const { element, note } = labelled(id, options.icon, options.label, input, button);
  const list = rowList(options.rows);
  let chosen: PickerRow | undefined;

  const shown = () => (chosen ? textOf(chosen, list.rows()) : '');
  const typed = () => String(input.val()).trim();
  const mark = (wrong: boolean) => input.toggleClass('input-error', wrong).attr('aria-invalid', String(wrong));
  function choose(row: PickerRow | undefined): void {
    chosen = row;
    input.val(shown());
    note.empty();
    mark(false);
  }

  async function load(): Promise<void> {
    icon.attr('class', 'fa fa-spinner fa-spin');
    const before = shown();
    await list.load();
    icon.attr('class', 'fa fa-caret-down');
    const untouched = typed() === before;
    const rows = list.rows();
    const listed = rows?.find((row) => row.id === chosen?.id);
    // A name that was typed before its list came has been taken for an id.
    const named = listed ? undefined : rows?.find((row) => textOf(row, rows) === chosen?.id);
    chosen = listed ?? named ?? chosen;
    if (untouched) input.val(shown());
    if (named) onChange();
  }
  async function open(): Promise<void> {
    await load();
    if (!list.rows()?.length) note.text(options.emptyText());
    input.trigger('focus').trigger($.Event('keyup', { keyCode: DOWN }));
  }
  /** Takes what stands in the field, once it is left or a row is chosen. */
  function settle(): void {
    const text = typed();
    const rows = list.rows();
    const accepted = accepts(text, rows !== undefined);
    if (text === shown() && (text || accepted)) {
      mark(false);
      return;
    }
    const named = rows?.find((row) => row.id === text || textOf(row, rows) === text);
    const listed = named ?? (accepted ? undefined : onlyMatch(rows, text));
    const wrong = !listed && !accepted;
    choose(listed ?? (text === '' || wrong ? undefined : { id: text, name: text }));
    if (wrong) input.val(text);
    mark(wrong);
    onChange();
    if (wrong) note.text(options.allowed);
  }

  input.attr('placeholder', options.placeholder ?? '').autoComplete({
    minLength: 0,
    search(text, done) {
      const show = () => done(completionsOf(list.rows() ?? [], text === shown() ? '' : text));
      if (list.rows()) return show();
      if (!live()) return done([]);
      // Not where the text or the focus is another's by then.
      void load().then(() => (typed() === text.trim() && input.is(':focus') ? show() : done([])));
    },
  });
  // The browser says `change` already when the focus goes to the list; the widget says it for the chosen row.
  input.on('change', ({ originalEvent }) => originalEvent || settle());
  input.on('blur', ({ relatedTarget }) => $(relatedTarget ?? []).closest('.red-ui-menu').length || settle());
  input.on('keydown', ({ key }) => {
    if (key === 'ArrowDown' && !list.rows()) void open();
    // The widget has taken its first row with these keys and tells nobody.
    if (key === 'Enter' || key === 'Tab') settle();
  });
  button.on('click', () => void open());
  return {
    element,
    value: () => chosen,
    choose,
    propose(row) {
      const isUntouched = typed() === shown();
      if (isUntouched) choose(row);
      return isUntouched;
    },
    reset: list.reset,
    refresh: async (isClicked = false) => {
      if (isClicked || live()) await load();
    },
    placeholder: (text) => input.attr('placeholder', text),
    label: (text) => element.find('label span').text(text),
    say: (...lines) => note.empty().append(...lines.map(lineOf)),
  };
}

const lineOf = (line: string | JQuery) => (typeof line === 'string' ? $('<div>').text(line) : $('<div>').append(line));

/** A row of a dialog: a field, a button beside it, and a note below. */
export function labelled(id: string, icon: string, text: string, input: JQuery, button: JQuery) {
  const label = $('<label>').attr('for', id);
  label.append($('<i>').addClass(`fa fa-${icon}`), ' ', $('<span>').text(text));
  const note = $('<div class="dayahead-note" role="status">').attr('id', `${id}-note`);
  input.attr('aria-describedby', `${id}-note`);
  const field = $('<div class="dayahead-field">').append(input, button);
  return { element: $('<div class="form-row dayahead-search">').append(label, ' ', field, note), note };
}
