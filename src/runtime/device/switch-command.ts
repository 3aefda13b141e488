import { z } from 'zod';
import { parse } from '../../messages/parse.ts';
import { isTopic, TOPIC_FORM } from '../../mqtt/sendable.ts';
import type { SwitchCommand } from '../../mqtt/window-topics.ts';

const MOST_CHARACTERS = 1024;

const schema = z.object({
  commandTopic: z
    .string()
    .trim()
    .max(MOST_CHARACTERS)
    .refine((topic) => topic === '' || isTopic(topic), `expected ${TOPIC_FORM}`)
    .default(''),
  commandOn: z.string().default('ON'),
  commandOff: z.string().default('OFF'),
});

/** The topic of the user's own that a device's dialog names, if any. Throws a `MessageError`. */
export function switchCommand(config: object): SwitchCommand | undefined {
  const { commandTopic: topic, commandOn: on, commandOff: off } = parse(schema, config);
  return topic === '' ? undefined : { topic, on, off };
}
