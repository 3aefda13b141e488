import { type Instant, utcTime } from '../core/time.ts';
import type { CommandRefusal } from '../messages/command-reader.ts';
import { json } from './json.ts';
import type { Publication } from './topics.ts';

/** Those of whom a site has several that take commands, and where their topics are. */
const branches = { device: 'window', battery: 'battery' } as const;
export type CommandBranch = keyof typeof branches;

/** The connection of the site, of which there is one. */
const GRID = 'grid';
const MOST_KEY_CHARACTERS = 256;
/** A site's root, the branch, `set` and the key. */
const LEVELS = 5;

/** A command for a device, or for the site's connection, which has no name; as it came. */
export interface Command {
  readonly kind: CommandBranch | typeof GRID;
  readonly device: string;
  readonly key: string;
  readonly payload: string;
}

/** Every command of a site, below its root. */
export const COMMANDS = [...Object.values(branches).map((branch) => `${branch}/+/set/+`), `${GRID}/set/+`];

/** @param topic one that matches one of `COMMANDS`, whatever its root. */
export function commandOn(topic: string, payload: string): Command {
  const levels = topic.split('/');
  const [branch, device = '', , key = ''] = levels.slice(-4);
  if (device === GRID && levels.length === LEVELS) return { kind: GRID, device: '', key, payload };
  return { kind: branch === branches.battery ? 'battery' : 'device', device, key, payload };
}

const branchOf = ({ kind, device }: Pick<Command, 'kind' | 'device'>): string =>
  kind === GRID ? GRID : `${branches[kind]}/${device}`;

/** The topic of a command, below the root of its site. */
export const setTopic = (command: Omit<Command, 'payload'>): string => `${branchOf(command)}/set/${command.key}`;

/** Told once: a refusal says nothing to those who were not there. */
export function refusalTopic(
  command: Pick<Command, 'kind' | 'device'>,
  refusal: CommandRefusal,
  at: Instant,
): Publication {
  // The key is a level of any client's topic, and Home Assistant records 16,384 bytes at most.
  const key = refusal.key.slice(0, MOST_KEY_CHARACTERS);
  return { topic: `${branchOf(command)}/error`, payload: json({ ...refusal, key, at: utcTime(at) }), retain: false };
}
