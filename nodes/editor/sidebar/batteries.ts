import type { EditorRED } from 'node-red';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { moneyIn } from '../common/amounts.ts';
import { append, createCards } from '../common/element.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { language, wordsOf } from '../common/words.ts';
import { pressing } from '../switching/choices.ts';
import { switchLabel } from '../switching/orders.ts';
import type { Saying } from '../switching/undo.ts';
import { labelOf } from './nodes.ts';
import { maySwitch } from './override.ts';
import { sidebarWord } from './words.ts';

declare const RED: EditorRED;

type Battery = NonNullable<Overview['batteries']>[number];

const batteryWord = wordsOf('battery');
const words = ['auto', 'normal', 'hold', 'holdcharge', 'charge', 'discharge'] as const;
/** A car is charged, or it is not. */
const ofCars = ['auto', 'charge', 'hold'];

/** The batteries as cards. */
export function createBatteries(place: HTMLElement, change: Saying): { show(overview: Overview): void } {
  const heading = append(place, 'h4', 'dayahead-heading', sidebarWord('batteries'));
  const cards = createCards(append(place, 'ul', 'dayahead-cards'), (list, id) => createCard(list, id, change));
  return {
    show(overview) {
      const { batteries = [] } = overview;
      place.hidden = heading.hidden = batteries.length === 0;
      cards(batteries, overview);
    },
  };
}

function createCard(list: HTMLElement, id: string, change: Saying) {
  const element = append(list, 'li', 'dayahead-card');
  const head = append(element, 'div', 'dayahead-card-head');
  const name = append(head, 'button', 'dayahead-link');
  name.type = 'button';
  name.title = sidebarWord('reveal');
  name.addEventListener('click', () => RED.view.reveal(id));
  const choice = append(head, 'select', 'dayahead-battery-override');
  for (const word of words) append(choice, 'option', '', batteryWord(`mode.${word}`)).value = word;
  const lines = append(element, 'div', 'dayahead-card-lines');
  const refused = append(element, 'p', 'dayahead-refused');
  const press = pressing(refused, (commands) => change({ id, name: name.textContent ?? '' }, commands));
  choice.addEventListener('change', () => void press(choice, { override: choice.value }));
  return {
    element,
    show(battery: Battery, overview: Overview) {
      const label = labelOf(battery);
      name.textContent = label;
      choice.setAttribute('aria-label', switchLabel(label));
      choice.disabled = !maySwitch(battery);
      for (const option of choice.options) option.hidden = battery.car === true && !ofCars.includes(option.value);
      choice.value = battery.override ?? 'auto';
      lines.replaceChildren();
      for (const line of linesOf(battery, overview)) append(lines, 'div', '', line);
    },
  };
}

/** Its mode, until when and why; how full it is, and what the plan saves. */
function linesOf(
  { mode, until, reason, soc, saving, timeZone, chargeKw }: Battery,
  { now, prices }: Overview,
): string[] {
  if (!mode || !reason || !timeZone) return [sidebarWord('notRunning')];
  const { at } = timesIn(timeZone, secondsOf(now));
  const end = until && sidebarWord('until', { time: at(until) });
  const money = saving != null && saving >= 0.005 && moneyIn(prices?.series?.currency ?? '')(saving);
  return [
    [
      batteryWord(`mode.${mode}`),
      chargeKw && `${chargeKw.toLocaleString(language())} kW`,
      end,
      batteryWord(`reason.${reason}`),
    ]
      .filter(Boolean)
      .join(' · '),
    [soc !== undefined && `${Math.round(soc)} %`, money && sidebarWord('saving', { amount: money })]
      .filter(Boolean)
      .join(' · '),
  ].filter(Boolean);
}
