import { z } from 'zod';
import { type CarSettings, carModes } from '../../messages/battery/car.ts';
import { parse } from '../../messages/parse.ts';
import { byHandLeft, forcedSchema } from './by-hand.ts';
import { type Car, newCar } from './car.ts';

const instant = z.number().nullable();

const need = {
  targetSoc: z.number().nullable(),
  energyKwh: z.number().nullable(),
  readyBy: z.string().nullable(),
};

const car: z.ZodType<Car> = z.object({
  enabled: z.boolean().nullable(),
  ...need,
  /** Left out by version 0.2 and earlier. */
  lasting: z.object(need).nullable().default(null),
  forced: forcedSchema(carModes),
  overrideUntil: z.union([z.string(), z.number()]).nullable(),
  connected: z.boolean().nullable(),
  kwh: z.number(),
  saidAt: instant,
  /** Left out by version 0.2 and earlier, as `counts` is. */
  reported: z.object({ soc: z.number(), step: z.number() }).nullable().default(null),
  countedTo: instant,
  counts: z.array(z.object({ at: z.number(), kwh: z.number() })).default([]),
  measured: z.object({ kw: z.number(), at: z.number() }).nullable(),
  /** Left out by version 0.2 and earlier. */
  maxKw: z.number().nullable().default(null),
  ordered: z.object({ kw: z.number(), until: z.number(), byPlan: z.boolean() }).nullable(),
  by: instant,
});

/** Where the node was a battery before, it begins anew. */
const memory = z.object({ schema: z.literal(1), settings: z.unknown(), car: car.default(newCar) });

/** A car as a store keeps it. */
export const carMemory = (settings: CarSettings, car: Car): object => ({ schema: 1, settings, car });

/** The car that a store kept; where the node's own settings have changed since, only what is known of it and an order by hand. Throws a `MessageError`. */
export function readCarMemory(kept: unknown, settings: CarSettings): Car {
  const { settings: before, car: told } = parse(memory, kept);
  if (JSON.stringify(before) === JSON.stringify(settings)) return told;
  const { connected, kwh, saidAt, countedTo, ordered } = told;
  const hand = byHandLeft(told, carModes);
  return { ...newCar, ...hand, connected, kwh: Math.min(kwh, settings.capacityKwh), saidAt, countedTo, ordered };
}
