import {
  asSent,
  asSwitch,
  type CommandRefusal,
  type CommandWord,
  inForceOf,
  numeric,
  onceText,
  onceWord,
  readCommandOf,
} from './command-reader.ts';
import { type DemandPatch, demandPatchSchema, MOST_ENERGY, MOST_MEASURED } from './demand/demand.ts';
import { MOST_MINUTES } from './demand/most.ts';
import { TIME_FORMS } from './demand/week.ts';

type CommandKey =
  | 'energyKwh'
  | 'minutes'
  | 'readyBy'
  | 'enabled'
  | 'override'
  | 'overrideUntil'
  | 'maxPrice'
  | 'soc'
  | 'targetSoc'
  | 'connected'
  | 'measuredKw'
  | 'measuredKwh';

const percent = { read: numeric, allowed: 'a number from 0 to 100' };
const energy = { read: numeric, allowed: `a number from 0 to ${MOST_ENERGY}` };

/** What `window/<device>/set/<key>` may say, by key; an empty payload forgets the key. */
const commands: Readonly<Record<string, CommandWord<CommandKey>>> = {
  energy_kwh: { key: 'energyKwh', ...energy },
  minutes: { key: 'minutes', read: numeric, allowed: 'a whole number of at least 0' },
  ready_by: { key: 'readyBy', read: asSent, allowed: TIME_FORMS },
  enabled: { key: 'enabled', read: asSwitch, allowed: 'ON or OFF' },
  override: { key: 'override', read: asSent, allowed: 'auto, on or off' },
  override_until: {
    key: 'overrideUntil',
    read: numeric,
    allowed: `1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`,
  },
  max_price: { key: 'maxPrice', read: numeric, allowed: 'a number, or percent of the mean of each day, as 80 %' },
  soc: { key: 'soc', ...percent },
  target_soc: { key: 'targetSoc', ...percent },
  connected: { key: 'connected', read: asSwitch, allowed: 'ON or OFF' },
  power_kw: { key: 'measuredKw', read: numeric, allowed: `kW, a number from 0 to ${MOST_MEASURED}` },
  measured_kwh: { key: 'measuredKwh', ...energy },
};

/** An MQTT command as a change of the demand, or why it is none. */
export const readCommand = (
  key: string,
  payload: string,
): { readonly patch: DemandPatch } | { readonly refusal: CommandRefusal } =>
  readCommandOf(commands, demandPatchSchema, key, payload);

const requests = { ...commands, once: onceWord };

/** A request of the household's page, which has all commands of MQTT and `once`. */
export const readRequest = (
  key: string,
  payload: string,
): { readonly patch: DemandPatch } | { readonly refusal: CommandRefusal } =>
  readCommandOf(requests, demandPatchSchema, key, payload);

/** The value in `demand` for each key of such a request; `null` where it has none. */
export const requestValues = (demand: DemandPatch) => inForceOf(requests, { ...demand, once: onceText(demand.once) });

/** What `demand` holds of each key that a command may set; `null` where it holds nothing. */
export const commandValues = ({ once: _, ...demand }: DemandPatch) => inForceOf(commands, demand);
