import { rootOf } from '../names.ts';
import { deviceNames } from '../needs.ts';
import { MINUTE, type Sight } from '../sight.ts';

/** Nothing is left by a name that nothing has any more, nor at a broker that the site has left. */
export function formerLaws({ clock, place, topicOf, since, fail, isFalse }: Sight) {
  const { node, site } = place.names;
  /** Topics by a former name that a broker has kept. */
  const watched = new Set<string>();
  let begunAt = clock.uptime();
  let leftAt: number | undefined;

  const formerly = () => [
    ...site.former().flatMap((name) => [`${rootOf(name)}/`, `homeassistant/device/dayahead_${name}/`]),
    ...deviceNames.flatMap((name) => node[name].former().map((former) => topicOf(`window/${former}/`))),
  ];

  /** After a start once every node has spoken. */
  function lookAtTopic(topic: string, shown: string | undefined): void {
    const lasts = shown === 'ON' ? 17 * MINUTE : Number.POSITIVE_INFINITY;
    if (isFalse(topic, shown !== undefined && since(begunAt) > 2 * MINUTE, lasts))
      fail(`the broker says ${shown} on ${topic}, by which nothing is called any more`);
    if (shown === undefined) watched.delete(topic);
  }

  return {
    restarted() {
      begunAt = clock.uptime();
      leftAt = undefined;
    },
    /** The site has another broker; of one that cannot be reached nothing is expected. */
    left(isReachable: boolean) {
      leftAt = isReachable ? clock.uptime() : undefined;
    },
    look(retained: Record<string, string>) {
      const prefixes = formerly();
      const isFormer = (topic: string) => prefixes.some((prefix) => topic.startsWith(prefix));
      for (const topic of Object.keys(retained).filter(isFormer)) watched.add(topic);
      for (const topic of watched) lookAtTopic(topic, isFormer(topic) ? retained[topic] : undefined);
      const [left] = leftAt !== undefined && since(leftAt) > MINUTE ? (place.former?.left() ?? []) : [];
      if (left) fail(`the broker before is left with ${left}`);
    },
  };
}
