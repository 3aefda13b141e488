import { append } from '../common/element.ts';
import type { Commands } from '../switching/orders.ts';

interface Read {
  readonly commands: Commands;
  readonly text: string;
}

/** What is typed into a field, and what it is counted in. */
export interface FieldShown {
  readonly label: string;
  readonly unit: string;
  /** In force. */
  readonly text: string;
  /** What the typed text says, and how that is shown; `undefined` where it is wrong. */
  read(text: string): Read | undefined;
  /** What is said where all of it is deleted; left out, what holds is shown again. */
  readonly emptied?: Commands;
  /** What is right. */
  readonly allowed: string;
  /** The keys that a phone offers. */
  readonly keys: 'decimal' | 'text';
}

/**
 * A field whose text is said as soon as it is left. What others say meanwhile does not take away what is being typed; where nobody
 * has typed since, it says what holds, also while it has the focus.
 */
export function createField(place: HTMLElement, press: (field: HTMLElement, commands: Commands) => void) {
  const row = append(place, 'label', 'field');
  const name = append(row, 'span');
  const typed = append(row, 'span', 'typed');
  const input = append(typed, 'input');
  const unit = append(typed, 'span');
  const wrong = append(place, 'p', 'refused');
  Object.assign(input, { type: 'text', autocomplete: 'off', enterKeyHint: 'done' });
  wrong.setAttribute('role', 'alert');
  let shown: FieldShown | undefined;
  let isTyping = false;
  /** What held when something else was said, which is no news until it is followed. */
  let before: string | undefined;
  const mark = (reason: string) => {
    input.setAttribute('aria-invalid', String(reason !== ''));
    wrong.hidden = reason === '';
    wrong.textContent = reason;
  };
  // What is typed takes the place of what stands there.
  input.addEventListener('focus', () => input.select());
  input.addEventListener('input', () => {
    isTyping = true;
  });
  input.addEventListener('blur', () => {
    isTyping = false;
    before = undefined;
  });
  input.addEventListener('change', () => {
    const held = shown?.text ?? '';
    const { commands, text }: Partial<Read> =
      input.value.trim() === ''
        ? { text: held, ...(shown?.emptied && { commands: shown.emptied }) }
        : (shown?.read(input.value) ?? {});
    mark(text === undefined ? (shown?.allowed ?? '') : '');
    if (text === undefined) return;
    // Whoever stays in the field sees what was understood: of `2,5` hours, 150 minutes.
    input.value = text;
    isTyping = false;
    before = held;
    if (commands) press(input, commands);
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    input.value = shown?.text ?? '';
    isTyping = false;
    mark('');
  });
  mark('');
  return (next: FieldShown | undefined) => {
    shown = next;
    row.hidden = !next;
    name.textContent = next?.label ?? '';
    unit.textContent = next?.unit ?? '';
    input.inputMode = next?.keys ?? 'text';
    const text = next?.text ?? '';
    if (isTyping || !wrong.hidden || text === before || text === input.value) return;
    before = undefined;
    input.value = text;
    if (document.activeElement === input) input.select();
  };
}
