import type { Instant } from '../../../src/core/time.ts';
import { openBattery } from '../../../src/runtime/battery/open-battery.ts';
import { openDevice } from '../../../src/runtime/device/open-device.ts';
import { openHeartbeat } from '../../../src/runtime/heartbeat.ts';
import { createSite, type Site } from '../../../src/runtime/site.ts';
import { type Keeping, openStore } from '../../../src/runtime/store.ts';
import { manualClock } from '../manual-clock.ts';
import { memoryStore } from '../memory-store.ts';
import { ZONE } from './one-device.ts';

/** What a test opens in each life of the process: it reads whether something is on, and sends messages. */
interface Mortal {
  isOn(): boolean;
  input(payload: object): unknown;
}

export type OpenMortal = (site: Site, keeping: Keeping) => Promise<Mortal>;

export const device =
  (config: Readonly<Record<string, unknown>>): OpenMortal =>
  async (site, keeping) => {
    const running = await openDevice({
      ...{ site, config, owner: { id: 'd1', name: 'Boiler' }, keeping, onNews: () => undefined },
      ...{ onState: () => undefined, onError: fail },
    });
    return { isOn: () => running.input(undefined).switch.on, input: running.input };
  };

/** A battery, or by its `kind` a car, which is on while it is charged by an override. */
export const store =
  (config: Readonly<Record<string, unknown>>): OpenMortal =>
  async (site, keeping) => {
    const running = await openBattery({
      ...{ site, config, owner: { id: 'b1', name: 'Cellar' }, keeping, onNews: () => undefined },
      ...{ onState: () => undefined, onError: fail },
    });
    const isOn = () => {
      running.input({ soc: 30 });
      return running.input(undefined).order.reason === 'override';
    };
    return { isOn, input: running.input };
  };

/** The limit of the grid operator, which is on while it is in force. */
export const gridLimit: OpenMortal = async (site) => ({
  isOn: () => site.grid.dimming() !== undefined,
  input: site.grid.told,
});

function fail(error: unknown): never {
  throw error;
}

/** A process that a power cut kills: it writes nothing any more, and the next one boots on a clock that may be wrong. */
export async function mortalHouse(open: OpenMortal, start: Instant) {
  let texts = new Map<string, string>();
  /** Seconds since the start, by a clock that nobody sets. */
  let elapsed = 0;
  const spans: { readonly start: number; readonly end: number }[] = [];

  async function boot(shows: Instant) {
    texts = new Map(texts);
    const kept = texts;
    const place = (name: string) => ({ context: memoryStore(kept, name) });
    const clock = manualClock(shows);
    const heartbeat = await openHeartbeat(clock, openStore(place('heartbeat')), fail);
    const site = await createSite({
      ...{ clock, timeZone: ZONE, heartbeat: async () => heartbeat, dimming: place('grid') },
    });
    // A grid limit holds no heartbeat itself; a real house has devices that do.
    heartbeat.hold();
    return { clock, mortal: await open(site, place('mortal')) };
  }

  let life = await boot(start);

  return {
    input: (payload: object) => life.mortal.input(payload),
    texts: () => texts,
    /** Lets seconds pass, and looks every so many of them whether the output is on. */
    async pass(seconds: number, every = 10) {
      for (let i = 0; i < seconds; i += every) {
        if (life.mortal.isOn()) spans.push({ start: elapsed, end: elapsed + every });
        await life.clock.advanceBy(every);
        elapsed += every;
      }
    },
    /** A power cut of so many seconds, after which the clock is behind the right time by `behind`. */
    async cut(seconds: number, behind: number) {
      await life.clock.advanceBy(0);
      elapsed += seconds;
      life = await boot(start + elapsed - behind);
    },
    correctClock: () => life.clock.setTo(start + elapsed),
    /** The second at which the output was on last. */
    lastOn: () => spans.at(-1)?.end ?? 0,
    /** The seconds on while the process ran. */
    onSeconds: () => spans.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}
