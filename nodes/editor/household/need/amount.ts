import { MOST_ASKED, MOST_MINUTES } from '../../../../src/messages/demand/most.ts';
import { durationText, energyText } from '../../common/amounts.ts';
import { typedNumber } from '../../common/numbers.ts';
import { typedMinutes } from '../../common/quantities.ts';
import { language } from '../../common/words.ts';
import { amountsOf } from '../switching.ts';
import type { Switched } from '../told.ts';
import { pageWord } from '../words.ts';

/** The amount of a need: its keys in commands and messages, its unit, the maximum and an example. */
const kinds = {
  energy_kwh: { key: 'energyKwh', unit: 'kWh', most: MOST_ASKED, example: 2.5 },
  minutes: { key: 'minutes', unit: 'min', most: MOST_MINUTES, example: 150 },
  target_soc: { key: 'targetSoc', unit: '%', most: 100, example: 80 },
} as const;
type AmountCommand = keyof typeof kinds;

/** The fields of the editor that read the same units. */
const fields = { energy_kwh: 'energyKwh', minutes: '', target_soc: 'targetSoc' } as const;

export function needAmount(item: Pick<Switched, 'asked'>) {
  const amount = amountsOf(item);
  return amount && { command: amount.key, choices: amount.choices, ...kinds[amount.key] };
}

const number = /^\d+(\.\d+)?$/;

/** The payload of a command for a typed amount: `2.5` for `2,5 kWh`, `150` for `2:30` or `2,5` hours; `undefined` for other text. */
export function typedAmount(command: AmountCommand, text: string, language: string): string | undefined {
  const numberOf = (typed: string) => {
    const read = typedNumber(typed, language, fields[command]);
    return number.test(read) ? read : undefined;
  };
  if (command !== 'minutes') return numberOf(text);
  const minutes = numberOf(typedMinutes(text));
  // A part of a minute makes no sense: `2,5` is in hours.
  return minutes?.includes('.') ? numberOf(typedMinutes(`${text.trim()} h`)) : minutes;
}

export const shownAmount = (amount: number): string => amount.toLocaleString(language(), { useGrouping: false });

/** `20 kWh`, `2 h`, `80 %`. */
export const amountText = (command: AmountCommand, amount: number): string =>
  command === 'minutes' ? durationText(amount) : command === 'energy_kwh' ? energyText(amount) : `${amount} %`;

/** The sentence for an amount that cannot be read. */
export const wrongAmount = (command: AmountCommand): string => {
  const { unit, most, example } = kinds[command];
  return pageWord('wrongAmount', { example: shownAmount(example), most: `${most} ${unit}` });
};
