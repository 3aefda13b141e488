import type { SiteSettings } from '../site-settings.ts';
import { openStore } from '../store.ts';
import { type Brokers, leaveBefore } from './leave-before.ts';
import type { PublishingOptions } from './open.ts';
import { createTopicOwners, type Owner } from './topic-owners.ts';

/** Who publishes, by the broker and the root or topic. */
export type Places = Map<string, Owner>;

/** What the sites of one process share. */
export interface SharedPublishing {
  readonly places?: Places;
  /** A site that moves to another broker lets go of what it said on the last. */
  readonly brokers?: Brokers;
}

type Means = Omit<PublishingOptions, 'settings' | 'broker' | 'follow'> &
  Required<Pick<PublishingOptions, 'isTaken'>> &
  SharedPublishing;

/** Where a site publishes. */
export const ownedRoot = (broker: SiteSettings['broker'], root: string | undefined) => `${broker?.url} ${root}`;

/** Nothing without a broker, or where another site publishes already; mqtt.js is only loaded where it is needed. */
export async function publishingOf(
  settings: SiteSettings,
  { places, ...options }: Means,
  follow: PublishingOptions['follow'],
) {
  const { id, name, site, root, broker, discoveryPrefix, ...rest } = settings;
  const { topics, brokers = new Map(), isTaken, onProblem } = options;
  const leavingBefore = () =>
    leaveBefore({ store: openStore(topics), broker, brokers, clock: options.clock, isTaken, onProblem });
  if (!broker) return { leave: () => undefined, left: (await leavingBefore()).left };
  const owner = { id, name: name || id };
  const owners = createTopicOwners(places);
  const place = ownedRoot(broker, root);
  const announced = `${broker.url} ${discoveryPrefix} ${site}`;
  const leave = () => [place, announced].map((key) => owners.release(key, owner));
  // Before anything is waited for: of two sites the first in the flow has the root, at every start.
  const taken = owners.take(place, owner);
  if (taken !== undefined) return { taken, leave, left: (await leavingBefore()).left };
  const known = discoveryPrefix === undefined ? undefined : owners.take(announced, owner);
  if (known !== undefined) options.onProblem?.(`not announced to Home Assistant: it knows ${known} as ${site}`);
  const { left } = await leavingBefore();
  const { openPublishing } = await import('./open.ts');
  const announcing = discoveryPrefix !== undefined && known === undefined && { discoveryPrefix };
  const publishing = await openPublishing({
    ...options,
    settings: { ...rest, id, name, site, root, ...announcing },
    broker,
    follow,
  });
  return { publishing, leave, left };
}
