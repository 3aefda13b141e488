import { moneyIn } from '../common/amounts.ts';
import { append, createCards } from '../common/element.ts';
import { timesIn } from '../common/times.ts';
import { language, wordsOf } from '../common/words.ts';
import { say } from './say.ts';
import type { PageHouse } from './told.ts';
import { houseWord } from './words.ts';

const batteryWord = wordsOf('battery');

type Battery = NonNullable<PageHouse['batteries']>[number];

/** The batteries of the house, as cards. */
export function createBatteryCards(place: HTMLElement): (house: PageHouse, now: number) => void {
  const cards = createCards(append(place, 'ul', 'cards'), createCard);
  return (house, now) => {
    const { batteries = [] } = house;
    place.hidden = batteries.length === 0;
    cards(batteries, { house, now });
  };
}

function createCard(list: HTMLElement) {
  const element = append(list, 'li', 'card');
  const head = append(element, 'div', 'card-head');
  const name = append(head, 'h3');
  const charge = append(head, 'span', 'state');
  const lines = append(element, 'div', 'lines');
  return {
    element,
    show(battery: Battery, { house, now }: { readonly house: PageHouse; readonly now: number }) {
      const { mode, until, reason, soc, saving, timeZone, chargeKw } = battery;
      name.textContent = battery.name;
      charge.textContent = soc === undefined ? houseWord('state.unknown') : `${Math.round(soc)} %`;
      if (!mode || !reason || !timeZone) return say(lines, [houseWord('notRunning')]);
      const end = until && houseWord('until', { time: timesIn(timeZone, now).at(until) });
      const power = chargeKw && `${chargeKw.toLocaleString(language())} kW`;
      const isWorth = saving != null && saving >= 0.005;
      const money = moneyIn(house.prices?.series?.currency ?? '');
      say(lines, [
        [batteryWord(`mode.${mode}`), power, end, batteryWord(`reason.${reason}`)].filter(Boolean).join(' · '),
        isWorth ? houseWord('saving', { amount: money(saving) }) : '',
      ]);
    },
  };
}
