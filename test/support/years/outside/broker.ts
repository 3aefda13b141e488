import { EventEmitter } from 'node:events';
import type { Instant } from '../../../../src/core/time.ts';
import type { ProtocolVersion } from '../../../../src/mqtt/broker.ts';
import type { Command } from '../../../../src/mqtt/command-topics.ts';
import type { Message, Reply } from '../../../../src/mqtt/connection.ts';
import type { Outlet } from '../../../../src/mqtt/publisher.ts';
import { retryDelay, shortOnes } from '../../../../src/mqtt/reconnect.ts';
import { unsendable } from '../../../../src/mqtt/sendable.ts';
import { type RetainingBroker, retainingBroker, topicOf } from '../../mqtt/retaining-broker.ts';

/** What a broker does to those who publish, and the seconds by which what is true may be late with it: a topic is said something once in one. */
const lateness = {
  well: 2,
  'is at its quota': 12,
  'forbids a topic': 2,
  'takes only short messages': 2,
  'hangs up on a topic': 30,
  'answers late': 180,
  'lets in another of that name': 2,
  'takes MQTT 5 or not': 2,
} as const;
type Mood = keyof typeof lateness;

const answers = { taken: 'taken', later: 'full', never: 'refused' } as const;

/** Bytes of a message: those that say what is switched and what it costs are shorter, plans and entities longer. */
const SHORT = 200;
const WILL_DELAY = 15;

/** A broker as a site has left it. */
export interface LeftBroker {
  readonly broker: RetainingBroker;
  /** The last that was said on topics of which it keeps nothing. */
  readonly lastHeard: Map<string, string>;
}

/** A broker that may be of either version of MQTT and in any mood; its connection comes back as ours does. */
export interface MoodyBroker extends Omit<RetainingBroker, 'connection'> {
  /** The connection of a site that is at `root`. */
  open(root: string): Outlet;
  /** The site is sent a command, where there is a connection. */
  command(command: Command): void;
  /** The last that was said on a topic of which a broker keeps nothing. */
  lastHeard(topic: string): string | undefined;
  turn(mood: Mood, topic?: string): void;
  /** It is another from now on, which knows nothing. */
  replace(version: ProtocolVersion): void;
  /** The site goes to another, which knows nothing; what it leaves behind stays with this one. */
  leave(version: ProtocolVersion): LeftBroker;
  /** As it is now. */
  present(): LeftBroker;
  version(): ProtocolVersion;
  /** Takes nothing and says nothing, though the connection stands. */
  fallSilent(): void;
  /** Seconds by which a topic may be late. */
  lateness(): number;
  /** It has not taken the last message on that topic, which may rest for an hour. */
  refuses(topic: string): boolean;
  /** How many messages it has treated in each way. */
  met(): Readonly<Record<string, number>>;
  /** Hears when the connection comes about, and is lost. */
  onLink(listener: (isConnected: boolean) => void): void;
}

/** @param now of a clock that nobody sets. */
export function moodyBroker(now: () => Instant): MoodyBroker {
  let inner = retainingBroker({ now }, '');
  let passing = new Map<string, string>();
  const timers = new Set<NodeJS.Timeout>();
  const refused = new Set<string>();
  const putOff = new Set<string>();
  const met: Record<string, number> = {};
  let mood: Mood = 'well';
  let victim = '';
  let isSilent = false;
  let root = '';
  let will: { readonly due: Instant; readonly topic: string } | undefined;
  let short = 0;
  let upSince = now();
  let tell = (_isConnected: boolean) => {};

  const count = (what: string) => {
    met[what] = (met[what] ?? 0) + 1;
  };
  const after = (ms: number, act: () => void) => void timers.add(setTimeout(act, ms));
  function keep(topic: string, { expiry, ...message }: Omit<Message, 'topic'>): void {
    if (message.retain === false) passing.set(topic, message.payload);
    const lasts = expiry !== undefined && connection.version === 5 && { expiry };
    inner.connection.publish({ ...message, topic, outside: true, ...lasts }, () => {});
  }

  function forgetTimers(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }

  /** The last will of a connection that has not come back in time. */
  function sayWill(): void {
    if (will === undefined || now() < will.due) return;
    keep(will.topic, { payload: 'offline' });
    will = undefined;
  }

  function link(): void {
    forgetTimers();
    sayWill();
    will = undefined;
    isSilent = false;
    upSince = now();
    if (mood === 'takes MQTT 5 or not') {
      count(mood);
      connection.version = connection.version === 5 ? 4 : 5;
    }
    connection.connected = true;
    tell(true);
    if (mood === 'lets in another of that name') after(1000, () => lose(false));
    connection.emit('connected');
  }

  function drop(hungUp: boolean): void {
    forgetTimers();
    if (!connection.connected) return;
    Object.assign(connection, { connected: false, hungUp });
    short = shortOnes(short, (now() - upSince) * 1000);
    will ??= { due: now() + (connection.version === 5 ? WILL_DELAY : 0), topic: `${root}/status` };
    tell(false);
  }

  function lose(hungUp: boolean): void {
    count(mood);
    drop(hungUp);
    after(retryDelay(short, 0.5), link);
  }

  /** What becomes of a message: `taken`, `later`, or `never`. */
  function fateOf({ payload }: Message, topic: string): keyof typeof answers {
    if (mood === 'takes only short messages')
      return unsendable(topic, payload, SHORT) === undefined ? 'taken' : 'never';
    if (mood === 'forbids a topic') return topic === victim ? 'never' : 'taken';
    return mood === 'is at its quota' && !putOff.delete(topic) ? 'later' : 'taken';
  }

  function take(message: Message, topic: string, done: (answer: Reply) => void): void {
    const fate = fateOf(message, topic);
    if (fate !== 'taken') count(mood);
    if (fate === 'later') putOff.add(topic);
    if (fate === 'never') refused.add(topic);
    if (fate === 'taken') {
      refused.delete(topic);
      keep(topic, message);
    }
    done(answers[fate]);
  }

  function publish(message: Message, done: (answer: Reply) => void): void {
    const topic = topicOf(message, root);
    if (isSilent) count('falls silent');
    else if (mood === 'hangs up on a topic' && topic === victim) {
      refused.add(topic);
      lose(true);
    } else if (mood === 'answers late') {
      count(mood);
      after(1000, () => take(message, topic, done));
    } else take(message, topic, done);
  }

  const connection = Object.assign(new EventEmitter(), {
    ...{ connected: false, version: 5 as ProtocolVersion, receiveMaximum: 1000, hungUp: false },
    start: () => undefined,
    stop: async () => undefined,
    awaitBirth: () => undefined,
    publish,
  });
  return {
    heard: () => inner.heard(),
    open(at) {
      root = at;
      return connection;
    },
    command: (command) => void (connection.connected && connection.emit('command', command)),
    lastHeard: (topic) => passing.get(topic),
    connect: link,
    disconnect: () => drop(false),
    hangUp() {
      drop(false);
      connection.removeAllListeners();
    },
    present: () => ({ broker: inner, lastHeard: passing }),
    leave(version) {
      const left = { broker: inner, lastHeard: passing };
      inner = retainingBroker({ now }, '');
      passing = new Map();
      this.replace(version);
      return left;
    },
    forget() {
      inner.forget();
      will = undefined;
    },
    retained() {
      sayWill();
      return inner.retained();
    },
    turn(next, topic = '') {
      [mood, victim] = [next, topic];
      putOff.clear();
      connection.receiveMaximum = mood === 'answers late' ? 2 : 1000;
      if (mood === 'lets in another of that name' && connection.connected) lose(false);
    },
    replace(version) {
      drop(false);
      connection.version = version;
      this.forget();
    },
    version: () => connection.version,
    fallSilent() {
      isSilent = true;
    },
    lateness: () => lateness[mood],
    refuses: (topic) => refused.has(topic),
    met: () => met,
    onLink(listener) {
      tell = listener;
    },
  };
}
