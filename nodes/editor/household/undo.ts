import { append } from '../common/element.ts';
import { type Commands, sayCommands, type Undoing, undoing } from './switching.ts';
import type { PageHouse, Switched } from './told.ts';
import { pageWord } from './words.ts';

/** Milliseconds that a change is offered to be taken back. */
const OFFERED = 120_000;

/** Says commands for a device of the house; rejects with the reason in words. */
export type Saying = (house: PageHouse, item: Switched, commands: Commands) => Promise<void>;

/** Says commands to the house, and offers in `place` to take the last ones back, for a while. */
export function createSaying(place: HTMLElement): Saying {
  const text = append(place, 'span');
  const button = append(place, 'button', '', pageWord('undo'));
  button.type = 'button';
  let last: Undoing | undefined;
  let house: PageHouse | undefined;
  let over = 0;
  const offer = (next: Undoing | undefined, said: string) => {
    last = next;
    clearTimeout(over);
    text.textContent = said;
    button.hidden = !next;
    place.hidden = said === '';
    over = window.setTimeout(() => offer(undefined, ''), OFFERED);
  };
  button.addEventListener('click', async () => {
    if (!last || !house) return;
    const { id, name, undo } = last;
    await sayCommands(house, id, undo).then(
      () => offer(undefined, pageWord('undone', { name })),
      (error: Error) => offer(last, error.message),
    );
  });
  offer(undefined, '');
  return async (at, { id, name }, commands) => {
    house = at;
    const undo = await sayCommands(at, id, commands);
    offer(undoing({ id, name, undo }, last), pageWord('changed', { name }));
  };
}
