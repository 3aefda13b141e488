import { append } from '../common/element.ts';
import type { Commands } from './orders.ts';

/** What one touch says. */
export interface OneTouch {
  readonly text: string;
  readonly isChosen: boolean;
  readonly commands: Commands;
}

interface Heading {
  readonly label: string;
  /** Read out alone. */
  readonly isQuiet?: true;
}

/** A row of buttons, which stay while what they say changes. */
export function createChoices(
  place: HTMLElement,
  press: (button: HTMLElement, commands: Commands) => void,
): (heading: Heading, choices: readonly OneTouch[]) => void {
  const heading = append(place, 'p');
  const row = append(place, 'div', 'buttons');
  row.setAttribute('role', 'group');
  const buttons: HTMLButtonElement[] = [];
  let shown: readonly OneTouch[] = [];
  return ({ label, isQuiet = false }, choices) => {
    shown = choices;
    row.hidden = choices.length === 0;
    heading.hidden = row.hidden || isQuiet;
    heading.textContent = label;
    row.setAttribute('aria-label', label);
    for (const [index, { text, isChosen }] of choices.entries()) {
      const button = buttons[index] ?? append(row, 'button');
      if (!buttons[index]) {
        button.type = 'button';
        button.addEventListener('click', () => press(button, shown[index]?.commands ?? {}));
        buttons[index] = button;
      }
      button.textContent = text;
      button.setAttribute('aria-pressed', String(isChosen));
    }
    for (const button of buttons.splice(choices.length)) {
      // The keyboard's user stays in the row.
      if (document.activeElement === button) buttons.at(-1)?.focus();
      button.remove();
    }
  };
}

/** Milliseconds that a refusal stands: whoever looks later cannot know what it is about. */
const STANDS = 30_000;

/** Says commands, and in `refused`, below what was pressed, for a while why they were not followed; resolves to true if they were. */
export function pressing(refused: HTMLElement, say: (commands: Commands) => Promise<void>) {
  refused.setAttribute('role', 'alert');
  refused.hidden = true;
  let over: ReturnType<typeof setTimeout> | undefined;
  const tell = (text: string) => {
    clearTimeout(over);
    refused.hidden = text === '';
    refused.textContent = text;
    if (text !== '') over = setTimeout(() => tell(''), STANDS);
  };
  return async (place: HTMLElement, commands: Commands): Promise<boolean> => {
    place.setAttribute('aria-busy', 'true');
    const text = await say(commands).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    place.removeAttribute('aria-busy');
    tell(text);
    if (refused.hidden) return true;
    (place.closest('.buttons, .field') ?? place).after(refused);
    refused.scrollIntoView({ block: 'nearest' });
    return false;
  };
}
