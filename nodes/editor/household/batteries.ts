import { append, createCards } from '../common/element.ts';
import type { Saying } from '../switching/undo.ts';
import { batteryLines } from './battery-words.ts';
import { createControls } from './controls.ts';
import { say } from './say.ts';
import type { PageHouse } from './told.ts';
import { houseWord } from './words.ts';

type HouseBattery = NonNullable<PageHouse['batteries']>[number];

/** The batteries and cars of the house, as cards. */
export function createBatteryCards(place: HTMLElement, change: Saying): (house: PageHouse, now: number) => void {
  const cards = createCards(append(place, 'ul', 'cards'), (list) => createCard(list, change));
  return (house, now) => {
    const { batteries = [] } = house;
    place.hidden = batteries.length === 0;
    cards(batteries, { house, now });
  };
}

function createCard(list: HTMLElement, change: Saying) {
  const element = append(list, 'li', 'card');
  const head = append(element, 'div', 'card-head');
  const name = append(head, 'h3');
  const charge = append(head, 'span', 'state');
  const lines = append(element, 'div', 'lines');
  let shown: HouseBattery | undefined;
  const controls = createControls(element, async (commands) => {
    if (shown) await change(shown, commands);
  });
  return {
    element,
    show(battery: HouseBattery, { house, now }: { readonly house: PageHouse; readonly now: number }) {
      shown = battery;
      const { soc } = battery;
      name.textContent = battery.name;
      charge.textContent = soc === undefined ? houseWord('state.unknown') : `${Math.round(soc)} %`;
      say(lines, batteryLines(battery, house, now));
      controls(battery, now, house.token !== undefined);
    },
  };
}
