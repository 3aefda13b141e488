import { z } from 'zod';
import { instantOf, isoText } from '../iso.ts';
import type { PowerSpan } from './quarters.ts';

/** Of the year 9999: what is later was told in milliseconds. */
const LAST_SECOND = 253_402_300_799;

const values = z.array(z.number().nullable()).max(3000).optional();
const block = z.object({
  time: z.array(z.union([z.int().min(0).max(LAST_SECOND, 'expected UNIX seconds'), z.string()])).min(2),
  /** W/m2, the mean up to the stamp. */
  global_tilted_irradiance: values,
  /** At the stamp. */
  global_tilted_irradiance_instant: values,
  temperature_2m: values,
});

type Block = z.infer<typeof block>;

/** What a module loses for each K above the 25 °C that its peak power is measured at. */
const PER_KELVIN = -0.004;
/** K above the air for each W/m2, on a roof. */
const WARMING = 0.0342;

/** https://open-meteo.com: the irradiance of a tilted plane as the power of a roof of `peakKw`. */
export const openMeteoForm = (peakKw: number | undefined) =>
  z
    .object({ utc_offset_seconds: z.int().default(0), minutely_15: block.optional(), hourly: block.optional() })
    .transform(({ utc_offset_seconds: offset, minutely_15, hourly }, context): PowerSpan[][] => {
      const { time, temperature_2m, ...irradiance }: Block = minutely_15 ?? hourly ?? { time: [] };
      const { global_tilted_irradiance: mean, global_tilted_irradiance_instant: instant } = irradiance;
      const told = mean ?? instant;
      const refuse = (text: string) => {
        context.addIssue(text);
        return z.NEVER;
      };
      if (!told) return refuse('global_tilted_irradiance: ask for it, with tilt and azimuth');
      if (peakKw === undefined) return refuse('Open-Meteo tells the irradiance: type in the peak power of the roof');
      const stamps = time.map((stamp) => {
        if (typeof stamp === 'number') return stamp;
        const { data } = isoText.safeParse(`${stamp}Z`);
        return offset === 0 && data !== undefined ? instantOf(data) : Number.NaN;
      });
      if (stamps.some(Number.isNaN)) return refuse('time: ask for timeformat=unixtime, as stamps have no offset');
      const step = (stamps[1] ?? 0) - (stamps[0] ?? 0);
      // The last ones may not be there yet.
      const known = told.findLastIndex((value) => value !== null) + 1;
      if (known === 0) return refuse('global_tilted_irradiance: holds no value');
      return [
        stamps.slice(0, known).map((stamp, i) => {
          const start = mean ? stamp - step : stamp;
          return { start, end: start + step, kw: peakKw * efficiency(told[i] ?? 0, temperature_2m?.[i] ?? undefined) };
        }),
      ];
    });

/** The share of its peak power that a module gives. */
function efficiency(irradiance: number, celsius = 25 - WARMING * irradiance): number {
  return (irradiance / 1000) * (1 + PER_KELVIN * (celsius + WARMING * irradiance - 25));
}
