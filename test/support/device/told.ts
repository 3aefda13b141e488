import fc from 'fast-check';
import type { Instant } from '../../../src/core/time.ts';
import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import type { PricedSpan } from '../../../src/planner/types.ts';
import { at, setUp, ZONE } from './one-device.ts';

/** Minutes after 18:00. */
const AFTERNOON = '2026-01-15 17:00';
const BEGIN = at('2026-01-15 18:00');
const instant = (minute: number): Instant => BEGIN + 60 * minute;
const utc = (minute: number) => new Date(1000 * instant(minute)).toISOString();

/** A demand and the prices of an evening, in stretches of so many minutes; `null` is a gap. */
export interface Evening {
  readonly demand: DemandPatch;
  readonly prices: readonly (readonly [minutes: number, price: number | null])[];
  /** The minutes at which more prices are published, and up to which they reach; left out, all are there from the first. */
  readonly published?: readonly (readonly [at: number, until: number])[];
  /** Prices as they are expected, in the same stretches. */
  readonly forecast?: Evening['prices'];
}

/** The minute at which an evening's deadline is. */
export const deadlineOf = ({ demand }: Evening) => (Date.parse(demand.readyBy ?? '') / 1000 - BEGIN) / 60;

/**
 * How often a device is told what it needs: `once`, again every so many minutes, or each minute only the prices, or something
 * that has its plan made anew and changes nothing of what it needs.
 */
export type Telling = 'once' | 'prices' | 'anew' | number;

function spansOf(prices: Evening['prices']): PricedSpan[] {
  let minute = 0;
  return prices.flatMap(([minutes, price]) => {
    const start = instant(minute);
    minute += minutes;
    return price === null ? [] : [{ start, end: instant(minute), price }];
  });
}

/** The stretches in which the relay is on, in minutes after the beginning, and what the first plan said. */
export async function lived(evening: Evening, telling: Telling, until: number) {
  const { published = [], forecast } = evening;
  const pricesAt = (minute: number) => {
    const [, until = Number.POSITIVE_INFINITY] = published.findLast(([at]) => at <= minute) ?? [];
    const spans = spansOf(evening.prices).filter(({ start }) => start < instant(until));
    return { spans, timeZone: ZONE, ...(forecast && { forecast: spansOf(forecast) }) };
  };
  const house = setUp({ now: AFTERNOON, settings: {}, prices: pricesAt(0) });
  await house.clock.advanceTo(BEGIN);
  const tell = (patch: DemandPatch) => {
    try {
      house.ask(patch);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
    }
  };
  house.ask(evening.demand);
  const { plan } = house.report();
  const step = telling === 'once' ? until : typeof telling === 'number' ? telling : 1;
  for (let minute = 1; minute < until; minute++) {
    const isNews = published.some(([at]) => at === minute);
    if (minute % step !== 0 && !isNews) continue;
    await house.clock.advanceTo(instant(minute));
    if (telling === 'prices' || isNews) house.price(pricesAt(minute));
    else tell(telling === 'anew' ? { overrideUntil: 1 + (minute % 2) } : evening.demand);
  }
  await house.clock.advanceTo(instant(until));
  const runs: [number, number][] = [];
  for (const { at, on } of house.relay) {
    const minute = (at - BEGIN) / 60;
    const last = runs.at(-1);
    if (on) runs.push([minute, until]);
    else if (last && last[1] === until) last[1] = minute;
  }
  return { runs, reason: plan.reason, errors: house.errors };
}

export const minutesOf = (runs: readonly (readonly [number, number])[], until = Number.POSITIVE_INFINITY) =>
  runs.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, until) - start), 0);

/** What has been paid per kWh; `undefined` where nothing is or a price is unknown. */
export function meanOf(evening: Evening, runs: readonly (readonly [number, number])[]): number | undefined {
  const spans = spansOf(evening.prices);
  let sum = 0;
  for (const [from, until] of runs)
    for (let minute = from; minute < until; minute++)
      sum += spans.find(({ start, end }) => start <= instant(minute) && instant(minute) < end)?.price ?? Number.NaN;
  return Number.isNaN(sum) || runs.length === 0 ? undefined : sum / minutesOf(runs);
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const upTo = (max: number) => fc.integer({ min: 1, max });

/** Evenings of up to three hours with gaps, limits, preconditions and every rule of switching. */
export const evenings: fc.Arbitrary<Evening> = fc
  .record({
    prices: fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: -2, max: 8 }) },
          { weight: 2, arbitrary: fc.constant(null) },
        ),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    minutes: upTo(90),
    deadline: maybe(upTo(170)),
    shape: fc.constantFrom('contiguous' as const, 'split' as const),
    limit: maybe(fc.tuple(fc.integer({ min: -1, max: 7 }), fc.constantFrom('interval' as const, 'average' as const))),
    minOnMinutes: maybe(upTo(30)),
    minOffMinutes: maybe(upTo(20)),
    slack: maybe(upTo(40)),
    maxStarts: maybe(upTo(3)),
    preconditionMinutes: maybe(upTo(40)),
    prefer: fc.constantFrom('earliest' as const, 'latest' as const),
    whenUnknown: maybe(
      fc.constantFrom('estimate' as const, 'plan-known' as const, 'wait' as const, 'shortfall-now' as const),
    ),
  })
  .map(({ prices, deadline, limit, minOnMinutes, minOffMinutes, slack, maxStarts, preconditionMinutes, ...rest }) => {
    const { minutes, shape, prefer, whenUnknown } = rest;
    const pieces = {
      minOnMinutes,
      minOffMinutes,
      maxOffMinutes: slack === undefined ? undefined : (minOffMinutes ?? 0) + slack,
      maxStarts,
      preconditionMinutes,
    };
    const given = {
      minutes,
      shape,
      prefer,
      whenUnknown,
      readyBy: deadline === undefined ? undefined : utc(deadline),
      ...(limit && { maxPrice: limit[0] / 100, maxPriceRule: limit[1] }),
      ...(shape === 'split' ? pieces : {}),
    };
    const demand = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return {
      demand,
      prices: prices.map(([minutes, cents]) => [minutes, cents === null ? null : cents / 100] as const),
    };
  });
