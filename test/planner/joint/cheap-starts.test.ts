import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blocked } from '../../../src/planner/bounds.ts';
import { cheapStarts } from '../../../src/planner/joint/cheap-starts.ts';
import type { ContiguousDemand, Phase, Terms } from '../../../src/planner/types.ts';
import { lawCases } from '../../support/cases.ts';
import { at, hours, minuteOf, phased, priced } from '../../support/planner/planning.ts';

const free: Blocked = () => [];
const minute = (m: number) => at(m) / 60;

interface Question {
  readonly prices: readonly (number | null)[];
  readonly phases: readonly [Phase, ...Phase[]];
  readonly most: number;
  readonly terms?: Partial<Terms>;
  readonly blocked?: Blocked;
}

/** The starts in minutes after midnight, for hours from there at so much a kWh whatever the power. */
function startsFor({ prices, phases, most, terms = {}, blocked = free }: Question): number[] {
  const horizon = hours(...prices);
  const demand = phased(phases, terms) as ContiguousDemand;
  const slots = priced(
    60,
    prices.map((price) => price ?? 0),
  );
  return cheapStarts(demand, phases, () => horizon, blocked, slots, most).map((start) => minuteOf(60 * start));
}

const oneHour: readonly [Phase] = [{ minutes: 60, kw: 1 }];
const washing: readonly [Phase, ...Phase[]] = [
  { minutes: 30, kw: 2 },
  { minutes: 30, kw: 0.1 },
];

describe('starts that are worth a try', () => {
  it.each<[string, Question, number[]]>([
    ['are the cheapest first', { prices: [0.4, 0.1, 0.3, 0.2], phases: oneHour, most: 3 }, [60, 180, 120]],
    ['are as many as are asked for', { prices: [0.4, 0.1, 0.3, 0.2], phases: oneHour, most: 1 }, [60]],
    ['are the earliest of equals', { prices: [0.2, 0.2, 0.2], phases: oneHour, most: 2 }, [0, 60]],
    ['are no more than there are', { prices: [0.2, 0.3], phases: oneHour, most: 9 }, [0, 60]],
    [
      'begin no sooner than they may',
      { prices: [0.1, 0.2, 0.3], phases: oneHour, most: 9, terms: { earliest: at(20) } },
      [20, 60, 120],
    ],
    [
      'are over in time',
      { prices: [0.4, 0.3, 0.2, 0.1], phases: oneHour, most: 9, terms: { readyBy: at(170) } },
      [60, 0],
    ],
    [
      'begin at once where there is just time',
      { prices: [0.3], phases: oneHour, most: 9, terms: { readyBy: at(60) } },
      [0],
    ],
    [
      'end with the last price, with a phase of no minutes after it',
      { prices: [0.4, 0.3, 0.1], phases: [...oneHour, { minutes: 0, kw: 9 }], most: 1 },
      [120],
    ],
    [
      'are none where no time is long enough',
      { prices: [0.4, 0.3], phases: oneHour, most: 9, terms: { readyBy: at(59) } },
      [],
    ],
    ['need prices all the way', { prices: [0.4, null, 0.3, 0.2], phases: oneHour, most: 9 }, [180, 120, 0]],
    [
      'need room all the way',
      { prices: [0.4, 0.1, 0.3], phases: oneHour, most: 9, blocked: () => [{ from: minute(70), until: minute(90) }] },
      [120, 0],
    ],
    [
      'touch what is taken',
      { prices: [0.4, 0.1, 0.3], phases: oneHour, most: 9, blocked: () => [{ from: minute(60), until: minute(120) }] },
      [120, 0],
    ],
    [
      'need room for each phase by its own power',
      {
        ...{ prices: [0.1, 0.1, 0.2], phases: washing, most: 1 },
        blocked: (kw) => (kw > 1 ? [{ from: minute(0), until: minute(60) }] : []),
      },
      [60],
    ],
    [
      'begin so that the stronger phase ends with the cheap hour',
      { prices: [0.4, 0.1, 0.4], phases: washing, most: 1 },
      [60],
    ],
    [
      'begin so that the stronger phase begins with it',
      { prices: [0.4, 0.1, 0.4], phases: [washing[1] as Phase, washing[0] as Phase], most: 1 },
      [60],
    ],
    [
      'are as cheap whatever a phase of no minutes takes',
      { prices: [0.4, 0.1, 0.3], phases: [{ minutes: 0, kw: 9 }, ...oneHour], most: 2 },
      [60, 120],
    ],
  ])('%s', (_, question, starts) => {
    expect(startsFor(question)).toEqual(starts);
  });

  it('pay each phase at the price of its own power', () => {
    const [cheapFirst, cheapLast] = [hours(0.1, 0.1, 0.9), hours(0.9, 0.1, 0.1)];
    const demand = phased(washing) as ContiguousDemand;
    const slots = priced(60, [0, 0, 0]);
    const found = (strong: typeof cheapFirst, weak: typeof cheapFirst) =>
      cheapStarts(demand, washing, (kw) => (kw === 2 ? strong : weak), free, slots, 1).map((start) =>
        minuteOf(60 * start),
      );
    expect([found(cheapFirst, cheapLast), found(cheapLast, cheapFirst)]).toEqual([[30], [60]]);
    expect(found(hours(0.1, 0.9, 0.9), cheapLast)).toEqual([30]);
  });

  it('are those that all starts minute by minute tell, each half an hour from those before it', () => {
    const phase = fc.record({ minutes: fc.constantFrom(0, 15, 30, 60, 75), kw: fc.constantFrom(0, 0.5, 2) });
    const law = fc.property(
      fc.array(fc.integer({ min: -2, max: 9 }), { minLength: 4, maxLength: 6 }),
      fc.array(phase, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      (cents, phases, taken, earliest) => {
        const minutes = phases.reduce((sum, { minutes }) => sum + minutes, 0);
        const last = 60 * cents.length;
        const from = earliest;
        const blocked: Blocked = (kw) => (kw > 1 ? [{ from: minute(taken), until: minute(taken + 20) }] : []);
        const costFrom = (start: number) => {
          let [cost, t] = [0, start];
          for (const { minutes, kw } of phases)
            for (const end = t + minutes; t < end; t++) {
              if (kw > 1 && t >= taken && t < taken + 20) return Number.POSITIVE_INFINITY;
              cost += kw * (cents[Math.floor(t / 60)] as number);
            }
          return cost;
        };
        // Where an edge of a phase meets one of an hour.
        const edges = [0];
        for (const { minutes } of phases) edges.push((edges.at(-1) ?? 0) + minutes);
        const starts = Array.from({ length: Math.max(0, last - minutes - from + 1) }, (_, i) => from + i).filter(
          (start) =>
            start === from || (minutes > 0 && edges.some((edge) => (start + edge) % 60 === 0 && start + edge > 0)),
        );
        const expected: number[] = [];
        for (let i = 0; i < 3; i++) {
          const apart = starts.filter(
            (start) => costFrom(start) < 1e9 && expected.every((other) => Math.abs(other - start) >= 30),
          );
          const [best] = apart.toSorted((a, b) => costFrom(a) - costFrom(b) || a - b);
          if (best !== undefined) expected.push(best);
        }
        const terms = { earliest: at(earliest), readyBy: at(last) };
        const prices = cents.map((cent) => cent / 100);
        const question = { prices, phases: phases as unknown as [Phase], most: 3, terms, blocked };
        expect(startsFor(question)).toEqual(expected);
      },
    );
    fc.assert(law, lawCases(300));
  });
});
