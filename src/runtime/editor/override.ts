import { z } from 'zod';
import { storeModes } from '../../messages/battery/settings.ts';
import type { CommandAnswer, CommandRefusal, CommandWords } from '../../messages/command-reader.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import type { Member } from './overview.ts';

/** The end as MQTT takes it: an override that says none has the one that was said last. */
const body = z.strictObject({
  id: z.string(),
  override: z.enum(['auto', 'on', 'off', ...storeModes]),
  override_until: z.string().exactOptional(),
});

/**
 * Does what the body of a request says, `{id, override, override_until}`, and answers with what takes it back. Throws a
 * `MessageError` that says why it cannot.
 */
export function overrideDevice(members: readonly Member[], asked: unknown): { readonly undo: CommandWords } {
  const { id, ...words } = parse(body, asked);
  const member = members
    .filter((each) => each.kind === 'device' || each.kind === 'battery')
    .find((each) => each.id === id);
  if (!member?.state) throw new MessageError(`id: no device ${id} is running`);
  return followed(member.state.command(words));
}

/** What takes commands back that were followed; throws a `MessageError` that says why they were not. */
export function followed(answer: CommandAnswer): { readonly undo: CommandWords } {
  if ('refusal' in answer) throw refused(answer);
  return answer;
}

export const refused = ({ refusal }: { readonly refusal: CommandRefusal }): MessageError =>
  new MessageError(`${refusal.key}: ${refusal.allowed}`);
