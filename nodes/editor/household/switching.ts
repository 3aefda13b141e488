import { detailText } from '../../../src/runtime/problem-text.ts';
import { durationText } from '../common/amounts.ts';
import { faultWord } from '../common/ask.ts';
import { secondsOf } from '../common/times.ts';
import type { OneTouch } from '../switching/choices.ts';
import { type Commands, FORGET } from '../switching/orders.ts';
import { NotReached } from '../switching/undo.ts';
import type { PageHouse, Preview, Switched } from './told.ts';
import { pageWord } from './words.ts';

interface Answer {
  readonly undo?: Commands;
  readonly preview?: Preview;
  readonly fault?: { readonly detail?: string };
}

/** Says commands to the house; answers with what takes them back. Rejects with the reason in words. */
export const sayCommands = (house: PageHouse, id: string, set: Commands): Promise<Commands> =>
  request(house, { id, set }, 'undo');

/** Previews commands without applying them. Rejects with the reason in words. */
export const previewCommands = (house: PageHouse, id: string, set: Commands): Promise<Preview> =>
  request(house, { id, set, preview: true }, 'preview');

async function request<Key extends 'undo' | 'preview'>(
  { id: site, token = '' }: PageHouse,
  question: object,
  key: Key,
): Promise<NonNullable<Answer[Key]>> {
  const answer = await fetch('switch', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Dayahead-Token': token },
    body: JSON.stringify({ site, ...question }),
  }).catch(() => undefined);
  const said: Answer = await (answer?.json() ?? Promise.resolve({})).catch(() => ({}));
  const found = said[key];
  if (answer?.ok && found) return found;
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
const ends = { hour: '60', hours: '120', midnight: FORGET } as const;

export const endChoices = ({ overrideUntil }: Switched): OneTouch[] =>
  Object.entries(ends).map(([word, end]) => ({
    text: word === 'midnight' ? pageWord('untilMidnight') : durationText(Number(end)),
    commands: { override_until: end },
    isChosen: end === String(overrideUntil ?? FORGET),
  }));

/** The amount that a device asks for: the command for it, and the amounts that one touch chooses. */
export function amountsOf({ asked = {} }: Pick<Switched, 'asked'>) {
  const { energy_kwh, minutes, soc } = asked;
  if (typeof soc === 'number') return { key: 'target_soc', choices: [60, 80, 100] } as const;
  // Only a car knows no minutes: whoever does not say how full it is asks for energy.
  const isCar = energy_kwh !== undefined && minutes === undefined;
  if (isCar || typeof energy_kwh === 'number') return { key: 'energy_kwh', choices: [5, 10, 20, 30, 40] } as const;
  return typeof minutes === 'number' ? ({ key: 'minutes', choices: [30, 60, 120, 180, 240] } as const) : undefined;
}
