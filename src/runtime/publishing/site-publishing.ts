import { thrownText } from '../../core/file-error.ts';
import type { SiteSettings } from '../site-settings.ts';
import { openStore } from '../store.ts';
import type { Departures } from './departures.ts';
import type { PublishingOptions } from './open.ts';
import { readLeft } from './retained-before.ts';
import { createTopicOwners, ownedRoot, type Places } from './topic-owners.ts';

/** What the sites of one process share. */
export interface SharedPublishing {
  readonly places?: Places;
  readonly departures?: Departures | undefined;
}

type Means = Omit<PublishingOptions, 'settings' | 'broker' | 'follow'> &
  Required<Pick<PublishingOptions, 'isTaken'>> &
  SharedPublishing;

/** Nothing without a broker, or where another site publishes already; mqtt.js is only loaded where it is needed. */
export async function publishingOf(
  settings: SiteSettings,
  { places, ...options }: Means,
  follow: PublishingOptions['follow'],
) {
  const { id, name, site, root, broker, discoveryPrefix, ...rest } = settings;
  if (!broker) {
    await leaveFormer(settings, options);
    return { leave: () => undefined };
  }
  const owner = { id, name: name || id };
  const owners = createTopicOwners(places);
  const place = ownedRoot(broker.url, root);
  const announced = `${broker.url} ${discoveryPrefix} ${site}`;
  const leave = () => [place, announced].map((key) => owners.release(key, owner));
  // Before anything is waited for: of two sites the first in the flow has the root, at every start.
  const taken = owners.take(place, owner);
  if (taken !== undefined) {
    await leaveFormer(settings, options);
    return { taken, leave };
  }
  const known = discoveryPrefix === undefined ? undefined : owners.take(announced, owner);
  if (known !== undefined) options.onProblem?.(`not announced to Home Assistant: it knows ${known} as ${site}`);
  await leaveFormer(settings, options);
  const { openPublishing } = await import('./open.ts');
  const announcing = discoveryPrefix !== undefined && known === undefined && { discoveryPrefix };
  const publishing = await openPublishing({
    ...options,
    settings: { ...rest, id, name, site, root, ...announcing },
    broker,
    follow,
  });
  return { publishing, leave };
}

/** Hands over what the site has on the broker that it had in an earlier life, where it has another or none now. */
async function leaveFormer({ id, broker }: SiteSettings, { topics, departures, onProblem }: Means): Promise<void> {
  if (!departures) return;
  const store = openStore(topics);
  try {
    const left = await readLeft(store, broker?.url);
    if (!left) return;
    await departures.add(id, { ...left, topics: left.topics.keys(), holds: new Map(left.holds) });
    await store.remove();
  } catch (error) {
    onProblem?.(thrownText(error));
  }
}
