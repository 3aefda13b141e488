import { pointAt } from '../../core/series.ts';
import { quarterOf } from '../../core/vocabulary.ts';
import type { BatteryOrder } from '../../messages/battery/report.ts';
import type { StoreBeside } from '../../planner/joint/connection-house.ts';
import { coalesced } from '../clock.ts';
import { nextMinute } from '../device/review.ts';
import { devicePower, type TakenPower } from '../device/share.ts';
import type { DeviceLoad } from '../power/connection/guard.ts';
import type { Site } from '../site.ts';
import type { StoreKind, StoreSite } from './store-kind.ts';

/** What a store and all else on its site know of each other. */
interface Neighbours {
  /**
   * Notes the planned power of the store, and the order that is due now.
   *
   * @returns whether the connection leaves no power for the order.
   */
  claim(takes: readonly TakenPower[], order: BatteryOrder): boolean;
  /** Shares the last claim, for others to plan around. */
  share(): void;
  close(): void;
}

interface NeighbourOptions {
  readonly site: Pick<Site, 'clock'> & Partial<Pick<Site, 'connection'>> & Pick<StoreSite, 'powers' | 'grid'>;
  /** Of its node. */
  readonly id: string;
  /** Names it in the log. */
  readonly name: string;
  readonly power: StoreKind<unknown>['power'];
  /** The store as devices may count on it; left out where they never may. */
  readonly beside: (() => StoreBeside | undefined) | undefined;
  /** Devices take something else than they did. */
  readonly onDevices: () => void;
  /** Something else is expected of sun and load, or of the devices beside a store that has no place among them. */
  readonly onForecast: () => void;
  readonly onDimming: () => void;
  /** The connection leaves no more power for the store, or leaves it again. */
  readonly onWithheld: () => void;
}

export function meetNeighbours({ site, id, name, power, beside, ...hear }: NeighbourOptions): Neighbours {
  const { clock, powers, connection, grid } = site;
  let taken: readonly TakenPower[] = [];
  /** The power that is due in a quarter hour. */
  let present = { quarter: 0, kw: 0, by: 'plan' as DeviceLoad['by'] };
  let shared = { taken: JSON.stringify(taken), present: JSON.stringify(present) };
  let isTelling = false;
  let cancelHeed: (() => void) | undefined;

  /** A minute later, so that neither answers the other at once. */
  function heed(): void {
    cancelHeed ??= clock.alarm(nextMinute(clock.now() + 1), () => {
      cancelHeed = undefined;
      hear.onDevices();
    });
  }

  /** Its power is set for the quarter hour; after that its plan counts until it has set it anew. */
  function loadNow(): DeviceLoad | undefined {
    const now = clock.now();
    const { quarter, kw, by } = present;
    const span = pointAt(taken, now);
    const load = span && { kw: quarter === quarterOf(now) ? kw : span.mostKw, by };
    return load && load.kw > 0 ? load : undefined;
  }

  const devices = coalesced(clock, hear.onForecast);
  const stopFollowing = powers.onChange((changed) => {
    if (changed === 'batteries' || changed === 'grid') return;
    if (changed !== 'devices') hear.onForecast();
    else if (!seat) devices.request();
    else if (!isTelling) heed();
  });
  /** A car has a place among the devices of the site, which make room for it. */
  const seat =
    power === 'devices' &&
    connection?.join({
      name,
      takes: () => taken.map((span) => ({ ...span, kw: span.mostKw })),
      replan: () => undefined,
      isOn: () => false,
      carryOut: hear.onWithheld,
      load: loadNow,
    });
  const stepAside = beside && connection?.beside(beside);
  const stopDimming = grid.onChange(hear.onDimming);

  return {
    claim(takes, { chargeKw, reason }) {
      taken = takes;
      present = { quarter: quarterOf(clock.now()), kw: chargeKw, by: chargedBy(reason) };
      return seat ? seat.withheld() !== undefined : false;
    },
    share() {
      const before = shared;
      shared = { taken: JSON.stringify(taken), present: JSON.stringify(present) };
      if (shared.taken !== before.taken) {
        isTelling = true;
        powers.set(id, taken.length > 0 ? { ...devicePower(taken), kind: power } : undefined);
        isTelling = false;
      }
      if (seat && (shared.taken !== before.taken || shared.present !== before.present)) seat.changed();
    },
    close() {
      stopFollowing();
      devices.cancel();
      stopDimming();
      stepAside?.();
      cancelHeed?.();
      if (seat) seat.leave();
      powers.set(id, undefined);
    },
  };
}

/** An order that stands over a restart without prices counts as a run without prices does. */
const chargedBy = (reason: string): DeviceLoad['by'] =>
  reason === 'override' ? 'override' : ['planned', 'dimmed', 'above-connection'].includes(reason) ? 'plan' : 'fallback';
