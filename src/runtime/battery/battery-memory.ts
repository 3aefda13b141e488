import { z } from 'zod';
import { type BatterySettings, storeModes } from '../../messages/battery/settings.ts';
import { parse } from '../../messages/parse.ts';
import { type Battery, modesOf, newBattery } from './battery.ts';
import { byHandLeft, forcedSchema } from './by-hand.ts';

const memory = z.object({
  schema: z.literal(1),
  settings: z.unknown(),
  enabled: z.boolean().nullable(),
  reserveSoc: z.number().nullable(),
  forced: forcedSchema(storeModes),
  overrideUntil: z.union([z.string(), z.number()]).nullable(),
});

/** A battery as a store keeps it: what it was told. How full it is has to be said anew. */
export function batteryMemory(settings: BatterySettings, battery: Battery): object {
  const { enabled, reserveSoc, forced, overrideUntil } = battery;
  return { schema: 1, settings, enabled, reserveSoc, forced, overrideUntil };
}

/** The battery that a store kept; new but for an order by hand where the node's own settings have changed since. Throws a `MessageError`. */
export function readBatteryMemory(kept: unknown, settings: BatterySettings): Battery {
  if (typeof kept === 'object' && kept && 'car' in kept) return newBattery;
  const { schema: _, settings: before, ...told } = parse(memory, kept);
  const isSame = JSON.stringify(before) === JSON.stringify(settings);
  return { ...newBattery, ...(isSame ? told : byHandLeft(told, modesOf(settings))) };
}
