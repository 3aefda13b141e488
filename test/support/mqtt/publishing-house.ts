import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import { Publisher } from '../../../src/mqtt/publisher.ts';
import type { Hold } from '../../../src/mqtt/retained/holds.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import type { DeviceOptions } from '../../../src/runtime/device/open-device.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { createPublishing } from '../../../src/runtime/publishing/publishing.ts';
import { nothingRetained, type RetainedBefore } from '../../../src/runtime/publishing/retained-before.ts';
import type { Owner } from '../../../src/runtime/publishing/topic-owners.ts';
import { defaultSettings } from '../../../src/runtime/site-settings.ts';
import { undimmed } from '../device/undimmed.ts';
import { retainingBroker } from './retaining-broker.ts';

export const root = 'dayahead/home';
export const config = 'homeassistant/device/dayahead_home/config';

/** What a site publishes, to a broker in this process. */
export function publishingHouse(
  clock: Clock,
  {
    isTaken = (_topic: string): boolean => false,
    before = nothingRetained as RetainedBefore,
    broker = retainingBroker(clock, root),
  } = {},
) {
  const publisher = new Publisher(broker.connection, clock.now, clock.alarm);
  const settings = {
    ...defaultSettings(),
    id: 'site',
    name: 'Home',
    timeZone: 'Europe/Berlin',
    discoveryPrefix: 'homeassistant',
  };
  let remembered: RetainedBefore = before;
  const handedOver: [key: string, hold: Hold][] = [];
  const publishing = createPublishing({
    publisher,
    settings,
    clock,
    random: () => 0.5,
    before,
    remember: ({ topics, entities, holds }) => {
      remembered = { topics: new Map(topics), entities: new Map(entities), holds: new Map(holds) };
    },
    isTaken,
    handOver: async (key, hold) => void handedOver.push([key, hold]),
  });
  const shown = (topic: string) => broker.retained()[`${root}/${topic}`];
  return {
    ...broker,
    publishing,
    shown,
    remembered: () => remembered,
    /** Off values that could not be published, by their keys. */
    handedOver,
    /** Home Assistant's message on a topic, if there is one. */
    announced: (topic = config) => {
      const text = broker.retained()[topic];
      return text === undefined ? undefined : (JSON.parse(text) as Announced);
    },
  };
}

/** The site of a device that publishes to `house`, without limits or commands. */
export const siteIn = (
  house: Pick<ReturnType<typeof publishingHouse>, 'publishing'>,
  { clock, timeZone, owner }: { readonly clock: Clock; readonly timeZone: string; readonly owner: Owner },
): DeviceOptions['site'] => ({
  clock,
  timeZone,
  powers: createPowers(),
  grid: undimmed,
  takeTopic: () => undefined,
  releaseTopic: () => undefined,
  publishDevice: (slug, state) => house.publishing.device({ owner, slug, state }),
  onCommand: () => undefined,
});

interface Announced {
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const demand: DemandPatch = { enabled: true, minutes: 90, override: 'auto' };
