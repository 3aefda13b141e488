import { type Instant, utcTime } from '../core/time.ts';
import type { CommandRefusal } from '../messages/command-reader.ts';
import { json } from './json.ts';
import type { Publication } from './topics.ts';

/** Those who take commands, and where their topics are. */
const branches = { device: 'window', battery: 'battery' } as const;
export type CommandBranch = keyof typeof branches;

/** A command for a device, as it came. */
export interface Command {
  readonly kind: CommandBranch;
  readonly device: string;
  readonly key: string;
  readonly payload: string;
}

/** Every command of a site, below its root. */
export const COMMANDS = Object.values(branches).map((branch) => `${branch}/+/set/+`);

/** @param topic one that matches one of `COMMANDS`, whatever its root. */
export function commandOn(topic: string, payload: string): Command {
  const [branch, device = '', , key = ''] = topic.split('/').slice(-4);
  return { kind: branch === branches.battery ? 'battery' : 'device', device, key, payload };
}

/** Told once: a refusal says nothing to those who were not there. */
export function refusalTopic(
  { kind, device }: Pick<Command, 'kind' | 'device'>,
  refusal: CommandRefusal,
  at: Instant,
): Publication {
  return { topic: `${branches[kind]}/${device}/error`, payload: json({ ...refusal, at: utcTime(at) }), retain: false };
}
