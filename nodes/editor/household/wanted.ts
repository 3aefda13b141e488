import { MOST_ASKED, MOST_MINUTES } from '../../../src/messages/demand/most.ts';
import { energyText } from '../common/amounts.ts';
import { timesIn } from '../common/times.ts';
import { language } from '../common/words.ts';
import type { OneTouch } from '../switching/choices.ts';
import { FORGET } from '../switching/orders.ts';
import { durationText } from './device-words.ts';
import type { FieldShown } from './field.ts';
import { amountsOf, deadlines, ends } from './switching.ts';
import type { Switched } from './told.ts';
import { shownDeadline, typedAmount, typedDeadline, units } from './typed.ts';
import { pageWord } from './words.ts';

/** The most that may be asked for. */
const most = { energy_kwh: MOST_ASKED, minutes: MOST_MINUTES, target_soc: 100 } as const;

const examples = { energy_kwh: 2.5, minutes: 150, target_soc: 80 } as const;

/** The amounts that one touch chooses. */
export function amountChoices({ asked = {} }: Switched): OneTouch[] {
  const amount = amountsOf({ asked });
  const textOf = (value: number) =>
    amount?.key === 'minutes' ? durationText(value) : amount?.key === 'energy_kwh' ? energyText(value) : `${value} %`;
  return (amount?.choices ?? []).map((value) => ({
    text: textOf(value),
    isChosen: amount !== undefined && asked[amount.key] === value,
    commands: { [amount?.key ?? '']: String(value) },
  }));
}

/** The deadlines that one touch chooses. */
export const timeChoices = ({ asked }: Switched): OneTouch[] =>
  deadlines.map((time) => ({
    text: timesIn('UTC', 0).at(`1970-01-01T${time}Z`),
    isChosen: asked?.ready_by === time,
    commands: { ready_by: time },
  }));

/** Gives back what was told of amount and time; nothing where all is as in the settings. */
export const backChoices = ({ toldOtherwise = [] }: Switched): OneTouch[] =>
  toldOtherwise.length === 0
    ? []
    : [
        {
          text: pageWord('asInSettings'),
          isChosen: false,
          commands: Object.fromEntries(toldOtherwise.map((key) => [key, FORGET])),
        },
      ];

/** What an emptied field says: nothing of a key that is as in the settings. */
const forgetting = ({ toldOtherwise = [] }: Switched, key: string) =>
  toldOtherwise.includes(key) ? { emptied: { [key]: FORGET } } : {};

/** The ends of an order by hand that one touch chooses. */
export const endChoices = ({ overrideUntil }: Switched): OneTouch[] =>
  Object.entries(ends).map(([word, end]) => ({
    text: word === 'midnight' ? pageWord('untilMidnight') : durationText(Number(end)),
    commands: { override_until: end },
    isChosen: end === String(overrideUntil ?? FORGET),
  }));

/** Any other amount, in the unit of the device. */
export function amountField(item: Switched): FieldShown | undefined {
  const { asked = {} } = item;
  const { key } = amountsOf({ asked }) ?? {};
  if (!key) return undefined;
  const value = asked[key];
  const shown = (amount: number) => amount.toLocaleString(language(), { useGrouping: false });
  return {
    label: pageWord('otherAmount'),
    unit: units[key],
    text: typeof value === 'number' ? shown(value) : '',
    read(text) {
      const amount = typedAmount(key, text, language());
      return amount === undefined || Number(amount) > most[key]
        ? undefined
        : { commands: { [key]: amount }, text: shown(Number(amount)) };
    },
    ...forgetting(item, key),
    keys: 'decimal',
    allowed: pageWord('wrongAmount', { example: shown(examples[key]), most: `${most[key]} ${units[key]}` }),
  };
}

/** Any other deadline. */
export function timeField(item: Switched, now: number): FieldShown {
  const { asked, timeZone = 'UTC' } = item;
  return {
    label: pageWord('otherTime'),
    unit: '',
    text: typeof asked?.ready_by === 'string' ? shownDeadline(asked.ready_by, language(), timeZone) : '',
    read(text) {
      const time = typedDeadline(text, language(), timeZone, now);
      if (time === undefined) return undefined;
      return { commands: { ready_by: time }, text: shownDeadline(time, language(), timeZone) };
    },
    ...forgetting(item, 'ready_by'),
    // A time may be `Fri 07:00`.
    keys: 'text',
    allowed: pageWord('wrongTime'),
  };
}
