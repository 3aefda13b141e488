import { append } from '../common/element.ts';
import { createCards, say } from './cards.ts';
import { deviceLines, type HouseDevice } from './device-words.ts';
import type { PageHouse } from './told.ts';
import { houseWord } from './words.ts';

/** The devices of the house, as cards. */
export function createDeviceCards(place: HTMLElement): (house: PageHouse, now: number) => void {
  const cards = createCards<{
    readonly id: string;
    readonly device: HouseDevice;
    readonly house: PageHouse;
    now: number;
  }>(place, createCard);
  return (house, now) => cards(house.devices.map((device) => ({ id: device.id, device, house, now })));
}

interface Shown {
  readonly device: HouseDevice;
  readonly house: PageHouse;
  readonly now: number;
}

function createCard(list: HTMLElement) {
  const element = append(list, 'li', 'card');
  const head = append(element, 'div', 'card-head');
  const name = append(head, 'h3');
  const state = append(head, 'span', 'state');
  const lines = append(element, 'div', 'lines');
  return {
    element,
    show({ device, house, now }: Shown) {
      name.textContent = device.name;
      state.textContent = houseWord(device.on === undefined ? 'state.unknown' : device.on ? 'state.on' : 'state.off');
      state.classList.toggle('state-on', device.on === true);
      say(lines, deviceLines(device, house, now));
    },
  };
}
