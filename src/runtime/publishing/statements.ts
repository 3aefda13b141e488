import type { BatteryReport } from '../../messages/battery/report.ts';
import type { CurrentPrice, KnownSeries } from '../../messages/series.ts';
import type { ZonedTime } from '../../mqtt/house/meta-topic.ts';
import type { Publisher } from '../../mqtt/publisher.ts';
import type { Hold } from '../../mqtt/retained/holds.ts';
import type { DeviceView } from '../../mqtt/window-topics.ts';
import type { Clock } from '../clock.ts';
import type { SiteSettings } from '../site-settings.ts';
import type { RetainedBefore } from './retained-before.ts';
import type { Owner } from './topic-owners.ts';

/** The statement of one price node. */
export interface PriceStatement {
  readonly prefix: string;
  /** Left out: none are known. */
  readonly series: KnownSeries | undefined;
  /** Left out: they do not reach this moment. */
  readonly now: CurrentPrice | undefined;
  /** A stable code. */
  readonly problem: string | undefined;
  /** The time at which they are asked for again. */
  readonly nextTry?: ZonedTime | undefined;
}

/** The series that a site goes by where its prices differ: of those that have come, the first. */
export const leadingSeries = (prices: ReadonlyMap<string, PriceStatement>): KnownSeries | undefined =>
  [...prices.values()].find(({ series }) => series)?.series;

/** The statement of one device, or one battery. */
export interface DeviceStatement {
  readonly owner: Owner;
  readonly slug: string;
  readonly state: DeviceView | BatteryReport;
}

/** The means that a site needs to say something. */
export interface PublishingMeans {
  readonly publisher: Publisher;
  readonly settings: Pick<SiteSettings, 'id' | 'name' | 'site' | 'root' | 'timeZone' | 'discoveryPrefix'>;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly before: RetainedBefore;
  readonly remember: (retained: RetainedBefore) => void;
  /** Whether another site publishes a user's own topic by now. */
  readonly isTaken: (topic: string) => boolean;
  /** Keeps the off value of a user's own topic that could not be published, until it can be. */
  readonly handOver?: ((key: string, hold: Hold) => Promise<void>) | undefined;
}
