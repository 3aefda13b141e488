import { isKnownTime } from '../../../../src/core/time.ts';
import type { Life } from '../life.ts';
import { MINUTE, type Sight, SLACK } from '../sight.ts';

/** A battery is told what it is to do only by a clock that is set, and while it says how full it is; by hand for no longer than it was told. */
export function batteryLaws({ clock, disk, since, fail }: Sight) {
  let spokeAt = Number.NEGATIVE_INFINITY;
  let byHand = 0;
  let handAllowed = 0;
  let handUntil = 0;

  function hold(minutes: number): void {
    [byHand, handAllowed, handUntil] = [0, minutes, clock.uptime() + minutes * MINUTE];
  }

  return {
    spoke() {
      spokeAt = clock.uptime();
    },
    byHand: hold,
    /** On a full disk, or a torn one, an order may be found again that was under way before. */
    restarted(isTorn: boolean) {
      if (isTorn || disk.isFull()) hold(600);
    },
    /** So many seconds have passed as it was. */
    count(life: Life | undefined, seconds: number) {
      if (life?.order()?.reason === 'override') byHand += seconds;
    },
    look(life: Life) {
      const order = life.order();
      if (order?.reason === 'override' && byHand > handAllowed * MINUTE + SLACK)
        fail(`the battery is told ${order.mode} by hand for longer than it was told`);
      // What a hand has ordered gives way to the reserve and to the grid operator.
      const isOfHand = order?.reason === 'override' || clock.uptime() < handUntil + SLACK;
      if (!order || order.mode === 'normal' || isOfHand) return;
      if (!isKnownTime(clock.now())) fail(`the battery is told ${order.mode} by a clock that nobody has set`);
      if (since(spokeAt) > 15 * MINUTE + SLACK) fail(`the battery is told ${order.mode} although it is silent`);
    },
  };
}
