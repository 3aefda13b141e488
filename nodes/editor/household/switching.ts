import type { PageHouse, Switched } from './told.ts';
import { pageWord } from './words.ts';

/** Commands for a device, by their keys. */
export type Commands = Readonly<Record<string, string>>;

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
  throw new Error(said.fault?.detail ?? pageWord(answer ? 'refused' : 'notSaid'));
}

/** The last change, which one touch takes back. */
export interface Undoing {
  readonly id: string;
  readonly name: string;
  readonly undo: Commands;
}

/** Changes of one device that follow each other are taken back together: to what was before the first of them. */
export const undoing = (next: Undoing, before: Undoing | undefined): Undoing =>
  before?.id === next.id ? { ...next, undo: { ...next.undo, ...before.undo } } : next;

const FORGET = '';

/** What the buttons of a device or a car say, which call the same differently. */
function switchesOf(on: string, off: string) {
  return {
    hour: { override: on, override_until: '60' },
    hours: { override: on, override_until: '120' },
    // Without an end of its own it is on until the deadline, or else until midnight.
    deadline: { override: on, override_until: FORGET },
    off: { override: off, override_until: FORGET },
    plan: { override: 'auto', override_until: FORGET },
  } as const;
}

/** The orders that one touch gives, each by its word, and which of them holds now. */
export function ordersOf(item: Switched): readonly Order[] {
  const { override = 'auto', car, modes } = item;
  const isHeld = (commands: Commands) => commands.override_until === FORGET && commands.override === override;
  if (!modes || car) {
    const switches = Object.entries(car ? switchesOf('charge', 'hold') : switchesOf('on', 'off'));
    return switches.map(([word, commands]) => ({ word, commands, isHeld: word !== 'deadline' && isHeld(commands) }));
  }
  return [...modes, 'auto'].map((word) => {
    const commands = { override: word, override_until: FORGET };
    return { word, commands, isHeld: isHeld(commands) };
  });
}

interface Order {
  readonly word: string;
  readonly commands: Commands;
  readonly isHeld: boolean;
}

/** The ends that one touch gives to an order by hand of a battery. */
export const ends = { hour: '60', hours: '120', midnight: FORGET } as const;

/** The amount that a device asks for: the command for it, and the amounts that one touch chooses. */
export function amountsOf({ asked = {} }: Pick<Switched, 'asked'>) {
  const { energy_kwh, minutes, soc } = asked;
  if (typeof soc === 'number') return { key: 'target_soc', choices: [60, 80, 100] } as const;
  if (typeof energy_kwh === 'number') return { key: 'energy_kwh', choices: [5, 10, 20, 30, 40] } as const;
  return typeof minutes === 'number' ? ({ key: 'minutes', choices: [30, 60, 120, 180, 240] } as const) : undefined;
}

/** The deadlines that one touch chooses. */
export const deadlines = ['06:00', '07:00', '08:00', '17:00'] as const;
