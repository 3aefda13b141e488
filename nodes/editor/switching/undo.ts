import { append } from '../common/element.ts';
import { wordsOf } from '../common/words.ts';
import type { Commands } from './orders.ts';

const word = wordsOf('sidebar');

/** The last change, which one touch takes back. */
interface Undoing {
  readonly id: string;
  readonly name: string;
  readonly undo: Commands;
}

/** Changes of one device that follow each other are taken back together: to what was before the first of them. */
export const undoing = (next: Undoing, before: Undoing | undefined): Undoing =>
  before?.id === next.id ? { ...next, undo: { ...next.undo, ...before.undo } } : next;

/** Says commands for a device; rejects with the reason in words. */
export type Saying = (item: Pick<Undoing, 'id' | 'name'>, commands: Commands) => Promise<void>;

/** Nobody has answered. */
export class NotReached extends Error {}

/** Milliseconds that a change is offered to be taken back. */
const OFFERED = 120_000;

/**
 * Says commands, and offers in `place` to take the last ones back, for a while.
 * @param say answers with what takes the commands back; rejects with the reason in words.
 */
export function createSaying(place: HTMLElement, say: (id: string, commands: Commands) => Promise<Commands>): Saying {
  const text = append(place, 'span');
  const button = append(place, 'button', '', word('undo.undo'));
  button.type = 'button';
  let last: Undoing | undefined;
  let over = 0;
  let pressed: Element | null = null;
  const offer = (next: Undoing | undefined, said: string) => {
    last = next;
    clearTimeout(over);
    text.textContent = said;
    button.hidden = !next;
    place.hidden = said === '';
    over = window.setTimeout(() => offer(undefined, ''), OFFERED);
  };
  button.addEventListener('click', async () => {
    if (!last) return;
    const { id, name, undo } = last;
    await say(id, undo).then(
      () => {
        // The button goes: who has pressed it by its keys goes on where they were.
        if (document.activeElement === button && pressed instanceof HTMLElement) pressed.focus();
        offer(undefined, word('undo.undone', { name }));
      },
      (error: Error) => offer(last, error.message),
    );
  });
  offer(undefined, '');
  return async ({ id, name }, commands) => {
    pressed = document.activeElement;
    const undo = await say(id, commands).catch((error: unknown) => {
      // What it says of the last change would be read as if it were of this one.
      if (error instanceof NotReached) offer(undefined, '');
      throw error;
    });
    offer(undoing({ id, name, undo }, last), word('undo.changed', { name }));
  };
}
