import { z } from 'zod';
import { type Instant, isoTimeIn } from '../../core/time.ts';
import type { CommandWords } from '../../messages/command-reader.ts';
import { MOST_ASKED } from '../../messages/demand/most.ts';
import { MessageError, parse } from '../../messages/parse.ts';
import { costsPerKw } from '../../messages/plan.ts';
import type { NeedPreview } from '../battery/preview.ts';
import type { DeviceReport } from '../device/report.ts';
import { followed, refused } from '../editor/override.ts';
import type { BatteryMember, DeviceMember, Member } from '../editor/overview.ts';

/** The commands of MQTT that the page may send, and the one-off need. */
const keys = z.enum(['override', 'override_until', 'minutes', 'energy_kwh', 'target_soc', 'ready_by', 'once']);

const body = z.strictObject({
  /** Of the config node. */
  site: z.string(),
  id: z.string(),
  set: z.partialRecord(keys, z.string()),
  /** The answer is the plan that the commands would lead to; they are not applied. */
  preview: z.literal(true).exactOptional(),
});

/** What a page asks for: commands for a device or a battery of its site. */
export type SwitchQuestion = z.infer<typeof body>;

/** Throws a `MessageError` that names the field which is wrong. */
export const readSwitch = (asked: unknown): SwitchQuestion => parse(body, asked);

/** A preview with times in ISO 8601. */
export interface Preview extends Omit<NeedPreview, 'runs' | 'timeZone'> {
  readonly runs: readonly { readonly start: string; readonly end: string }[];
}

/**
 * Has a device or a battery of the site follow the commands, and answers with those that take them back; or previews them. Throws a
 * `MessageError` that says why it cannot.
 */
export function switchDevice(
  members: readonly Member[],
  { site, id, set, preview }: SwitchQuestion,
): { readonly undo: CommandWords } | { readonly preview: Preview } {
  const device = members
    .filter((member) => member.kind === 'device' || member.kind === 'battery')
    .find((member) => member.id === id && member.site === site);
  const words = Object.fromEntries(
    Object.entries(set).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  if (Number(words.energy_kwh ?? 0) > MOST_ASKED)
    throw new MessageError(`energy_kwh: a number from 0 to ${MOST_ASKED}`);
  if (!device?.state) throw new MessageError(`id: no device ${id} is running`);
  return preview ? { preview: previewed(device, words) } : followed(device.state.command(words));
}

function previewed(device: DeviceMember | BatteryMember, words: CommandWords): Preview {
  const answer = device.state?.preview?.(words);
  if (!answer) throw new MessageError('id: it has no preview');
  if ('refusal' in answer) throw refused(answer);
  const { runs, timeZone, ...rest } = 'plan' in answer ? ofDevice(answer) : answer;
  const iso = (at: Instant) => isoTimeIn(timeZone, at);
  return { ...rest, runs: runs.map(({ start, end }) => ({ start: iso(start), end: iso(end) })) };
}

/** Energy and cost are unknown for a device without a power. */
function ofDevice({ plan, demand }: DeviceReport): NeedPreview {
  const { reason, runs, timeZone, energyKwh, cost, expectedCost = null } = plan;
  const isUnknown = costsPerKw(demand);
  return {
    ...{ reason, runs, timeZone },
    energyKwh: isUnknown ? 0 : energyKwh,
    cost: isUnknown ? null : (cost ?? expectedCost),
  };
}
