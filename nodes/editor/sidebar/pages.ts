import { append } from '../common/element.ts';
import { createCosts, type ShownHouse } from './contracts/costs.ts';
import { costsWord } from './words.ts';

/**
 * A button for each page of `content`: the prices, and the contracts, which are made when they are first looked at.
 */
export function createPages(content: HTMLElement, house: () => ShownHouse): void {
  const bar = content.querySelector('.dayahead-pages') as HTMLElement;
  const pages = [...content.querySelectorAll<HTMLElement>('.dayahead-page')];
  const buttons = ['prices', 'page'].map((key) => append(bar, 'button', 'dayahead-button', costsWord(key)));
  function open(chosen: number): void {
    for (const [i, page] of pages.entries()) page.hidden = i !== chosen;
    for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(i === chosen));
    const costs = pages[1];
    if (chosen === 1 && costs?.childElementCount === 0) createCosts(costs, house);
  }
  for (const [i, button] of buttons.entries()) button.addEventListener('click', () => open(i));
  open(0);
}
