import type { Instant } from '../../core/time.ts';
import { parse } from '../../messages/parse.ts';
import type { BrokerSettings } from '../../mqtt/broker.ts';
import { isOfSite, type Remains } from '../../mqtt/retained/last-words.ts';
import type { Clock } from '../clock.ts';
import { type Keeping, openStore } from '../store.ts';
import {
  ageOf,
  correctTimes,
  type Departure,
  departuresOf,
  departuresRecord,
  departuresSchema,
  hasJoined,
  heldTopics,
  isEmpty,
  isForgotten,
  OFF_SECONDS,
  takeLate,
} from './departure.ts';
import type { Home } from './retained-before.ts';
import { ownedTopic, type Places } from './topic-owners.ts';

/** A site that publishes. */
export interface PresentSite {
  readonly broker: BrokerSettings;
  readonly root: string;
  /** Clears what another site has left below its root, except what it publishes itself. */
  adopt(remains: Remains): void;
  /** Publishes everything that is true once more. */
  repeat(): void;
}

/**
 * The topics that sites have left behind, on brokers that they have left or that could not be reached: shared by all sites
 * of a process, as the site itself may be deleted. Only the topics are kept in a file; credentials stay in memory.
 */
export interface Departures {
  /** The site publishes from now on, until `part`. */
  join(site: string, present: PresentSite): void;
  part(site: string): void;
  /** Resolves when the topics are kept. They are published once `start` was called. */
  add(site: string, left: LeftTopics): Promise<void>;
  /** Begins to connect: the nodes of the flows are there. */
  start(): Promise<void>;
  /** Ends every connection and alarm; `start` goes on. */
  pause(): Promise<void>;
}

export interface LeftTopics extends Home, Pick<Remains, 'holds'> {
  readonly topics: Iterable<string>;
}

export interface DeparturesOptions {
  /** Called at each start. */
  readonly clock: () => Clock;
  readonly keeping?: Keeping | undefined;
  /** Who publishes where. */
  readonly places: Places;
  readonly onProblem: (text: string) => void;
}

interface Run {
  readonly clock: Clock;
  readonly begun: Instant;
  readonly abort: AbortController;
}

/** Bytes: the topics of some five thousand devices. */
const MAX_BYTES = 10_000_000;
/** Seconds until the first attempt: the nodes of a deployment own their topics by then. */
const FIRST_DELAY = 5;
/** Seconds until a site adopts what was left below its root: its own nodes have published by then. */
const ADOPTION_DELAY = 65;
const MAX_DELAY = 60;
/** Seconds in which other publishers of a topic are noticed. */
const LISTEN_SECONDS = 2;
/**
 * Seconds until the last will of a site that has moved is over: a broker notices within 45 s that a line is dead, and waits for
 * 15 s more. The will writes to `status`, which is cleared again after that.
 */
const WILL_SECONDS = 75;
const STATUS = 'status';

export function createDepartures({ clock: clockNow, keeping, places, onProblem }: DeparturesOptions): Departures {
  const store = openStore(keeping, MAX_BYTES);
  const report = (error: Error) => onProblem(error.message);
  /** Settings of each site for each broker that it has had, by `keyOf`. */
  const credentials = new Map<string, BrokerSettings>();
  const present = new Map<string, PresentSite>();
  /** Departures that a warning has named. */
  const warned = new WeakSet<Departure>();
  const waiting = new Map<Departure, () => void>();
  const attempts = new Set<Promise<void>>();
  let departures: Departure[] | undefined;
  let run: Run | undefined;

  async function loaded(): Promise<Departure[]> {
    const kept =
      departures ?? (await store.read((value) => departuresOf(parse(departuresSchema, value))).catch(report));
    departures ??= kept ?? [];
    return departures;
  }

  function save(): Promise<void> {
    departures = (departures ?? []).filter((departure) => !isEmpty(departure));
    return (departures.length > 0 ? store.write(departuresRecord(departures)) : store.remove()).catch(report);
  }

  /** The settings of the site itself; after a restart, those of any site with that broker. */
  const credentialsFor = ({ site, broker }: Departure): BrokerSettings | undefined =>
    credentials.get(keyOf(site, broker)) ?? [...present.values()].find((other) => other.broker.url === broker)?.broker;

  function warn(some: readonly Departure[], reason: string): void {
    const unnamed = some.filter((departure) => departure.holds.size > 0 && !warned.has(departure));
    for (const departure of unnamed) warned.add(departure);
    if (unnamed.length > 0) onProblem(`the off value is not published on ${heldTopics(unnamed)}: ${reason}`);
  }

  function schedule(departure: Departure, seconds: number, failures = 0): void {
    if (!run) return;
    const { clock } = run;
    waiting.get(departure)?.();
    const begin = () => {
      waiting.delete(departure);
      const attempt = leave(departure, failures).finally(() => attempts.delete(attempt));
      attempts.add(attempt);
    };
    waiting.set(departure, clock.alarm(clock.now() + seconds, begin));
  }

  async function leave(departure: Departure, failures: number): Promise<void> {
    const now = run;
    if (!now || isEmpty(departure)) return;
    correctTimes(departure, now.clock.now());
    // After a day the device may be in use by other means.
    warn([takeLate(departure, now.clock.now())], `the broker could not be reached for 24 hours. ${BY_HAND}`);
    const isLate = ageOf(departure, now.clock.now()) >= OFF_SECONDS;
    if (waitsForOwner(departure, now)) return;
    const broker = credentialsFor(departure);
    if (!broker) {
      const stranded = (departures ?? []).filter((one) => !credentialsFor(one));
      return warn(stranded, `no site has that broker any more, and its password is not kept. ${BY_HAND}`);
    }
    const isDone = isEmpty(departure) || (await clear(broker, departure, now));
    await save();
    if (run !== now || isDone || isLate) return;
    warn([departure], 'the broker cannot be reached, or refuses it. It is tried again for 24 hours');
    schedule(departure, delayAfter(failures + 1), failures + 1);
  }

  /** Hands over what lies below the root of a present site; true while the nodes of that may not have published yet. */
  function waitsForOwner(departure: Departure, { clock, begun }: Run): boolean {
    const { broker, root, topics, holds } = departure;
    const owner = [...present.values()].find((site) => site.broker.url === broker && site.root === root);
    const ofSite = new Map([...holds].filter(([key]) => isOfSite(departure, key)));
    if (!owner || topics.size + ofSite.size === 0) return false;
    const early = begun + ADOPTION_DELAY - clock.now();
    if (early > 0) schedule(departure, early);
    else {
      owner.adopt({ root, topics: new Set(topics), holds: ofSite });
      for (const key of ofSite.keys()) holds.delete(key);
      topics.clear();
    }
    return early > 0;
  }

  /** True where nothing is left to do. */
  async function clear(broker: BrokerSettings, departure: Departure, { clock, abort }: Run): Promise<boolean> {
    const hasStatus = departure.topics.has(STATUS);
    const { openGuest } = await import('../../mqtt/retained/guest.ts');
    const { sayLastWords } = await import('../../mqtt/retained/last-words.ts');
    const guest = await openGuest(broker, abort.signal).catch(() => undefined);
    if (!guest) return false;
    let cancel = () => {};
    try {
      await sayLastWords(guest, departure, {
        isTaken: (topic) => places.has(ownedTopic(departure.broker, topic)),
        listen: () =>
          new Promise((resolve) => {
            cancel = clock.alarm(clock.now() + LISTEN_SECONDS, resolve);
          }),
      });
    } catch {
      return false;
    } finally {
      cancel();
      await guest.close();
    }
    if (!isEmpty(departure)) return false;
    const untilWill = WILL_SECONDS - ageOf(departure, clock.now());
    if (hasStatus && untilWill > 0) {
      departure.topics.add(STATUS);
      schedule(departure, untilWill);
    }
    // The broker may be that of the site under another address.
    for (const { root, repeat } of present.values()) if (root === departure.root) repeat();
    return true;
  }

  /** Forgets the credentials of sites that have been deleted. */
  function forgetCredentials(): void {
    const inUse = new Set([
      ...[...present].map(([site, { broker }]) => keyOf(site, broker.url)),
      ...(departures ?? []).map(({ site, broker }) => keyOf(site, broker)),
    ]);
    for (const key of credentials.keys()) if (!inUse.has(key)) credentials.delete(key);
  }

  return {
    join(site, joining) {
      present.set(site, joining);
      credentials.set(keyOf(site, joining.broker.url), joining.broker);
    },
    part: (site) => void present.delete(site),
    async add(site, { broker, root, topics, holds }) {
      const all = await loaded();
      const now = (run?.clock ?? clockNow()).now();
      const added = { ...{ site, broker, root, since: now }, topics: new Set(topics), holds: new Map(holds) };
      correctTimes(added, now);
      const earlier = all.find((departure) => hasJoined(departure, added));
      if (!earlier) departures?.push(added);
      schedule(earlier ?? added, FIRST_DELAY);
      await save();
    },
    async start() {
      const all = await loaded();
      const clock = clockNow();
      run?.abort.abort();
      run = { clock, begun: clock.now(), abort: new AbortController() };
      departures = all.filter((departure) => !isForgotten(departure, clock.now()));
      for (const departure of departures) schedule(departure, FIRST_DELAY);
    },
    async pause() {
      // The sites that this deployment closes are still there.
      forgetCredentials();
      const { abort } = run ?? {};
      run = undefined;
      abort?.abort();
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
      await Promise.all(attempts);
    },
  };
}

const BY_HAND = 'Switch what must not stay on by other means';
const keyOf = (site: string, broker: string) => `${broker} ${site}`;
const delayAfter = (failures: number) => Math.min(FIRST_DELAY * 2 ** failures, MAX_DELAY);
