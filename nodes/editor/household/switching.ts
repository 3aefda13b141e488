import { detailText } from '../../../src/runtime/problem-text.ts';
import { faultWord } from '../common/ask.ts';
import { secondsOf } from '../common/times.ts';
import { type Commands, FORGET } from '../switching/orders.ts';
import { NotReached } from '../switching/undo.ts';
import type { PageHouse, Switched } from './told.ts';
import { pageWord } from './words.ts';

/** Says commands to the house; answers with what takes them back. Rejects with the reason in words. */
export async function sayCommands({ id: site, token = '' }: PageHouse, id: string, set: Commands): Promise<Commands> {
  const answer = await fetch('switch', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Dayahead-Token': token },
    body: JSON.stringify({ site, id, set }),
  }).catch(() => undefined);
  const said: { readonly undo?: Commands; readonly fault?: { readonly detail?: string } } = await (
    answer?.json() ?? Promise.resolve({})
  ).catch(() => ({}));
  if (answer?.ok && said.undo) return said.undo;
  if (!answer) throw new NotReached(pageWord('notSaid'));
  const { detail } = said.fault ?? {};
  throw new Error(detail ? withoutKey(detail) : pageWord('refused'));
}

/** Whoever reads it has just said that one thing. */
const withoutKey = (detail: string) => detailText(detail.replace(/^(\w+: )+/, ''), faultWord);

/** Commands as they can be said at `now`: an order by hand that has ended since cannot be put back, and the plan holds. */
export function sayable(commands: Commands, now: number): Commands {
  const { override_until: end = '' } = commands;
  const isOver = end.includes('T') && secondsOf(end) <= now;
  return isOver ? { ...commands, override: 'auto', override_until: FORGET } : commands;
}

/** The ends that one touch gives to an order by hand of a battery. */
export const ends = { hour: '60', hours: '120', midnight: FORGET } as const;

/** The amount that a device asks for: the command for it, and the amounts that one touch chooses. */
export function amountsOf({ asked = {} }: Pick<Switched, 'asked'>) {
  const { energy_kwh, minutes, soc } = asked;
  if (typeof soc === 'number') return { key: 'target_soc', choices: [60, 80, 100] } as const;
  // Only a car knows no minutes: whoever does not say how full it is asks for energy.
  const isCar = energy_kwh !== undefined && minutes === undefined;
  if (isCar || typeof energy_kwh === 'number') return { key: 'energy_kwh', choices: [5, 10, 20, 30, 40] } as const;
  return typeof minutes === 'number' ? ({ key: 'minutes', choices: [30, 60, 120, 180, 240] } as const) : undefined;
}

/** The deadlines that one touch chooses. */
export const deadlines = ['06:00', '07:00', '08:00', '17:00'] as const;
