import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlineOf, type Evening, evenings, lived, minutesOf } from '../../support/told.ts';

/** `npm run trials` asks for 10,000. */
const EVENINGS = Number(process.env.TOLD ?? 100);
const SEED = Number(process.env.FC_SEED ?? 20261122);
const UNTIL = 240;

const stretches = fc.array(fc.tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: -2, max: 8 })), {
  minLength: 4,
  maxLength: 8,
});

/** Prices that come in three parts, the next one at any time, and a forecast of some of them. */
const uncertain = fc
  .record({
    evening: evenings,
    late: fc.tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 120 })),
    known: fc.tuple(fc.integer({ min: 5, max: 120 }), fc.integer({ min: 5, max: 120 })),
    forecast: fc.option(stretches, { nil: undefined }),
  })
  .map(
    ({ evening, late, known, forecast }): Evening => ({
      ...evening,
      demand: { ...evening.demand, whenUnknown: 'estimate' },
      published: [
        [0, known[0]],
        [late[0], known[0] + known[1]],
        [late[0] + late[1], UNTIL],
      ],
      ...(forecast && { forecast: forecast.map(([minutes, cents]) => [minutes, cents / 100] as const) }),
    }),
  );

describe('a device that goes by expected prices', () => {
  it(`runs on ${EVENINGS} evenings of gaps and late publications as if nobody had told it twice, and misses nothing`, async () => {
    const law = fc.asyncProperty(uncertain, fc.integer({ min: 1, max: 20 }), async (evening, step) => {
      const once = await lived(evening, 'once', UNTIL);
      expect({ every: step, ...(await lived(evening, step, UNTIL)) }).toEqual({ every: step, ...once });
      expect({ prices: true, ...(await lived(evening, 'prices', UNTIL)) }).toEqual({ prices: true, ...once });
      expect(once.errors).toEqual([]);
      const { minutes = 0, ...terms } = evening.demand;
      const isFree = Object.keys(terms).every((key) => !/^(maxPrice|min|max)/.test(key));
      const deadline = deadlineOf(evening);
      if (isFree && (minutes ?? 0) <= deadline) expect(minutesOf(once.runs, deadline)).toBe(minutes);
    });
    await fc.assert(law, { seed: SEED, numRuns: EVENINGS });
  }, 7_200_000);
});
