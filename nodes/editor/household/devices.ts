import { append } from '../common/element.ts';
import { createCards, say } from './cards.ts';
import { createControls } from './controls.ts';
import { deviceLines, type HouseDevice } from './device-words.ts';
import type { Commands } from './switching.ts';
import type { PageHouse } from './told.ts';
import { houseWord } from './words.ts';

interface Shown {
  readonly id: string;
  readonly device: HouseDevice;
  readonly house: PageHouse;
  readonly now: number;
}

type Switch = (house: PageHouse, device: HouseDevice, commands: Commands) => Promise<void>;

/** The devices of the house, as cards. */
export function createDeviceCards(place: HTMLElement, change: Switch): (house: PageHouse, now: number) => void {
  const cards = createCards<Shown>(place, (list) => createCard(list, change));
  return (house, now) => cards(house.devices.map((device) => ({ id: device.id, device, house, now })));
}

function createCard(list: HTMLElement, change: Switch) {
  const element = append(list, 'li', 'card');
  const head = append(element, 'div', 'card-head');
  const name = append(head, 'h3');
  const state = append(head, 'span', 'state');
  const lines = append(element, 'div', 'lines');
  let shown: Shown | undefined;
  const controls = createControls(element, async (commands) => {
    if (shown) await change(shown.house, shown.device, commands);
  });
  return {
    element,
    show(next: Shown) {
      shown = next;
      const { device, house, now } = next;
      name.textContent = device.name;
      state.textContent = houseWord(device.on === undefined ? 'state.unknown' : device.on ? 'state.on' : 'state.off');
      state.classList.toggle('state-on', device.on === true);
      say(lines, deviceLines(device, house, now));
      controls(device, now, house.token !== undefined);
    },
  };
}
