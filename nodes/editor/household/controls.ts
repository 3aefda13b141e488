import { energyText } from '../common/amounts.ts';
import { append } from '../common/element.ts';
import { timesIn } from '../common/times.ts';
import { modeText } from './battery-words.ts';
import { createChoices, type OneTouch } from './choices.ts';
import { durationText } from './device-words.ts';
import { amountsOf, type Commands, deadlines, ends, ordersOf } from './switching.ts';
import type { Switched } from './told.ts';
import { pageWord } from './words.ts';

/** Says commands for a device; rejects with the reason in words. */
type Say = (commands: Commands) => Promise<void>;

/** What switches a device by hand, and below it what it is asked for; a button keeps its place and the focus. */
export function createControls(card: HTMLElement, say: Say) {
  const refused = document.createElement('p');
  const press = pressing(refused, say);
  const orders = createChoices(card, press);
  const until = createChoices(card, press);
  const more = append(card, 'details', 'wanted');
  append(more, 'summary', '', pageWord('wanted'));
  const amounts = createChoices(more, press);
  const times = createChoices(more, press);
  card.append(refused);
  return (item: Switched, now: number, isAllowed: boolean) => {
    const { name, override } = item;
    const isShown = isAllowed && override !== undefined;
    orders({ label: pageWord('switch.label', { name }), isQuiet: true }, isShown ? orderChoices(item, now) : []);
    const isHeld = isShown && isBattery(item) && override !== 'auto';
    until({ label: pageWord('howLong', { name }) }, isHeld ? endChoices() : []);
    more.hidden = !isShown || isBattery(item);
    amounts({ label: pageWord('amount', { name }) }, amountChoices(item));
    times({ label: pageWord('by', { name }) }, timeChoices(item));
  };
}

/** Says commands, and in `refused` why they were not followed. */
function pressing(refused: HTMLElement, say: Say) {
  refused.className = 'refused';
  refused.setAttribute('role', 'alert');
  refused.hidden = true;
  return async (place: HTMLElement, commands: Commands) => {
    place.setAttribute('aria-busy', 'true');
    const text = await say(commands).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    place.removeAttribute('aria-busy');
    refused.hidden = text === '';
    refused.textContent = text;
  };
}

const isBattery = ({ modes, car }: Switched): boolean => modes !== undefined && !car;

const orderChoices = (item: Switched, now: number): OneTouch[] =>
  ordersOf(item).map(({ word, commands, isHeld }) => ({
    text: isBattery(item) ? modeText(word) : switchText(word, item, now),
    ...{ commands, isChosen: isHeld },
  }));

function switchText(word: string, { deadline, timeZone = 'UTC' }: Switched, now: number): string {
  if (word !== 'deadline') return pageWord(`switch.${word}`);
  return deadline
    ? pageWord('switch.deadline', { time: timesIn(timeZone, now).at(deadline) })
    : pageWord('switch.midnight');
}

const endChoices = (): OneTouch[] =>
  Object.entries(ends).map(([word, end]) => ({
    text: word === 'midnight' ? pageWord('untilMidnight') : durationText(Number(end)),
    commands: { override_until: end },
    isChosen: false,
  }));

function amountChoices({ asked = {} }: Switched): OneTouch[] {
  const amount = amountsOf({ asked });
  const textOf = (value: number) =>
    amount?.key === 'minutes' ? durationText(value) : amount?.key === 'energy_kwh' ? energyText(value) : `${value} %`;
  return (amount?.choices ?? []).map((value) => ({
    text: textOf(value),
    isChosen: amount !== undefined && asked[amount.key] === value,
    commands: { [amount?.key ?? '']: String(value) },
  }));
}

const timeChoices = ({ asked }: Switched): OneTouch[] =>
  deadlines.map((time) => ({
    text: timesIn('UTC', 0).at(`1970-01-01T${time}Z`),
    isChosen: asked?.ready_by === time,
    commands: { ready_by: time },
  }));
