import { energyText } from '../common/amounts.ts';
import { append } from '../common/element.ts';
import { timesIn } from '../common/times.ts';
import { durationText, type HouseDevice } from './device-words.ts';
import { amountsOf, type Commands, deadlines, type SwitchWord, switchWords } from './switching.ts';
import { pageWord } from './words.ts';

/** Says commands for a device; rejects with the reason in words. */
type Say = (commands: Commands) => Promise<void>;

/** What switches a device by hand, and below it what it is asked for; a button keeps its place and the focus. */
export function createControls(card: HTMLElement, say: Say) {
  const group = append(card, 'div', 'buttons');
  group.setAttribute('role', 'group');
  const more = append(card, 'details', 'wanted');
  append(more, 'summary', '', pageWord('wanted'));
  const refused = append(card, 'p', 'refused');
  refused.setAttribute('role', 'alert');
  refused.hidden = true;
  const press = async (place: HTMLElement, commands: Commands) => {
    place.setAttribute('aria-busy', 'true');
    const text = await say(commands).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    place.removeAttribute('aria-busy');
    refused.hidden = text === '';
    refused.textContent = text;
  };
  const buttons = (Object.keys(switchWords) as SwitchWord[]).map((word) => {
    const button = append(group, 'button');
    button.type = 'button';
    button.addEventListener('click', () => void press(button, switchWords[word]));
    return { word, button };
  });
  const amounts = createChoices(more, press);
  const times = createChoices(more, press);
  return (device: HouseDevice, now: number, isAllowed: boolean) => {
    group.hidden = more.hidden = !isAllowed || device.override === undefined;
    group.setAttribute('aria-label', pageWord('switch.label', { name: device.name }));
    for (const { word, button } of buttons) {
      button.textContent = switchText(word, device, now);
      button.setAttribute('aria-pressed', String(isPressed(word, device)));
    }
    showChoices(device, amounts, times);
  };
}

function switchText(word: SwitchWord, { deadline, timeZone = 'UTC' }: HouseDevice, now: number): string {
  if (word !== 'deadline') return pageWord(`switch.${word}`);
  return deadline
    ? pageWord('switch.deadline', { time: timesIn(timeZone, now).at(deadline) })
    : pageWord('switch.midnight');
}

const isPressed = (word: SwitchWord, { override }: HouseDevice): boolean =>
  (word === 'off' && override === 'off') || (word === 'plan' && override === 'auto');

function showChoices(device: HouseDevice, amounts: Choices, times: Choices): void {
  const { asked = {} } = device;
  const amount = amountsOf(device);
  const textOf = (value: number) =>
    amount?.key === 'minutes' ? durationText(value) : amount?.key === 'energy_kwh' ? energyText(value) : `${value} %`;
  amounts(
    pageWord('amount', { name: device.name }),
    (amount?.choices ?? []).map((value) => ({
      text: textOf(value),
      isChosen: amount !== undefined && asked[amount.key] === value,
      commands: { [amount?.key ?? '']: String(value) },
    })),
  );
  times(
    pageWord('by', { name: device.name }),
    deadlines.map((time) => ({
      text: timesIn('UTC', 0).at(`1970-01-01T${time}Z`),
      isChosen: asked.ready_by === time,
      commands: { ready_by: time },
    })),
  );
}

interface Choice {
  readonly text: string;
  readonly isChosen: boolean;
  readonly commands: Commands;
}

type Choices = (label: string, choices: readonly Choice[]) => void;

/** A row of buttons that stay while what they say changes. */
function createChoices(place: HTMLElement, press: (button: HTMLElement, commands: Commands) => void): Choices {
  const heading = append(place, 'p');
  const row = append(place, 'div', 'buttons');
  row.setAttribute('role', 'group');
  const buttons: HTMLButtonElement[] = [];
  let shown: readonly Choice[] = [];
  return (label, choices) => {
    shown = choices;
    heading.hidden = row.hidden = choices.length === 0;
    heading.textContent = label;
    row.setAttribute('aria-label', label);
    for (const [index, { text, isChosen }] of choices.entries()) {
      const button = buttons[index] ?? append(row, 'button');
      if (!buttons[index]) {
        button.type = 'button';
        button.addEventListener('click', () => press(button, shown[index]?.commands ?? {}));
        buttons[index] = button;
      }
      button.textContent = text;
      button.setAttribute('aria-pressed', String(isChosen));
    }
    for (const button of buttons.splice(choices.length)) button.remove();
  };
}
