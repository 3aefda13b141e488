import type { Stretch } from '../../stretches.ts';
import type { Horizon } from '../../types.ts';
import type { Rules } from './run-rules.ts';

/** Runs of so many minutes to be found in a stretch, in minutes since the epoch and micro-units. */
export interface SplitProblem extends Stretch {
  readonly horizon: Horizon;
  readonly rules: Rules;
  /** The minutes to run, those of the tail included. */
  readonly need: number;
  /** The price that no interval may exceed, and the one that the mean may not exceed. */
  readonly limit: number;
  readonly meanLimit: number;
  /** What was bought below the mean's limit so far, less what was above it. */
  readonly spare: number;
  /** From here to `until` the device runs whatever it costs. */
  readonly tail: number;
  readonly standing: readonly Stretch[];
}
