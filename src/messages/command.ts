import { type DemandPatch, MOST_ENERGY, MOST_MINUTES, readDemand } from './demand/demand.ts';
import { TIME_FORMS } from './demand/week.ts';
import { MessageError } from './parse.ts';

/** Why a command is not followed: `window/<device>/error` without its time. */
export interface CommandRefusal {
  readonly key: string;
  readonly value: string;
  readonly allowed: string;
}

interface Command {
  readonly key: 'energyKwh' | 'minutes' | 'readyBy' | 'enabled' | 'override' | 'overrideUntil' | 'maxPrice';
  readonly read: (text: string) => unknown;
  readonly allowed: string;
}

/** More than any command needs. */
const MOST_CHARACTERS = 256;

/** Plain decimal notation; anything else stays text and is refused as such. */
const numeric = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const asSent = (text: string) => text;
const switches = new Map([
  ['ON', true],
  ['OFF', false],
]);

/** What `window/<device>/set/<key>` may say, by key; an empty payload forgets the key. */
const commands: Readonly<Record<string, Command>> = {
  energy_kwh: { key: 'energyKwh', read: numeric, allowed: `a number from 0 to ${MOST_ENERGY}` },
  minutes: { key: 'minutes', read: numeric, allowed: 'a whole number of at least 0' },
  ready_by: { key: 'readyBy', read: asSent, allowed: TIME_FORMS },
  enabled: { key: 'enabled', read: (text) => switches.get(text) ?? text, allowed: 'ON or OFF' },
  override: { key: 'override', read: asSent, allowed: 'auto, on or off' },
  override_until: {
    key: 'overrideUntil',
    read: numeric,
    allowed: `1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`,
  },
  max_price: { key: 'maxPrice', read: numeric, allowed: 'a number, or percent of the mean of each day, as 80 %' },
};

/** The key that gives back all others, by the empty payload. */
const RESET = 'reset';

/** An MQTT command as a change of the demand, through the schema that messages pass; or why it is none. */
export function readCommand(
  key: string,
  payload: string,
): { readonly patch: DemandPatch } | { readonly refusal: CommandRefusal } {
  if (payload.length > MOST_CHARACTERS) {
    const allowed = `at most ${MOST_CHARACTERS} characters`;
    return { refusal: { key, value: payload.slice(0, MOST_CHARACTERS), allowed } };
  }
  if (key === RESET) {
    return payload === ''
      ? { patch: { reset: true } }
      : { refusal: { key, value: payload, allowed: 'the empty payload' } };
  }
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
  if (!command) {
    return { refusal: { key, value: payload, allowed: `one of ${[...Object.keys(commands), RESET].join(', ')}` } };
  }
  try {
    return { patch: readDemand({ [command.key]: payload === '' ? null : command.read(payload) }) };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return { refusal: { key, value: payload, allowed: command.allowed } };
  }
}

/** What `demand` holds of each key that a command may set; `null` where it holds nothing. */
export const commandValues = (demand: DemandPatch): Readonly<Record<string, string | number | boolean | null>> =>
  Object.fromEntries(Object.entries(commands).map(([name, { key }]) => [name, demand[key] ?? null]));
