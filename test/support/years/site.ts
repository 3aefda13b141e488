import type { Clock } from '../../../src/runtime/clock.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import type { LiveMeans } from '../../../src/runtime/live/shared-live.ts';
import { createDepartures } from '../../../src/runtime/publishing/departures.ts';
import type { Places } from '../../../src/runtime/publishing/topic-owners.ts';
import { createSite } from '../../../src/runtime/site.ts';
import type { TextStore } from '../../../src/runtime/store.ts';
import type { ManualClock } from '../manual-clock.ts';
import type { Disk } from './disk.ts';
import { type Names, rootOf } from './names.ts';
import type { MoodyBroker } from './outside/broker.ts';
import type { feedsOf } from './outside/feeds.ts';
import type { FormerBroker } from './outside/former-broker.ts';

/** What outlives the process. */
export interface Place {
  readonly clock: ManualClock;
  readonly disk: Disk;
  readonly feeds: ReturnType<typeof feedsOf>;
  readonly broker: MoodyBroker;
  readonly names: Names;
  /** The address of the broker that the site has. */
  url: string;
  /** The one that it had before, and its address. */
  former: FormerBroker | undefined;
  formerUrl: string | undefined;
  /** What is remembered of the broker's topics. */
  readonly topics: TextStore;
  /** What is remembered of the topics at the broker before. */
  readonly departures: TextStore;
}

type SharedLive = NonNullable<ReturnType<LiveMeans['running']['get']>>;

export const ownerOf = (id: string) => ({ id, name: id });

/** A site with live prices and a contract of one's own, which says what it has to say to the broker of the place. */
export async function openSite(place: Place, clock: Clock, onError: (error: unknown) => void) {
  const { disk, feeds, names, url } = place;
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
  const name = names.site.now();
  const places: Places = new Map();
  const departures = createDepartures({
    ...{ clock: () => clock, keeping: { context: place.departures }, places, onProblem: onError },
  });
  // Its credentials stay in memory: the process that moves goes on.
  if (place.formerUrl !== undefined)
    departures.join('site', {
      ...{ broker: { url: place.formerUrl, clientId: 'dayahead_years' }, root: '' },
      ...{ adopt: () => {}, repeat: () => {} },
    });
  const site = await createSite({
    ...{ clock, random: () => 0.5, timeZone: 'Europe/Berlin', onProblem: onError },
    ...{ id: 'site', name, site: name, root: rootOf(name), discoveryPrefix: 'homeassistant' },
    service: { kind: 'embedded', live: { sources: '' }, catalogue: `${disk.folder}/tariffs` },
    live: { folder: disk.folder, running: new Map([[JSON.stringify(['', undefined]), { prices, listeners }]]) },
    dimming: { context: disk.place('dimming') },
    broker: { url, clientId: 'dayahead_years' },
    ...{ places, departures, topics: { context: place.topics } },
  });
  site.start();
  await departures.start();
  return {
    site,
    async stop() {
      await departures.pause();
      await site.stop({ removed: false });
      await prices.stop();
    },
  };
}
