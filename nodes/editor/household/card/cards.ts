import { append, createCards } from '../../common/element.ts';
import type { Commands } from '../../switching/orders.ts';
import type { Saying } from '../../switching/undo.ts';
import { createControls } from '../controls.ts';
import { say } from '../say.ts';
import type { PageHouse, Preview, Switched } from '../told.ts';
import { drawIcon } from './icons.ts';
import { progressOf } from './progress.ts';
import type { CardState } from './state.ts';

/** A device or a battery as its card shows it. */
export interface CardContent {
  readonly state: CardState;
  readonly lines: readonly string[];
}

type Previewing = (id: string, commands: Commands) => Promise<Preview>;

/** Cards for some items of the house, which are hidden while there are none. */
export function createHouseCards<Item extends Switched>(
  place: HTMLElement,
  change: Saying,
  preview: Previewing,
  contentOf: (item: Item, house: PageHouse, now: number) => CardContent,
): (items: readonly Item[], house: PageHouse, now: number) => void {
  const cards = createCards(append(place, 'ul', 'cards'), (list) => createCard(list, change, preview, contentOf));
  return (items, house, now) => {
    place.hidden = items.length === 0;
    cards(items, { house, now });
  };
}

function createCard<Item extends Switched>(
  list: HTMLElement,
  change: Saying,
  preview: Previewing,
  contentOf: (item: Item, house: PageHouse, now: number) => CardContent,
) {
  const element = append(list, 'li', 'card');
  const head = append(element, 'div', 'card-head');
  const icon = append(head, 'span', 'icon');
  const title = append(head, 'div', 'card-title');
  const name = append(title, 'h3');
  const charge = append(title, 'span', 'charge');
  const state = append(head, 'span', 'state');
  const bar = append(element, 'progress');
  // The lines below give the same amounts as text.
  bar.setAttribute('aria-hidden', 'true');
  const lines = append(element, 'div', 'lines');
  let shown: Item | undefined;
  const controls = createControls(element, {
    say: async (commands) => {
      if (shown) await change(shown, commands);
    },
    preview: (commands) => preview(shown?.id ?? '', commands),
  });
  return {
    element,
    show(item: Item, { house, now }: { readonly house: PageHouse; readonly now: number }) {
      shown = item;
      const content = contentOf(item, house, now);
      const progress = progressOf(item);
      name.textContent = item.name;
      charge.textContent = item.soc === undefined ? '' : `${Math.round(item.soc)} %`;
      state.textContent = content.state.text;
      element.dataset.state = content.state.kind;
      drawIcon(icon, item);
      bar.hidden = !progress;
      Object.assign(bar, progress);
      say(lines, content.lines);
      controls(item, house, now);
    },
  };
}
