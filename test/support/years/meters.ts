import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import type { Life } from './life.ts';
import { type DeviceName, needs } from './needs.ts';
import { MINUTE } from './sight.ts';

const HOUR = 3600;
/** Seconds after which a meter says again what its device takes. */
const EVERY = 10 * MINUTE;

/** The devices that have meters: one says a power, the other how much it has been in all. */
export const meteredNames = ['car', 'boiler'] as const satisfies readonly DeviceName[];
export type MeteredName = (typeof meteredNames)[number];

/** A device as it is, whatever anybody knows of it, and its meter. */
export interface Meter {
  /** What the device takes while it is on. */
  kw: number;
  kwh: number;
  speaks: boolean;
  next: number;
  saidOn: boolean;
}

/** @param now seconds that nobody sets. */
export function createMeters(now: () => number) {
  const fresh = (name: MeteredName): Meter => ({
    ...{ kw: needs[name].powerKw, kwh: 0, speaks: true, next: 0, saidOn: false },
  });
  const meters: Readonly<Record<MeteredName, Meter>> = { car: fresh('car'), boiler: fresh('boiler') };
  const isOn = (life: Life | undefined, name: MeteredName) => life?.report(name)?.switch.on ?? false;
  const isDue = (life: Life, name: MeteredName) => {
    const { speaks, next, saidOn } = meters[name];
    return speaks && (isOn(life, name) !== saidOn || (saidOn && now() >= next));
  };
  return {
    change: (name: MeteredName, change: Partial<Pick<Meter, 'kw' | 'kwh' | 'speaks'>>) => {
      Object.assign(meters[name], change, { next: 0 });
    },
    /** Seconds until one speaks; a process that is gone is not waited for. */
    patience: (life: Life | undefined): number =>
      Math.min(
        ...meteredNames.map((name) =>
          life && meters[name].speaks && meters[name].saidOn
            ? Math.max(1, meters[name].next - now())
            : Number.POSITIVE_INFINITY,
        ),
      ),
    count(life: Life | undefined, seconds: number) {
      for (const name of meteredNames) if (isOn(life, name)) meters[name].kwh += (meters[name].kw * seconds) / HOUR;
    },
    /** Those speak that have something to say. */
    speak(life: Life, told: (name: MeteredName, patch: DemandPatch) => void) {
      for (const name of meteredNames.filter((name) => isDue(life, name))) {
        const meter = meters[name];
        Object.assign(meter, { saidOn: isOn(life, name), next: now() + EVERY });
        told(name, name === 'car' ? { measuredKw: meter.saidOn ? meter.kw : 0 } : { measuredKwh: meter.kwh });
      }
    },
  };
}
