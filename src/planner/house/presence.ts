import type { Store } from '../store/types.ts';
import type { UnixSeconds } from '../types.ts';

/** No store comes or goes within a slot of the house. */
export const isThereAt = ({ available }: Store, at: UnixSeconds) =>
  available?.some(({ start, end }) => start <= at && at < end) ?? true;
