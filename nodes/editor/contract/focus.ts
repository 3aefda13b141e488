/** Where a user is in a form: what redraws it may take neither the field nor what is marked in it. */

/** Remembers the field in `place` that has the focus; what is returned gives it to the field that has come in its place. */
export function keptFocus(place: JQuery): () => void {
  const before = place.find<HTMLInputElement>(':focus').get(0);
  if (!before) return () => undefined;
  const { id, selectionStart: start, selectionEnd: end } = before;
  return () => {
    const now = document.getElementById(id) as HTMLInputElement | null;
    now?.focus();
    // Neither a choice nor a day has anything marked.
    if (typeof start === 'number' && typeof now?.selectionStart === 'number') now.setSelectionRange(start, end);
  };
}

/** Gives the focus to the first field in `place`, where nothing else has it; a tray that comes in is not scrolled to it. */
export function takeFocus(place: JQuery): void {
  if (document.activeElement === document.body) place.find('[data-field]').get(0)?.focus({ preventScroll: true });
}
