import { append, createCards } from '../common/element.ts';
import type { Saying } from '../switching/undo.ts';
import { createControls } from './controls.ts';
import { deviceLines, type HouseDevice } from './device-words.ts';
import { say } from './say.ts';
import type { PageHouse } from './told.ts';
import { houseWord } from './words.ts';

/** The devices of the house, as cards. */
export function createDeviceCards(place: HTMLElement, change: Saying): (house: PageHouse, now: number) => void {
  const cards = createCards(append(place, 'ul', 'cards'), (list) => createCard(list, change));
  return (house, now) => {
    place.hidden = house.devices.length === 0;
    cards(house.devices, { house, now });
  };
}

function createCard(list: HTMLElement, change: Saying) {
  const element = append(list, 'li', 'card');
  const head = append(element, 'div', 'card-head');
  const name = append(head, 'h3');
  const state = append(head, 'span', 'state');
  const lines = append(element, 'div', 'lines');
  let shown: HouseDevice | undefined;
  const controls = createControls(element, async (commands) => {
    if (shown) await change(shown, commands);
  });
  return {
    element,
    show(device: HouseDevice, { house, now }: { readonly house: PageHouse; readonly now: number }) {
      shown = device;
      name.textContent = device.name;
      state.textContent = houseWord(device.on === undefined ? 'state.unknown' : device.on ? 'state.on' : 'state.off');
      state.classList.toggle('state-on', device.on === true);
      say(lines, deviceLines(device, house, now));
      controls(device, now, house.token !== undefined);
    },
  };
}
