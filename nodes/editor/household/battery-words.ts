import { energyText, moneyIn } from '../common/amounts.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { language, wordsOf } from '../common/words.ts';
import { wantedText } from './device-words.ts';
import type { PageHouse } from './told.ts';
import { houseWord, pageWord } from './words.ts';

const batteryWord = wordsOf('battery');

export type HouseBattery = NonNullable<PageHouse['batteries']>[number];

/** As many stretches of the plan as a card has room for. */
const STRETCHES = 3;

/** What a battery does, and on the button that has it do so. */
export const modeText = (mode: string): string =>
  mode === 'auto' ? houseWord('switch.plan') : pageWord(`mode.${mode}`);

/** The lines of a card: power, end and reason of the present mode; the next stretches; the need of a car and what it will lack; the saving. */
export function batteryLines(battery: HouseBattery, { prices }: PageHouse, now: number): string[] {
  const { mode, until, reason, saving, timeZone, chargeKw, car, shortKwh, stretches = [] } = battery;
  if (!mode || !reason || !timeZone) return [houseWord('notRunning')];
  const { at, between } = timesIn(timeZone, now);
  const ahead = stretches.filter(({ start }) => secondsOf(start) > now);
  const next = ahead.slice(0, STRETCHES).map((one) => {
    const time = between(one.start, one.end);
    return car ? time : `${modeText(one.mode)} ${time}`;
  });
  return [
    [
      chargeKw && `${chargeKw.toLocaleString(language())} kW`,
      until && houseWord('until', { time: at(until) }),
      batteryWord(`reason.${reason}`),
    ],
    [next.length > 0 && houseWord('next', { time: [...next, ...(ahead[STRETCHES] ? ['…'] : [])].join(', ') })],
    [car && wantedText(battery, now)],
    [shortKwh && shortKwh >= 0.05 && pageWord('short', { energy: energyText(shortKwh) })],
    [
      saving != null &&
        saving >= 0.005 &&
        houseWord('saving', { amount: moneyIn(prices?.series?.currency ?? '')(saving) }),
    ],
  ].flatMap((parts) => parts.filter(Boolean).join(' · ') || []);
}
