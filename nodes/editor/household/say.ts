import { append } from '../common/element.ts';

/** Says `lines` in `place`, one below the other, those that are empty left out; the same again changes nothing. */
export function say(place: HTMLElement, lines: readonly string[]): void {
  const said = lines.filter((line) => line !== '');
  if (said.join('\n') === [...place.children].map(({ textContent }) => textContent).join('\n')) return;
  place.replaceChildren();
  for (const line of said) append(place, 'p', '', line);
}
