/** A row of a dialog: a field, a button beside it, and what is said below. */
export function labelled(id: string, icon: string, text: string, input: JQuery, button: JQuery) {
  const label = $('<label>').attr('for', id);
  label.append($('<i>').addClass(`fa fa-${icon}`), ' ', $('<span>').text(text));
  const note = $('<div class="dayahead-note" role="status">').attr('id', `${id}-note`);
  input.attr('aria-describedby', `${id}-note`);
  const field = $('<div class="dayahead-field">').append(input, button);
  return { element: $('<div class="form-row dayahead-search">').append(label, ' ', field, note), note };
}
