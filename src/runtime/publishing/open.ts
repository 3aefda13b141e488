import { remoteText } from '../../core/secrets/secrets.ts';
import type { CommandRefusal } from '../../messages/command-reader.ts';
import type { BrokerSettings } from '../../mqtt/broker.ts';
import { type Command, refusalTopic, setTopic } from '../../mqtt/command-topics.ts';
import { Connection } from '../../mqtt/connection.ts';
import { Publisher } from '../../mqtt/publisher.ts';
import type { Clock } from '../clock.ts';
import { kindIn } from '../problem-text.ts';
import type { SiteSettings } from '../site-settings.ts';
import { type Keeping, openStore } from '../store.ts';
import type { Departures, LeftTopics } from './departures.ts';
import { inTurn } from './loop-turns.ts';
import { createPublishing, type Publishing } from './publishing.ts';
import { type Home, keepRetained, nothingRetained, type RetainedBefore, readRetained } from './retained-before.ts';
import type { PublishingMeans } from './statements.ts';
import type { BrokerTrouble } from './trouble.ts';

export interface PublishingOptions {
  readonly settings: SiteSettings;
  readonly broker: BrokerSettings;
  readonly clock: Clock;
  /** The store of what the site has on its broker. */
  readonly topics?: Keeping;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly onProblem?: (text: string) => void;
  /** Called with the reason while the broker cannot be reached, and with nothing once it can. */
  readonly onBroker?: (trouble: BrokerTrouble | undefined) => void;
  readonly isTaken?: PublishingMeans['isTaken'];
  /** Keeps the topics that this site has left, until they are cleared. */
  readonly departures?: Pick<Departures, 'join' | 'part' | 'add'> | undefined;
  /** Does what a command says, or says why not. */
  readonly follow: (command: Command) => CommandRefusal | undefined;
}

/** How a site stands with its broker. */
export interface BrokerState {
  readonly isConnected: boolean;
  /** Of MQTT, while it is connected. */
  readonly version: '5' | '3.1.1';
}

/** The topics of some five thousand devices. */
const MOST_BYTES = 10_000_000;

/** A site's publishing over a connection of its own, with what it has left on the broker in an earlier life. */
export async function openPublishing({
  settings,
  broker,
  clock,
  topics,
  random = Math.random,
  onProblem = () => undefined,
  onBroker = () => undefined,
  isTaken = () => false,
  departures,
  follow,
}: PublishingOptions): Promise<Publishing & { brokerState(): BrokerState }> {
  const { id, root, discoveryPrefix } = settings;
  const home = { broker: broker.url, root };
  const store = openStore(topics, MOST_BYTES);
  const report = ({ message }: Error) => onProblem(message);
  const before: RetainedBefore = await readRetained(store, home).catch((error) => {
    report(error);
    return nothingRetained;
  });
  const connection = new Connection(broker, root);
  const publisher = new Publisher(connection, clock.now, clock.alarm);
  const memory = openLatest((retained: RetainedBefore) => keepRetained(store, home, retained), report);
  let remaining = before;
  const remember = (retained: RetainedBefore) => {
    remaining = retained;
    memory.keep(retained);
  };
  const leave = async (left: Omit<LeftTopics, keyof Home>) => departures?.add(id, { ...home, ...left });
  const publishing = createPublishing({
    ...{ publisher, settings, clock, random, before, remember, isTaken },
    ...(departures && {
      handOver: (key, hold) => leave({ topics: [], holds: new Map([[key, hold]]) }),
    }),
  });
  departures?.join(id, { broker, root, adopt: publishing.adopt, repeat: publishing.repeat });
  if (discoveryPrefix !== undefined) connection.awaitBirth(`${discoveryPrefix}/status`);
  const { host } = new URL(broker.url);
  let isDown = false;
  connection.on('failed', (text) => {
    // One warning for each outage: its reason may change with every retry.
    if (!isDown) onProblem(`broker: ${host}: ${text}${adviceOf(text)}`);
    if (connection.connected) return;
    isDown = true;
    onBroker({ host, why: text });
  });
  connection.on('connected', () => {
    isDown = false;
    onBroker(undefined);
  });
  connection.on('birth', publishing.born);
  publisher.onHungUp = ({ topic, outside }) =>
    onProblem(
      `the broker hangs up on ${outside ? '' : `${root}/`}${topic}: it is said after everything else, and ever more rarely`,
    );
  const warned = new Set<string>();
  connection.on('command', (command) => inTurn(() => followCommand(command)));
  function followCommand(command: Command): void {
    const refusal = follow(command);
    if (!refusal) return;
    publisher.tell(refusalTopic(command, refusal, clock.now()));
    const topic = remoteText(`${root}/${setTopic(command)}`);
    if (warned.has(topic) || warned.size === MAX_REFUSAL_WARNINGS) return;
    warned.add(topic);
    onProblem(`${topic}: "${remoteText(refusal.value)}" is refused and changes nothing; allowed: ${refusal.allowed}`);
  }
  return {
    ...publishing,
    brokerState: () => ({ isConnected: connection.connected, version: connection.version === 4 ? '3.1.1' : '5' }),
    async stop(options) {
      departures?.part(id);
      await publishing.stop(options);
      await memory.kept();
      if (!options.removed) return;
      const { topics: left, holds } = remaining;
      if (left.size + holds.size > 0) await leave({ topics: left.keys(), holds: new Map(holds) });
      await store.remove();
    },
  };
}

/** The log gets one warning for each topic, and no more than these. */
const MAX_REFUSAL_WARNINGS = 20;

/** A sentence for the log, which is in English, if the login is refused. */
const adviceOf = (why: string): string =>
  kindIn(why) === 'broker-credentials' ? '. The broker refuses the login: check user and password.' : '';

/** Keeps the last of many values, one at a time: those that come meanwhile are one. */
function openLatest<T>(write: (value: T) => Promise<void>, report: (error: Error) => void) {
  let kept = Promise.resolve();
  let waiting: { value: T } | undefined;
  async function writeLatest(): Promise<void> {
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    await write(value).catch(report);
  }
  return {
    keep(value: T) {
      if (!waiting) kept = kept.then(writeLatest);
      waiting = { value };
    },
    kept: () => kept,
  };
}
