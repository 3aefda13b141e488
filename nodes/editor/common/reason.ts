import type { PlanPayload } from '../../../src/messages/plan.ts';

/** The word for a plan's reason: of one that may change with more prices, whether it has runs, and on which prices. */
export function reasonKeyOf({ reason, runs }: Pick<PlanPayload, 'reason' | 'runs'>): string {
  if (reason !== 'provisional' || runs.length === 0) return reason;
  return runs.some(({ cost }) => cost === null) ? 'expected' : 'known';
}
