/**
 * The number of random cases of a property test, in one place: `npm test` takes the small count, `npm run trials` (`TRIALS=1`) the
 * large one. The seed is fixed; `FC_SEED` draws other cases, `FC_RUNS` sets one count for every test.
 */
export const isTrial = process.env.TRIALS !== undefined;

/** @param large What `npm run trials` takes. */
export const caseCount = (small: number, large = 5000) => Number(process.env.FC_RUNS ?? (isTrial ? large : small));

/** Parameters for `fc.assert`. */
export function lawCases(small: number, large?: number, seed = 20261120) {
  return { seed: Number(process.env.FC_SEED ?? seed), numRuns: caseCount(small, large) };
}
