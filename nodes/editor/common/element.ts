/** A new element at the end of `place`. */
export function append<Tag extends keyof HTMLElementTagNameMap>(
  place: Element,
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  place.append(element);
  return element;
}

interface Card<Item, House> {
  readonly element: HTMLElement;
  show(item: Item, house: House): void;
}

/** Cards in a list, one an item, which stay in place while what they say changes: a button keeps the focus. */
export function createCards<Item extends { readonly id: string }, House>(
  list: HTMLElement,
  create: (list: HTMLElement, id: string) => Card<Item, House>,
): (items: readonly Item[], house: House) => void {
  const cards = new Map<string, Card<Item, House>>();
  return (items, house) => {
    for (const [id, { element }] of cards) {
      if (items.some((item) => item.id === id)) continue;
      element.remove();
      cards.delete(id);
    }
    for (const [index, item] of items.entries()) {
      const card = cards.get(item.id) ?? create(list, item.id);
      cards.set(item.id, card);
      card.show(item, house);
      if (list.children[index] !== card.element) list.insertBefore(card.element, list.children[index] ?? null);
    }
  };
}
