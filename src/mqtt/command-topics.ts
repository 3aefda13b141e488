import { type Instant, utcTime } from '../core/time.ts';
import type { CommandRefusal } from '../messages/command.ts';
import { json } from './json.ts';
import type { Publication } from './topics.ts';

/** A command for a device, as it came. */
export interface Command {
  readonly device: string;
  readonly key: string;
  readonly payload: string;
}

/** Every command of a site, below its root. */
export const COMMANDS = 'window/+/set/+';

/** @param topic one that matches `COMMANDS`, whatever its root. */
export function commandOn(topic: string, payload: string): Command {
  const [device = '', , key = ''] = topic.split('/').slice(-3);
  return { device, key, payload };
}

/** Told once: a refusal says nothing to those who were not there. */
export function refusalTopic(device: string, refusal: CommandRefusal, at: Instant): Publication {
  return { topic: `window/${device}/error`, payload: json({ ...refusal, at: utcTime(at) }), retain: false };
}
