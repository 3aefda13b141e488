import { append } from '../common/element.ts';
import { language } from '../common/words.ts';
import { createChoices, type OneTouch, pressing } from '../switching/choices.ts';
import { type Commands, ordersOf, switchLabel, switchText } from '../switching/orders.ts';
import { modeText } from './battery-words.ts';
import { createNeedForm } from './need/form.ts';
import { endChoices } from './switching.ts';
import type { PageHouse, Preview, Switched } from './told.ts';
import { pageWord } from './words.ts';

/** Sends commands for a device, or previews them; both reject with the reason in words. */
interface Saying {
  say(commands: Commands): Promise<void>;
  preview(commands: Commands): Promise<Preview>;
}

/** What switches a device by hand, and below it what it is asked for; a button keeps its place and the focus. */
export function createControls(card: HTMLElement, { say, preview }: Saying) {
  const refused = document.createElement('p');
  refused.className = 'refused';
  const press = pressing(refused, say);
  const primary = createChoices(append(card, 'div', 'primary'), press);
  const folds = append(card, 'div', 'folds');
  const [switches, more] = [append(folds, 'details'), append(folds, 'details')];
  append(switches, 'summary', '', pageWord('switch'));
  append(more, 'summary', '', pageWord('wanted'));
  const orders = createChoices(switches, press);
  const until = createChoices(switches, press);
  const need = createNeedForm(more, { press, preview });
  card.append(refused);
  return (item: Switched, house: PageHouse, now: number) => {
    const { name, override } = item;
    const isShown = house.token !== undefined && override !== undefined;
    const first = primaryWord(item);
    const choices = isShown ? orderChoices(item, now) : [];
    primary(
      { label: switchLabel(name), isQuiet: true },
      choices.filter(({ word }) => word === first),
    );
    folds.hidden = !isShown;
    const others = choices.filter(({ word }) => word !== first && !endsOverride(word));
    orders({ label: switchLabel(name), isQuiet: true }, others);
    const isHeld = isShown && isBattery(item) && override !== 'auto';
    until({ label: pageWord('howLong', { name }) }, isHeld ? endChoices(item) : []);
    more.hidden = !isShown || isBattery(item);
    need(item, house, now);
  };
}

const isBattery = ({ modes, car }: Switched): boolean => modes !== undefined && !car;

const endsOverride = (word: string): boolean => word === 'plan' || word === 'auto';

/** The most likely next action: back to the plan during an override, else the opposite of the present state. */
function primaryWord({ override = 'auto', on, mode, modes = [], car }: Switched): string | undefined {
  if (modes.length > 0 && !car) {
    if (override !== 'auto') return 'auto';
    return mode !== 'charge' && modes.includes('charge') ? 'charge' : 'hold';
  }
  if (override !== 'auto') return 'plan';
  return (car ? mode === 'charge' : on) ? 'off' : 'hour';
}

const orderChoices = (item: Switched, now: number): (OneTouch & { readonly word: string })[] =>
  ordersOf(item).map(({ word, commands, isHeld }) => ({
    word,
    text: isBattery(item) ? capital(modeText(word)) : switchText(word, item, now),
    ...{ commands, isChosen: isHeld },
  }));

const capital = (text: string) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
