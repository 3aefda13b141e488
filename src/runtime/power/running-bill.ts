import { z } from 'zod';
import type { MeterReading } from '../../core/series.ts';
import { HOUR_SECONDS, type Instant } from '../../core/time.ts';
import type { CommandRefusal } from '../../messages/command-reader.ts';
import type { BillReport } from '../../messages/grid/bill-report.ts';
import { type CounterPatch, readCounterCommand } from '../../messages/grid/counters.ts';
import { parse } from '../../messages/parse.ts';
import type { CausedCost } from '../../pricing/bill/caused-costs.ts';
import type { MarginalPrice } from '../../pricing/bill/marginal-prices.ts';
import type { Clock } from '../clock.ts';
import { type Keeping, openMemory, openStore } from '../store.ts';
import { countedUntil, type MeteredCounter, newCounter, packedReadings, unpackedReadings } from './meter-counters.ts';

/** The metered energy of the month. */
export interface MonthReadings {
  readonly consumption: readonly MeterReading[];
  readonly feedIn: readonly MeterReading[];
  /** The energy of each device. */
  readonly devices?: ReadonlyMap<string, readonly MeterReading[]>;
  /** Prices of one more kWh are needed too. */
  readonly marginal?: boolean;
}

/** The prices of one more kWh with a contract, by quarter hours. */
export interface BillPrices {
  readonly contract: string;
  readonly prices: readonly MarginalPrice[];
}

/** The bill of the month, with the cost of each device. */
export interface MonthBill extends BillReport {
  readonly devices?: ReadonlyMap<string, CausedCost>;
  readonly marginal?: BillPrices;
}

/** A device whose cost the bill contains. */
interface BilledDevice {
  readonly energies: () => readonly MeterReading[];
  /** Called after each bill. */
  readonly billed: (cost: CausedCost) => void;
}

/** Prices of one more kWh that change with each bill. */
export interface FollowedPrices {
  /** Nothing before the first bill. */
  readonly latest: BillPrices | undefined;
  /** Calculates the bill soon, as there are new prices. */
  renew(): void;
  stop(): void;
}

/** The part of a site that receives the counters of its meter. */
export interface RunningBill {
  counted(patch: CounterPatch): void;
  /** Follows the prices of one more kWh. */
  followPrices(onChange: () => void): FollowedPrices;
  /** Adds a device until the returned function is called. */
  join(id: string, device: BilledDevice): () => void;
  /** Follows an MQTT command, or returns the reason for its refusal. */
  follow(key: string, payload: string): CommandRefusal | undefined;
  close(options: { readonly removed: boolean }): Promise<void>;
}

export interface RunningBillOptions {
  readonly clock: Clock;
  readonly timeZone: string;
  readonly keeping: Keeping | undefined;
  /** Left out, the site has no contract: the counters are kept, and there is no bill. */
  readonly calculate: ((readings: MonthReadings, now: Instant) => Promise<MonthBill | undefined>) | undefined;
  readonly onBill: (report: BillReport) => void;
  readonly onError: (error: Error) => void;
}

/** Seconds after a full hour, when the counters of that hour have arrived. */
const AFTER_HOUR = 120;
/** Seconds after the first counters. */
const SOON = 5;
const NO_CONTRACT =
  'there is no bill of this month: choose your contract in the dialog of the site, with the service in Node-RED; the counters are kept';
/** Two counters by quarter hours over a month. */
const MAX_BYTES = 150_000;

const afterHour = (now: Instant): Instant =>
  (Math.floor((now - AFTER_HOUR) / HOUR_SECONDS) + 1) * HOUR_SECONDS + AFTER_HOUR;

const counter = z.object({
  last: z.object({ at: z.number(), kWh: z.number() }).optional(),
  readings: z.array(z.array(z.number())),
});
const countersMemory = z.object({ schema: z.literal(1), import: counter, export: counter });

const readCounter = ({ last, readings }: z.infer<typeof counter>): MeteredCounter => ({
  last,
  readings: unpackedReadings(readings),
});

/** Meters the month by counters, and calculates its bill every hour. The counters are kept over a restart. */
export async function openRunningBill(options: RunningBillOptions): Promise<RunningBill> {
  const { clock, timeZone, keeping, calculate, onBill, onError } = options;
  const { kept, keep, close } = await openMemory(
    openStore(keeping, MAX_BYTES),
    (value) => parse(countersMemory, value),
    onError,
  );
  let state = kept
    ? { import: readCounter(kept.import), export: readCounter(kept.export) }
    : { import: newCounter, export: newCounter };
  const devices = new Map<string, BilledDevice>();
  const followers = new Set<() => void>();
  let latest: BillPrices | undefined;
  let failed = '';
  let cancel = () => {};
  let isClosed = false;
  let isArmed = false;
  let isBilled = false;

  async function bill(): Promise<void> {
    try {
      const now = clock.now();
      const metered = { consumption: state.import.readings, feedIn: state.export.readings };
      const energies = new Map([...devices].map(([id, device]) => [id, device.energies()] as const));
      for (const [id, { length }] of energies) if (length === 0) energies.delete(id);
      const found = await calculate?.({ ...metered, devices: energies, marginal: followers.size > 0 }, now);
      if (!found) throw new Error(NO_CONTRACT);
      if (isClosed) return;
      const { devices: costs = new Map(), marginal, ...report } = found;
      onBill(report);
      for (const [id, cost] of costs) devices.get(id)?.billed(cost);
      latest = marginal;
      if (latest) for (const onChange of followers) onChange();
      failed = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== failed && !isClosed) onError(error as Error);
      failed = message;
    }
  }

  function save(): void {
    const stored = ({ last, readings }: MeteredCounter) => ({
      ...(last && { last }),
      readings: packedReadings(readings),
    });
    keep({ schema: 1, import: stored(state.import), export: stored(state.export) });
  }

  const hasReadings = () => state.import.readings.length > 0;

  function arm(at: Instant): void {
    cancel();
    isArmed = true;
    cancel = clock.alarm(at, () => {
      save();
      isBilled ||= hasReadings();
      // Silent counters make a bill incomplete.
      if (isBilled) void bill();
      arm(afterHour(clock.now()));
    });
  }

  function counted({ importKwh, exportKwh }: CounterPatch): void {
    const now = clock.now();
    const isNew = !hasReadings();
    state = {
      import: importKwh === undefined ? state.import : countedUntil(state.import, importKwh, now, timeZone),
      export: exportKwh === undefined ? state.export : countedUntil(state.export, exportKwh, now, timeZone),
    };
    if (isNew && hasReadings()) arm(now + SOON);
    else if (!isArmed) arm(afterHour(now));
  }

  if (state.import.last) arm(clock.now() + SOON);
  return {
    counted,
    followPrices(onChange) {
      // A follower of its own for each call.
      const follower = () => onChange();
      followers.add(follower);
      const renew = () => {
        if (hasReadings()) arm(clock.now() + SOON);
      };
      renew();
      return {
        get latest() {
          return latest;
        },
        renew,
        stop: () => followers.delete(follower),
      };
    },
    join(id, device) {
      devices.set(id, device);
      return () => {
        if (devices.get(id) === device) devices.delete(id);
      };
    },
    follow(key, payload) {
      const command = readCounterCommand(key, payload);
      if ('refusal' in command) return command.refusal;
      counted(command.patch);
      return undefined;
    },
    async close({ removed }) {
      isClosed = true;
      cancel();
      if (!removed && (state.import.last || state.export.last)) save();
      await close({ removed });
    },
  };
}
