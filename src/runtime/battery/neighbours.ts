import { pointAt } from '../../core/series.ts';
import type { StoreBeside } from '../../planner/joint/beside-store.ts';
import { nextMinute } from '../device/review.ts';
import { devicePower, type TakenPower } from '../device/share.ts';
import type { DeviceLoad } from '../power/connection/guard.ts';
import type { Site } from '../site.ts';
import type { StoreKind, StoreSite } from './store-kind.ts';

/** What a store and all else on its site know of each other. */
interface Neighbours {
  /** Tells what it takes by its plan: what it does without one nobody knows. */
  tell(takes: readonly TakenPower[]): void;
  close(): void;
}

interface NeighbourOptions {
  readonly site: Pick<Site, 'clock'> & Partial<Pick<Site, 'connection'>> & Pick<StoreSite, 'powers' | 'grid'>;
  /** Of its node. */
  readonly id: string;
  readonly power: StoreKind<unknown>['power'];
  /** The store as devices may count on it; left out where they never may. */
  readonly beside: (() => StoreBeside | undefined) | undefined;
  /** Devices take something else than they did. */
  readonly onDevices: () => void;
  /** Something else is expected of sun and load, or of the devices beside a store that has no place among them. */
  readonly onForecast: () => void;
  readonly onDimming: () => void;
}

export function meetNeighbours({ site, id, power, beside, ...hear }: NeighbourOptions): Neighbours {
  const { clock, powers, connection, grid } = site;
  let taken: readonly TakenPower[] = [];
  let isTelling = false;
  let cancelHeed: (() => void) | undefined;

  /** A minute later, so that neither answers the other at once. */
  function heed(): void {
    cancelHeed ??= clock.alarm(nextMinute(clock.now() + 1), () => {
      cancelHeed = undefined;
      hear.onDevices();
    });
  }

  /** Its power is set for the quarter hour: it is counted beside the devices, and gives way to them by its own plan. */
  function loadNow(): DeviceLoad | undefined {
    const present = pointAt(taken, clock.now());
    return present && { kw: present.mostKw, by: 'override' };
  }

  const stopFollowing = powers.onChange((changed) => {
    if (changed === 'batteries' || changed === 'grid') return;
    if (changed !== 'devices' || !seat) hear.onForecast();
    else if (!isTelling) heed();
  });
  /** A car has a place among the devices of the site, which make room for it. */
  const seat =
    power === 'devices' &&
    connection?.join({
      claim: () => undefined,
      takes: () => taken.map((span) => ({ ...span, kw: span.mostKw })),
      replan: () => undefined,
      isOn: () => false,
      carryOut: () => undefined,
      load: loadNow,
    });
  const stepAside = beside && connection?.beside(beside);
  const stopDimming = grid.onChange(hear.onDimming);

  return {
    tell(takes) {
      if (JSON.stringify(takes) === JSON.stringify(taken)) return;
      taken = takes;
      isTelling = true;
      powers.set(id, taken.length > 0 ? { ...devicePower(taken), kind: power } : undefined);
      isTelling = false;
      if (seat) seat.changed();
    },
    close() {
      stopFollowing();
      stopDimming();
      stepAside?.();
      cancelHeed?.();
      if (seat) seat.leave();
      powers.set(id, undefined);
    },
  };
}
