import type { Client } from '../client/client.ts';
import type { PlanPayload } from '../messages/plan.ts';
import type { NowPayload, SeriesPayload } from '../messages/series.ts';
import type { Clock } from './clock.ts';

/** The node that holds a topic prefix or a device slug. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

/** What a slug names on a site: a price topic prefix, or a device. */
export type ClaimKind = 'price' | 'window';

/** The output of a device and what it follows. */
export interface WindowState {
  readonly on: boolean;
  readonly plan: PlanPayload;
}

/** What the nodes of one household share: the service, the clock, and a broker when there is one. */
export interface Site {
  readonly clock: Clock;
  readonly client: Client;
  /** Takes `slug` for `owner`; where another node holds it, that node's name is returned and nothing changes. */
  claim(kind: ClaimKind, slug: string, owner: Owner): string | undefined;
  /** Gives `slug` back; `removed` also clears what was published under it. A slug that is not the owner's stays. */
  release(kind: ClaimKind, slug: string, owner: Owner, options: { readonly removed: boolean }): void;
  /** Without `now` the prices no longer reach this moment. Does nothing where the site has no broker. */
  publishPrices(prefix: string, series: SeriesPayload, now?: NowPayload): void;
  publishWindow(device: string, state: WindowState): void;
  start(): void;
  /** Waits until every slug is released, some seconds at most; `removed` clears everything retained. */
  stop(options: { readonly removed: boolean }): Promise<void>;
}
