import type { Instant } from '../core/time.ts';
import { isOver } from './iso.ts';

/** The end that messages gave an order by hand, as they gave it: minutes, or ISO 8601. */
type OrderEnd = string | number | null;

/** A message as far as it is about an order by hand. */
interface OrderPatch {
  readonly override?: string | null | undefined;
  readonly overrideUntil?: OrderEnd | undefined;
}

/** True of a message that ends an order by hand. */
export const isOrderOver = ({ override }: OrderPatch): boolean => override === null || override === 'auto';

/** The end that sticks after a message: until the order that it is for is over. */
export function endAfter(patch: OrderPatch, before: OrderEnd): OrderEnd {
  const { overrideUntil = isOrderOver(patch) ? null : before } = patch;
  return overrideUntil;
}

/** The end that sticks at `now`: with an order that is over it is forgotten, so that the next one ends by its own. */
export const endAt = (end: OrderEnd, order: { readonly until: Instant } | null, now: Instant): OrderEnd =>
  order && isOver(order, now) ? null : end;
