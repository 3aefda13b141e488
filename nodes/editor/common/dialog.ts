import './dialog.css';

/** The editor's types know no reasons yet; it takes one from a function of two parameters and shows it at the field. */
type Validate = (text: string) => boolean;

/** Marks a text that fails `test`, with what is allowed. Node-RED itself takes an environment variable for any value. */
export function validator<Node>(test: (this: Node, text: string) => boolean, words: () => string): Validate {
  function check(this: Node, text: unknown, _options: object | undefined): true | string {
    return test.call(this, String(text ?? '')) || words();
  }
  return check as unknown as Validate;
}

/** Has Node-RED look at a field with each text that comes into it: by itself it does so by keys, or once the field is left. */
export const markAsTyped = (): void =>
  void $('#dialog-form').on('input', '[id^=node-input-]', ({ target }) => $(target).triggerHandler('keyup'));

/** Shows the rows of class `dayahead-<field>-<chosen>` and hides the others of `dayahead-<field>`. */
export function showChosen(select: JQuery, field: string): void {
  const show = () => {
    $(`.dayahead-${field}`).hide();
    // What was not asked for before may be needed now.
    $(`.dayahead-${field}-${select.val() || 'none'}`)
      .show()
      .find('input')
      .trigger('change');
  };
  select.on('change', show);
  show();
}
