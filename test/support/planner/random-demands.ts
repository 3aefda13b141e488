import fc from 'fast-check';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Horizon, PlanState, PricedSpan, SplitDemand } from '../../../src/planner/types.ts';
import { at } from './planning.ts';
import { type MinuteProblem, minOnLeftOf } from './window/enumeration.ts';

/** Prices in minutes after midnight. */
export function spansOf(prices: readonly (number | null)[]): PricedSpan[] {
  return prices.flatMap((price, i) => (price === null ? [] : [{ start: at(i), end: at(i + 1), price }]));
}

/** Prices minute by minute in blocks of one price: few different ones, so that many are equal; some below zero. */
export function minutePrices(
  length: { min: number; max: number },
  block: number,
  step = 1,
): fc.Arbitrary<(number | null)[]> {
  const price = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: -3, max: 8 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const blocks = fc.array(fc.tuple(fc.integer({ min: 1, max: block }), price), { minLength: 1, maxLength: length.max });
  return blocks
    .map((all) =>
      all.flatMap(([minutes, price]) => Array<number | null>(step * minutes).fill(price)).slice(0, length.max),
    )
    .filter((prices) => prices.length >= length.min && prices.at(-1) !== null);
}

/** A split demand, and the same in minutes for an oracle. */
export interface Case {
  readonly demand: SplitDemand;
  readonly horizon: Horizon;
  readonly state: PlanState;
  readonly problem: MinuteProblem;
}

/** What a split demand may hold beside its need; of more than two, each case draws some. */
type Rule = 'limit' | 'mean limit' | 'also below' | 'tail' | 'runs' | 'pauses' | 'longest pauses' | 'starts';
export const ALL_RULES: readonly Rule[] = ['limit', 'mean limit', 'tail', 'runs', 'pauses', 'longest pauses', 'starts'];

/** What a case may ask for. */
export interface Wishes {
  readonly length: { readonly min: number; readonly max: number };
  readonly block: number;
  readonly rules: readonly Rule[];
  /** Blocks of prices, shortest runs and pauses are multiples of so many minutes. */
  readonly step?: number;
}

/** Minutes of prices before `now`: the interval that is under way. */
const PAST = 3;
const CENT = 10_000;

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const upTo = (max: number) => fc.integer({ min: 0, max });

export function splitCases({ length, block, rules, step = 1 }: Wishes): fc.Arbitrary<Case> {
  const drawn = <T>(rule: Rule, arbitrary: fc.Arbitrary<T>) =>
    rules.includes(rule) ? (rules.length > 2 ? maybe(arbitrary) : arbitrary) : fc.constant(undefined);
  const steps = (rule: Rule, max: number) => drawn(rule, upTo(max)).map((value) => value && value * step);
  const cents = fc.integer({ min: -2, max: 7 });
  return fc
    .record({
      prices: minutePrices({ min: length.min + PAST, max: length.max + PAST }, block, step),
      need: upTo(Math.min(length.max, 120)),
      earliest: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, upTo(3)),
      minOn: steps('runs', 5),
      minOff: steps('pauses', 4),
      slack: steps('longest pauses', 6),
      starts: drawn('starts', upTo(3)),
      limit: drawn('limit', cents),
      meanLimit: drawn('mean limit', cents),
      alsoBelow: drawn('also below', fc.integer({ min: -3, max: 3 })),
      tail: drawn('tail', upTo(4)).map((minutes = 0) => minutes),
      on: fc.boolean(),
      since: upTo(8),
      latest: fc.boolean(),
      standing: fc.array(fc.boolean(), { maxLength: 12 }),
    })
    .map(caseOf);
}

interface Drawn {
  readonly prices: readonly (number | null)[];
  readonly need: number;
  readonly earliest: number;
  readonly minOn: number | undefined;
  readonly minOff: number | undefined;
  readonly slack: number | undefined;
  readonly starts: number | undefined;
  readonly limit: number | undefined;
  readonly meanLimit: number | undefined;
  readonly alsoBelow: number | undefined;
  readonly tail: number;
  readonly on: boolean;
  readonly since: number;
  readonly latest: boolean;
  readonly standing: readonly boolean[];
}

function caseOf(drawn: Drawn): Case {
  const spans = spansOf(drawn.prices.map((price) => price && price / 100)).map((span) => shifted(span, -PAST));
  return { demand: demandOf(drawn), horizon: horizonOf(spans), state: stateOf(drawn), problem: problemOf(drawn) };
}

function demandOf({ minOn, minOff, slack, starts, ...drawn }: Drawn): SplitDemand {
  return {
    shape: 'split',
    need: { minutes: drawn.need, kw: 1 },
    earliest: at(drawn.earliest),
    ...(drawn.tail > 0 && { readyBy: at(drawn.prices.length - PAST), preconditionMinutes: drawn.tail }),
    ...limitOf(drawn),
    ...(drawn.alsoBelow !== undefined && { alsoBelowPrice: drawn.alsoBelow / 100 }),
    ...(minOn !== undefined && { minOnMinutes: minOn }),
    ...(minOff !== undefined && { minOffMinutes: minOff }),
    ...(slack !== undefined && { maxOffMinutes: Math.max(1, (minOff ?? 0) + slack) }),
    ...(starts !== undefined && { maxStarts: starts }),
    prefer: drawn.latest ? 'latest' : 'earliest',
    whenUnknown: 'plan-known',
  };
}

/** One limit; of two, the one on every interval. */
function limitOf({ limit, meanLimit }: Pick<Drawn, 'limit' | 'meanLimit'>): Pick<SplitDemand, 'limit'> {
  if (limit !== undefined) return { limit: { rule: 'interval', price: limit / 100 } };
  return meanLimit === undefined ? {} : { limit: { rule: 'average', price: meanLimit / 100 } };
}

function stateOf({ on, since, standing }: Drawn): PlanState {
  const run = { kw: 1, energyKwh: 0, cost: 0 };
  return {
    output: { on, since: at(-since) },
    delivered: { minutes: 0, starts: 0 },
    standing: standing.flatMap((isOn, minute) => (isOn ? [{ start: at(minute), end: at(minute + 1), ...run }] : [])),
  };
}

function problemOf(drawn: Drawn): MinuteProblem {
  const { earliest, need } = drawn;
  const minOn = leastOf(drawn);
  const { limit } = limitOf(drawn);
  const most = (rule: 'interval' | 'average') =>
    limit?.rule === rule ? Math.round(limit.price * 1e6) : Number.POSITIVE_INFINITY;
  const before =
    earliest === 0
      ? { on: drawn.on, minutes: drawn.since }
      : { on: false, minutes: earliest + (drawn.on ? 0 : drawn.since) };
  const problem = {
    prices: drawn.prices.slice(PAST + earliest).map((price) => price && price * CENT),
    limit: most('interval'),
    meanLimit: most('average'),
    tail: 0,
    minOn,
    minOff: drawn.minOff ?? 0,
    maxOff: drawn.slack === undefined ? Number.POSITIVE_INFINITY : Math.max(1, (drawn.minOff ?? 0) + drawn.slack),
    starts: drawn.starts ?? Number.POSITIVE_INFINITY,
    before,
    latest: drawn.latest,
    standing: drawn.standing.slice(earliest),
  };
  const left = minOnLeftOf(problem);
  const least = need === 0 ? left : Math.max(need, before.on ? left : problem.minOn);
  // What runs right before the deadline is a part of the need.
  const tail = need === 0 ? 0 : Math.min(drawn.tail, least);
  // What is cheap enough to run beyond the need is the cheapest, and so the first to be run for it.
  const cheap = Math.min(problem.limit, problem.meanLimit, (drawn.alsoBelow ?? Number.NEGATIVE_INFINITY) * CENT);
  const beyond = problem.prices
    .slice(0, problem.prices.length - tail)
    .filter((price) => price !== null && price <= cheap);
  return { ...problem, tail, need: Math.max(least, beyond.length + tail) };
}

/** The shortest run; a longest pause alone asks for five minutes, or for an even share of the need in steps of five. */
function leastOf({ minOn = 0, minOff = 0, slack, need }: Drawn): number {
  if (minOn > 0 || slack === undefined) return minOn;
  const pauses = Math.ceil(1440 / Math.max(1, minOff + slack));
  return Math.min(need, Math.max(5, 5 * Math.floor(need / pauses / 5)));
}

function shifted({ start, end, price }: PricedSpan, minutes: number): PricedSpan {
  return { start: start + 60 * minutes, end: end + 60 * minutes, price };
}
