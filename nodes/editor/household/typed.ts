import { typedNumber } from '../common/numbers.ts';
import { isTimes, typedMinutes, typedTimes } from '../common/quantities.ts';

/** What the amount of a device is counted in. */
export const units = { energy_kwh: 'kWh', minutes: 'min', target_soc: '%' } as const;
type AmountKey = keyof typeof units;

const number = /^\d+(\.\d+)?$/;
const clock = /^(\d{1,2})(?:\s*[:.,h]?\s*([0-5]\d))?\s*h?$/i;

/** Its unit may stand beside it as in a field of that name. */
const fields = { energy_kwh: 'energyKwh', minutes: '', target_soc: 'targetSoc' } as const;

/** An amount as its command says it: `2.5` of `2,5` or `2,5 kWh`, `150` of `150`, `2:30` or `2,5` hours; `undefined` of anything else. */
export function typedAmount(key: AmountKey, text: string, language: string): string | undefined {
  const numberOf = (typed: string) => {
    const read = typedNumber(typed, language, fields[key]);
    return number.test(read) ? read : undefined;
  };
  if (key !== 'minutes') return numberOf(text);
  const minutes = numberOf(typedMinutes(text));
  // Nobody means a part of a minute.
  return minutes?.includes('.') ? numberOf(typedMinutes(`${text.trim()} h`)) : minutes;
}

/** A deadline as its command says it: `07:00` of `7`, `7.00` or `7:00`, `Fri 07:00` of `Freitag 07:00`; `undefined` of anything else. */
export function typedDeadline(text: string, language: string): string | undefined {
  const [, hour, minute = '00'] = clock.exec(text.trim()) ?? [];
  const read = hour === undefined ? typedTimes(text, language) : `${hour.padStart(2, '0')}:${minute}`;
  return isTimes(read) ? read : undefined;
}
