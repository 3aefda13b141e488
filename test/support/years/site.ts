import type { Clock } from '../../../src/runtime/clock.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import type { LiveMeans } from '../../../src/runtime/live/shared-live.ts';
import type { RetainedBefore } from '../../../src/runtime/publishing/retained-before.ts';
import { createSite, type Site } from '../../../src/runtime/site.ts';
import type { ManualClock } from '../manual-clock.ts';
import { publishingHouse } from '../publishing-house.ts';
import type { MoodyBroker } from './broker.ts';
import type { Disk } from './disk.ts';
import type { feedsOf } from './feeds.ts';
import type { Names } from './names.ts';

/** What outlives the process. */
export interface Place {
  readonly clock: ManualClock;
  readonly disk: Disk;
  readonly feeds: ReturnType<typeof feedsOf>;
  readonly broker: MoodyBroker;
  readonly names: Names;
  /** What is remembered of the broker's topics. */
  retained: RetainedBefore;
}

type SharedLive = NonNullable<ReturnType<LiveMeans['running']['get']>>;

export const ownerOf = (id: string) => ({ id, name: id });

/** A site with live prices and a contract of one's own, which says what it has to say to the broker of the place. */
export async function openSite(place: Place, clock: Clock, onError: (error: unknown) => void) {
  const { disk, feeds, broker, names } = place;
  const listeners: SharedLive['listeners'] = new Set();
  const prices = livePrices({
    ...{ zones: [], dir: `${disk.folder}/prices`, clock, random: () => 0.5, version: '9.9.9' },
    chosen: new Map(['energy-charts', 'energi-data-service', 'spot-hinta', 'ecb'].map((name) => [name, undefined])),
    fetch: feeds.fetch,
    onNews: (news) => {
      for (const listener of listeners) listener(news);
    },
  });
  prices.start();
  const site = await createSite({
    clock,
    timeZone: 'Europe/Berlin',
    service: { kind: 'embedded', live: { sources: '' }, catalogue: `${disk.folder}/tariffs` },
    dimming: { context: disk.place('dimming') },
    onProblem: onError,
    live: { folder: disk.folder, running: new Map([[JSON.stringify(['', undefined]), { prices, listeners }]]) },
  });
  const house = publishingHouse(clock, { before: place.retained, broker });
  const { publishing } = house;
  publishing.start();
  const sayDimming = () => publishing.dimmed(site.grid.dimming());
  site.grid.onChange(sayDimming);
  sayDimming();
  const follow = new Map<string, (key: string, payload: string) => unknown>();
  const own: Site = {
    ...site,
    takeTopic(_kind, _slug, who) {
      publishing.present(who);
      return undefined;
    },
    releaseTopic: (_kind, slug, who, options) => {
      follow.delete(slug);
      publishing.absent(who, options);
    },
    publishPrices: (prefix, series, now, problem, nextTry) => {
      const again = nextTry === undefined ? {} : { nextTry: { at: nextTry, timeZone: 'Europe/Berlin' } };
      publishing.prices(ownerOf('prices'), { prefix, series, now, problem, ...again });
    },
    publishDevice: (slug, state) => publishing.device({ owner: ownerOf(names.idOf(slug)), slug, state }),
    publishBattery: (slug, state) => publishing.device({ owner: ownerOf(slug), slug, state }),
    onCommand: (slug, hear) => void follow.set(slug, hear),
  };
  return {
    site: own,
    connect: house.connect,
    remembered: house.remembered,
    command: (slug: string, key: string, payload: string) => follow.get(slug)?.(key, payload),
    async stop() {
      await publishing.stop({ removed: false });
      await site.stop({ removed: false });
      await prices.stop();
    },
  };
}
