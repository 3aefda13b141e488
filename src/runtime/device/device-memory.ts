import { z } from 'zod';
import { quarterOf } from '../../core/vocabulary.ts';
import { type DemandSettings, settingsSchema, toldSchema } from '../../messages/demand/demand.ts';
import { parse } from '../../messages/parse.ts';
import type { Heartbeat } from '../heartbeat.ts';
import { openMemory, type ValueStore } from '../store.ts';
import { type Device, reconfigured } from './device.ts';

const instant = z.number();

const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('complete') }),
  z.object({ kind: z.literal('provisional'), knownUntil: instant, estimatedUntil: instant.exactOptional() }),
  z.object({ kind: z.literal('overrun'), lateMinutes: z.number() }),
  z.object({
    kind: z.literal('short'),
    shortMinutes: z.number(),
    because: z.enum(['price-limit', 'prices-end', 'starts']),
  }),
  z.object({ kind: z.literal('idle'), because: z.enum(['satisfied', 'spread', 'price-limit', 'waiting']) }),
]);

const plan = z.object({
  runs: z.array(
    z.object({ start: instant, end: instant, kw: z.number(), energyKwh: z.number(), cost: z.number().nullable() }),
  ),
  outcome,
  cost: z.number().nullable(),
  baselineCost: z.number().nullable(),
});

const period = z.object({ end: instant, deadline: z.boolean() });
const credit = z.object({
  seconds: z.number(),
  from: instant,
  starts: z.number(),
  correction: z.number(),
  covered: z.number().exactOptional(),
  /** Of later versions than 0.1: what it bought nobody knows. */
  bought: z
    .object({ seconds: z.number(), amount: z.number(), until: instant })
    .default({ seconds: 0, amount: 0, until: 0 }),
  metered: z.object({ share: z.number(), until: instant }).exactOptional(),
  drift: z.number().exactOptional(),
});

const once = z.object({ until: instant, lasting: toldSchema, period: period.nullable(), correction: z.number() });

const device: z.ZodType<Device> = z.object({
  born: instant,
  changed: z.object({ at: instant, seconds: z.number() }).exactOptional(),
  told: toldSchema,
  /** Of later versions than 0.2, as the other `once` is. */
  once: once.exactOptional(),
  overrideUntil: z.union([z.string(), z.number()]).nullable(),
  override: z.object({ on: z.boolean(), until: instant, latest: instant.exactOptional() }).nullable(),
  timeZone: z.string(),
  period: period.nullable(),
  credit,
  /** Of later versions than 0.1, as `seen` is. */
  other: z
    .object({ period, credit, told: toldSchema.exactOptional(), once: once.exactOptional() })
    .nullable()
    .default(null),
  /** Left out by version 0.2 and earlier. */
  reported: z.object({ soc: z.number(), step: z.number() }).exactOptional(),
  connected: z.boolean().exactOptional(),
  output: z.object({ on: z.boolean(), since: instant }).nullable(),
  planned: z.boolean(),
  standing: z
    .object({
      plan,
      reason: z.string(),
      from: instant,
      review: instant.nullable(),
      limitCost: z.number().exactOptional(),
      solarKwh: z.number().exactOptional(),
    })
    .nullable(),
  /** Of later versions than 0.2. */
  offBy: z.array(z.object({ need: z.string(), at: instant, until: instant.nullable() })).exactOptional(),
  seen: instant.default(0),
  resumed: z.object({ lag: z.number(), until: instant }).exactOptional(),
});

const memory = z.object({
  schema: z.literal(1),
  settings: settingsSchema,
  device,
  resumedFrom: instant.exactOptional(),
});

/** The memory of one device over a restart. */
export interface DeviceMemory {
  /** The device as it was; left out where it starts as new. */
  readonly device: Device | undefined;
  remember(device: Device): void;
  /** Waits until all is written; `removed` forgets the device. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

/**
 * @param settings of the node.
 * @param onError hears of a memory that cannot be read or written: it is done without.
 */
export async function openDeviceMemory(
  store: ValueStore,
  settings: DemandSettings,
  heartbeat: Pick<Heartbeat, 'lastSeen' | 'stamp'>,
  onError: (error: unknown) => void,
): Promise<DeviceMemory> {
  /** As it is stored; left out before the first write and after one that failed, so that the next change is written again. */
  let essence: string | undefined;
  let write = () => {};
  const memory = await openMemory(
    store,
    (kept) => readMemory(kept, settings, heartbeat),
    (error) => {
      essence = undefined;
      onError(error);
    },
  );
  return {
    device: memory.kept,
    remember(device) {
      const { resumedFrom } = heartbeat.stamp();
      const stamp = resumedFrom !== undefined && { resumedFrom };
      write = () => memory.keep({ ...memoryOf(settings, device), ...stamp });
      const present = JSON.stringify(essenceOf(device));
      if (present === essence) return;
      essence = present;
      write();
    },
    close({ removed }) {
      if (!removed) write();
      return memory.close({ removed });
    },
  };
}

/**
 * The device without what a restart works out again: when it was last seen, what its meter reported, what its runs have cost so far,
 * and how good its plan is. These change with every minute, and an SD card wears out by writing. What a meter counts is written once
 * per quarter hour.
 */
function essenceOf({ seen: _, measured: _m, credit: { bought: _b, ...credit }, standing, ...device }: Device): object {
  const { seconds: _s, from, metered, drift: _d, ...rest } = credit;
  const progress = metered ? { ...rest, quarter: quarterOf(from) } : credit;
  const runs = standing?.plan.runs.map(({ start, end, cost }) => [start, end, cost !== null]);
  return { ...device, progress, plan: standing && [standing.reason, standing.review, runs] };
}

/** Far more than a device switches before prices come and it plans again; so many need less than 40 kB. */
const MOST_RUNS = 200;

/** A device beside the settings of its node, as a store keeps it. */
export function memoryOf(settings: DemandSettings, device: Device): object {
  const { standing } = device;
  if (!standing || standing.plan.runs.length <= MOST_RUNS) return { schema: 1, settings, device };
  const plan = { ...standing.plan, runs: standing.plan.runs.slice(0, MOST_RUNS) };
  return { schema: 1, settings, device: { ...device, standing: { ...standing, plan } } };
}

/**
 * The device that a store kept. What messages had told it, but for an override that stands, is forgotten where the node's own
 * settings have changed since. It was last seen at the last heartbeat. Throws a `MessageError` on what no version of ours has written.
 */
export function readMemory(kept: unknown, settings: DemandSettings, heartbeat?: Pick<Heartbeat, 'lastSeen'>): Device {
  const { settings: before, device, ...stamp } = parse(memory, kept);
  const present = JSON.stringify(before) === JSON.stringify(settings) ? device : reconfigured(device);
  return { ...present, seen: heartbeat?.lastSeen({ ...stamp, at: device.seen }) ?? device.seen };
}
