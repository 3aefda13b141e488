import { z } from 'zod';
import type { CommandWords } from '../../messages/command-reader.ts';
import { MOST_ASKED } from '../../messages/demand/most.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import { followed } from '../editor/override.ts';
import type { Member } from '../editor/overview.ts';

/** The commands of MQTT that the page may say. */
const keys = z.enum(['override', 'override_until', 'minutes', 'energy_kwh', 'target_soc', 'ready_by']);

const body = z.strictObject({
  /** Of the config node. */
  site: z.string(),
  id: z.string(),
  set: z.partialRecord(keys, z.string()),
});

/** What a page asks for: commands for a device or a battery of its site. */
export type SwitchQuestion = z.infer<typeof body>;

/** Throws a `MessageError` that names the field which is wrong. */
export const readSwitch = (asked: unknown): SwitchQuestion => parse(body, asked);

/**
 * Has a device or a battery of the site follow the commands, and answers with those that take them back. Throws a `MessageError` that says
 * why it cannot.
 */
export function switchDevice(
  members: readonly Member[],
  { site, id, set }: SwitchQuestion,
): { readonly undo: CommandWords } {
  const device = members
    .filter((member) => member.kind === 'device' || member.kind === 'battery')
    .find((member) => member.id === id && member.site === site);
  const words = Object.fromEntries(
    Object.entries(set).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  if (Number(words.energy_kwh ?? 0) > MOST_ASKED)
    throw new MessageError(`energy_kwh: a number from 0 to ${MOST_ASKED}`);
  if (!device?.state) throw new MessageError(`id: no device ${id} is running`);
  return followed(device.state.command(words));
}
