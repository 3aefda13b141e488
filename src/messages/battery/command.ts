import {
  asSent,
  asSwitch,
  type CommandRefusal,
  type CommandWord,
  type InForce,
  inForceOf,
  numeric,
  readCommandOf,
} from '../command-reader.ts';
import { MOST_MINUTES } from '../demand/most.ts';
import { type BatteryPatch, batteryPatchSchema, storeModes } from './settings.ts';

type BatteryKey = 'soc' | 'enabled' | 'reserveSoc' | 'override' | 'overrideUntil';

const percent = { read: numeric, allowed: 'a number from 0 to 100' };

/** What `battery/<name>/set/<key>` may say. */
const commands: Readonly<Record<string, CommandWord<BatteryKey>>> = {
  soc: { key: 'soc', ...percent },
  enabled: { key: 'enabled', read: asSwitch, allowed: 'ON or OFF' },
  reserve_soc: { key: 'reserveSoc', ...percent },
  override: { key: 'override', read: asSent, allowed: `one of auto, ${storeModes.join(', ')}` },
  override_until: {
    key: 'overrideUntil',
    read: numeric,
    allowed: `1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`,
  },
};

/** An MQTT command as a message to a battery, or why it is none. */
export const readBatteryCommand = (
  key: string,
  payload: string,
): { readonly patch: BatteryPatch } | { readonly refusal: CommandRefusal } =>
  readCommandOf(commands, batteryPatchSchema, key, payload);

/** What is in force of each key that a command may set; `null` where nothing is. */
export const batteryValues = (values: InForce<BatteryKey>) => inForceOf(commands, values);
