import type { EditorRED } from 'node-red';
import { post } from '../common/ask.ts';
import { append } from '../common/element.ts';
import { refusalText, sidebarWord } from './words.ts';

declare const RED: EditorRED;

const choices = ['auto', 'on', 'off'] as const;
type Choice = (typeof choices)[number];

/** Three buttons in `place` of which one is pressed: what the device follows. `card` has room for a refusal. */
export function createOverride(place: HTMLElement, card: HTMLElement, id: string, changed: () => void) {
  const group = append(place, 'div', 'dayahead-override button-group');
  group.setAttribute('role', 'group');
  const refused = append(card, 'p', 'dayahead-refused');
  refused.setAttribute('role', 'alert');
  refused.hidden = true;
  const choose = async (override: Choice) => {
    const text = await post('override', { id, override }).then(() => '', refusalText);
    refused.hidden = text === '';
    refused.textContent = text;
    changed();
  };
  const buttons = choices.map((choice) => {
    const button = append(group, 'button', 'red-ui-button red-ui-button-small', sidebarWord(`override.${choice}`));
    button.type = 'button';
    button.addEventListener('click', () => void choose(choice));
    return { choice, button };
  });
  return {
    show(name: string, override: Choice | undefined) {
      group.setAttribute('aria-label', sidebarWord('override.label', { name }));
      for (const { choice, button } of buttons) {
        button.disabled = override === undefined || !RED.user.hasPermission('dayahead.write');
        button.classList.toggle('selected', choice === override);
        button.setAttribute('aria-pressed', String(choice === override));
      }
    },
  };
}
