import { append } from '../common/element.ts';

interface Card<Item> {
  readonly element: HTMLElement;
  show(item: Item): void;
}

/** Cards in a list of `place`, one an item, which stay in place while what they say changes: a button keeps the focus. */
export function createCards<Item extends { readonly id: string }>(
  place: HTMLElement,
  create: (list: HTMLElement, id: string) => Card<Item>,
): (items: readonly Item[]) => void {
  const list = append(place, 'ul', 'cards');
  const cards = new Map<string, Card<Item>>();
  return (items) => {
    place.hidden = items.length === 0;
    for (const [id, { element }] of cards) {
      if (items.some((item) => item.id === id)) continue;
      element.remove();
      cards.delete(id);
    }
    for (const [index, item] of items.entries()) {
      const card = cards.get(item.id) ?? create(list, item.id);
      cards.set(item.id, card);
      card.show(item);
      if (list.children[index] !== card.element) list.insertBefore(card.element, list.children[index] ?? null);
    }
  };
}

/** Says `lines` in `place`, one below the other, those that are empty left out; the same again changes nothing. */
export function say(place: HTMLElement, lines: readonly string[]): void {
  const said = lines.filter((line) => line !== '');
  if (said.join('\n') === [...place.children].map(({ textContent }) => textContent).join('\n')) return;
  place.replaceChildren();
  for (const line of said) append(place, 'p', '', line);
}
