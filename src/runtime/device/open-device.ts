import { z } from 'zod';
import { type CommandRefusal, readCommand } from '../../messages/command.ts';
import { readDemand, readSettings } from '../../messages/demand.ts';
import { parse } from '../../messages/parse.ts';
import { isPrices, readPrices } from '../../messages/prices.ts';
import type { Clock } from '../clock.ts';
import { type Keeping, openStore } from '../store.ts';
import { memoryOf, readMemory } from './device-memory.ts';
import { type News, Switcher } from './switcher.ts';

export interface DeviceOptions {
  /** The device's slug. */
  readonly device: string;
  /** What the dialog saved: the keys of a demand, and `onFailure`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Where the device is remembered. */
  readonly keeping: Keeping;
  readonly clock: Clock;
  /** IANA zone that wall clocks are read in until prices name theirs. */
  readonly timeZone: string;
  readonly onChange: (news: News) => void;
  readonly onError: (error: unknown) => void;
}

/** A device at work: what the node does, without Node-RED. */
export interface RunningDevice {
  /** Prices, a demand, or neither: what is known. A refused input throws and changes nothing. */
  input(payload: object | undefined): News;
  /** An MQTT command. A refused one changes nothing. */
  command(key: string, payload: string): { readonly news: News } | { readonly refusal: CommandRefusal };
  /** Leaves the output as it is; `removed` forgets the device. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

const orders = z.object({ onFailure: z.enum(['run', 'off']).default('run') });

/** Starts the device where a restart has left it. Rejected where the configuration is wrong. */
export async function openDevice({
  device,
  config,
  keeping,
  clock,
  timeZone,
  onChange,
  onError,
}: DeviceOptions): Promise<RunningDevice> {
  const settings = readSettings(config);
  const { onFailure } = parse(orders, { onFailure: config.onFailure || undefined });
  const store = openStore(keeping);
  let kept = Promise.resolve();
  const switcher = new Switcher({
    settings,
    onFailure,
    device,
    clock,
    timeZone,
    // A memory that cannot be read is reported and done without: the device starts as new.
    memory: await store
      .read((kept) => readMemory(kept, settings))
      .catch((error) => {
        onError(error);
        return undefined;
      }),
    onChange,
    onError,
    remember: (state) => {
      kept = store.write(memoryOf(settings, state)).catch(onError);
    },
  });
  switcher.start();
  return {
    input(payload) {
      if (!payload || 'refresh' in payload) return switcher.report();
      return isPrices(payload) ? switcher.price(readPrices(payload)) : switcher.ask(readDemand(payload));
    },
    command(key, payload) {
      const command = readCommand(key, payload);
      if ('refusal' in command) return command;
      try {
        return { news: switcher.ask(command.patch) };
      } catch (error) {
        return { refusal: { key, value: payload, allowed: error instanceof Error ? error.message : String(error) } };
      }
    },
    async close({ removed }) {
      switcher.stop();
      await (removed ? store.remove() : kept);
    },
  };
}
