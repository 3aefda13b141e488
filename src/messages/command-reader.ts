import type { z } from 'zod';
import { thrownText } from '../core/file-error.ts';
import type { Instant } from '../core/time.ts';
import { assertTimes } from './iso.ts';
import { MessageError, parse } from './parse.ts';

/** Why a command is not followed: `window/<device>/error` without its time. */
export interface CommandRefusal {
  readonly key: string;
  readonly value: string;
  readonly allowed: string;
}

/** Commands that are told together, by their names. */
export type CommandWords = Readonly<Record<string, string>>;

/** What takes commands back that were followed; or why they were not. */
export type CommandAnswer = { readonly undo: CommandWords } | { readonly refusal: CommandRefusal };

/** What one command means: a key of a message, and its value. */
export interface CommandWord<Key> {
  readonly key: Key;
  readonly read: (text: string) => unknown;
  readonly allowed: string;
}

/** What a command sets; `null` where nothing is in force. */
type CommandValue = string | number | boolean | null;

/** The same of many, by their names. */
export type CommandValues = Readonly<Record<string, CommandValue>>;

/** What is in force, by the keys of a message. */
export type InForce<Key extends string> = Readonly<Partial<Record<Key, CommandValue | undefined>>>;

/** What is in force of each key that a command may set, by the command's name. */
export const inForceOf = <Key extends string>(
  commands: Readonly<Record<string, CommandWord<Key>>>,
  values: InForce<Key>,
): CommandValues => Object.fromEntries(Object.entries(commands).map(([name, { key }]) => [name, values[key] ?? null]));

/** More than any command needs. */
const MOST_CHARACTERS = 256;

/** The key that gives back all others, by the empty payload. */
const RESET = 'reset';

/** Plain decimal notation; anything else stays text and is refused as such. */
export const numeric = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
export const asSent = (text: string) => text;
const switches = new Map([
  ['ON', true],
  ['OFF', false],
]);
export const asSwitch = (text: string) => switches.get(text) ?? text;

/** The household page's request of a need for one period: `once` of a message, as JSON. No topic has it. */
export const onceWord = {
  key: 'once',
  read(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
  allowed: 'JSON of an amount and a time of day',
} as const;

/** The payload that `onceWord` reads. */
export const onceText = (once: object | null | undefined): string | null => (once ? JSON.stringify(once) : null);

/**
 * Reads an MQTT command of `commands` as a message, through the schema that messages pass; or says why it is none. An
 * empty payload forgets the key.
 */
export function readCommandOf<Patch>(
  commands: Readonly<Record<string, CommandWord<string>>>,
  schema: z.ZodType<Patch>,
  key: string,
  payload: string,
  resets = true,
): { readonly patch: Patch } | { readonly refusal: CommandRefusal } {
  if (payload.length > MOST_CHARACTERS) {
    const allowed = `at most ${MOST_CHARACTERS} characters`;
    return { refusal: { key, value: payload.slice(0, MOST_CHARACTERS), allowed } };
  }
  if (resets && key === RESET) {
    return payload === ''
      ? { patch: parse(schema, { reset: true }) }
      : { refusal: { key, value: payload, allowed: 'the empty payload' } };
  }
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
  if (!command) {
    return {
      refusal: {
        key,
        value: payload,
        allowed: `one of ${[...Object.keys(commands), ...(resets ? [RESET] : [])].join(', ')}`,
      },
    };
  }
  try {
    return { patch: parse(schema, { [command.key]: payload === '' ? null : command.read(payload) }) };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return { refusal: { key, value: payload, allowed: command.allowed } };
  }
}

/** Commands as one message: one that is none, or has a time that is not allowed at `now`, refuses them all. */
export function readTogether<Patch extends object>(
  words: CommandWords,
  read: (key: string, payload: string) => { readonly patch: Patch } | { readonly refusal: CommandRefusal },
  now: Instant,
): { readonly patch: Partial<Patch> } | { readonly refusal: CommandRefusal } {
  let patch: Partial<Patch> = {};
  for (const [key, payload] of Object.entries(words)) {
    const one = read(key, payload);
    if ('refusal' in one) return one;
    patch = { ...patch, ...one.patch };
  }
  try {
    assertTimes(patch, now);
  } catch (error) {
    return { refusal: refusalOf(words, thrownText(error)) };
  }
  return { patch };
}

/** Why commands that could be read are not followed: of the one that `text` begins with, whose key then stands beside it. */
export function refusalOf(words: CommandWords, text: string): CommandRefusal {
  const [, field, reason = ''] = /^(\w+): (.*)$/s.exec(text) ?? [];
  const named = Object.keys(words).find(
    (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()) === field,
  );
  const key = named ?? Object.keys(words)[0] ?? '';
  return { key, value: words[key] ?? '', allowed: named === undefined ? text : reason };
}

/** Commands that change the need which holds after a need for one period. */
const needKeys = ['energy_kwh', 'minutes', 'target_soc', 'ready_by'];

/** The commands that put back what was `told` by each key of `words`; one that was not told is forgotten again. */
export function takingBack(words: CommandWords, told: CommandValues): CommandWords {
  const isNeed = needKeys.some((key) => key in words) && typeof told.once === 'string';
  // An override and its end are one.
  const keys = new Set([
    ...Object.keys(words),
    ...('override' in words ? ['override_until'] : []),
    ...(isNeed ? ['once'] : []),
  ]);
  return Object.fromEntries([...keys].map((key) => [key, String(told[key] ?? '')]));
}
