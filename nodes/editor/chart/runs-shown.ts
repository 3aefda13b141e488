import type { PlanPayload } from '../../../src/messages/plan.ts';
import { secondsOf } from '../common/times.ts';
import type { ChartDevice } from './lanes.ts';

/** A device as the sidebar and the household's page are told of it. */
interface Switched {
  readonly on?: boolean;
  readonly override?: string;
  readonly until?: string | null;
  readonly plan?: Pick<PlanPayload, 'runs'>;
}

/** What a device is to run: before its plan the time in which a hand holds it on, as far as prices are known. */
export function runsShown(
  { on, override, until, plan }: Switched,
  now: string,
  prices: readonly { readonly end: string }[],
): ChartDevice['runs'] {
  const runs = plan?.runs ?? [];
  const known = prices.at(-1)?.end ?? now;
  if (!on || override !== 'on' || secondsOf(known) <= secondsOf(now)) return runs;
  return [{ start: now, end: until && secondsOf(until) < secondsOf(known) ? until : known }, ...runs];
}
