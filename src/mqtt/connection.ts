import { EventEmitter } from 'node:events';
import { connect, type MqttClient, ReasonCodes } from 'mqtt';
import { type BrokerSettings, clientOptions, FULL_WILL, type ProtocolVersion } from './broker.ts';
import { COMMANDS, type Command, commandOn } from './command-topics.ts';
import {
  acceptedWill,
  endsBySending,
  type Failure,
  failureText,
  isFull,
  namesVersion,
  refusesVersion,
} from './failure.ts';
import { meetAllLengths } from './packet-lengths.ts';
import { askAgainDelay, isPattern, retryDelay, shortOnes } from './reconnect.ts';
import { deliveryOn, unsendable } from './sendable.ts';
import { speaks5 } from './trial.ts';

/** A message as a broker is handed it; `expiry` is in seconds from now. */
export interface Message {
  readonly topic: string;
  readonly payload: string;
  readonly expiry?: number;
  /** Left out: the broker keeps it. */
  readonly retain?: boolean;
  /** Left out: below the site's root. */
  readonly outside?: true;
}

/** A broker at its limit says that it is full; what it refuses, it would refuse at any time. */
export type Reply = 'taken' | 'refused' | 'full';

interface ConnectionEvents {
  connected: [];
  disconnected: [];
  /** Never one that the broker had kept: nobody knows for how long. */
  command: [command: Command];
  /** Home Assistant has started. */
  birth: [];
  /** Why an attempt or a connection failed, without any secret; the same text is not repeated while it goes on. */
  failed: [text: string];
}

const STOP_MS = 2000;
/** Said by RabbitMQ, which forgets to retain a will that waits, and by few others. */
const FORGETFUL_QOS = 1;
/** MQTT 5: `Disconnect with Will Message`. */
const KEEP_WILL = 4;
/** Every broker that does not say less accepts as many messages before it has acknowledged the first. */
const DEFAULT_RECEIVE_MAXIMUM = 65_535;

/**
 * One connection of our own that comes back after every loss, on MQTT 5 where the broker speaks it, else 3.1.1. Each
 * attempt is a new client with nothing left to replay. The last will is `offline` on `<root>/status`.
 */
export class Connection extends EventEmitter<ConnectionEvents> {
  readonly #settings: BrokerSettings;
  readonly #root: string;
  readonly #wait: (short: number) => number;
  readonly #askAgain: (times: number) => number;
  #birthTopic: string | undefined;
  #client: MqttClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopping = false;
  #reported: string | undefined;
  readonly #unsendable = new Set<string>();
  /** Messages that the broker has not answered. */
  #underWay = 0;
  /** Topics that the broker has refused since then, by its reason. */
  readonly #refused = new Map<string, string[]>();
  readonly #reportedReasons = new Set<string>();
  #short = 0;
  #hungUp = false;
  #will = FULL_WILL;
  #question: NodeJS.Timeout | undefined;
  /** The client that makes room for one on MQTT 5. */
  #leaving: MqttClient | undefined;

  /**
   * @param wait milliseconds until the next attempt after so many short connections in a row.
   * @param askAgain milliseconds until MQTT 5 is tried beside 3.1.1, after so many times in vain.
   */
  constructor(
    settings: BrokerSettings,
    root: string,
    wait = (short: number) => retryDelay(short, Math.random()),
    askAgain = askAgainDelay,
  ) {
    super();
    this.#settings = settings;
    this.#root = root;
    this.#wait = wait;
    this.#askAgain = askAgain;
  }

  get connected(): boolean {
    return this.#client?.connected === true && !this.#client.disconnecting;
  }

  /** Of the present connection; 3.1.1 knows no message expiry and no delayed will. */
  get version(): ProtocolVersion {
    return this.#client?.options.protocolVersion === 4 ? 4 : 5;
  }

  /** The most messages that may wait for their acknowledgement at a time. */
  get receiveMaximum(): number {
    return this.#client?.serverProperties?.receiveMaximum ?? DEFAULT_RECEIVE_MAXIMUM;
  }

  /** True where the broker may have ended the last connection for what it was sent. */
  get hungUp(): boolean {
    return this.#hungUp;
  }

  /** Listens, from the next start on, for Home Assistant to say on `topic` that it has started. */
  awaitBirth(topic: string): void {
    this.#birthTopic = topic;
  }

  /** @throws TypeError where the address is none. */
  start(): void {
    this.#stopping = false;
    this.#attempt(5);
  }

  /**
   * Ends the connection. On MQTT 5, unless the site is `removed`, its will stays with the broker, to be cancelled when
   * we are back within its delay.
   */
  async stop({ removed }: { readonly removed: boolean }): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#question);
    const client = this.#client;
    if (!client) return;
    const closed = new Promise<void>((resolve) => client.once('close', resolve));
    const guard = setTimeout(() => client.stream.destroy(), STOP_MS);
    client.end(!client.connected, removed ? { properties: { sessionExpiryInterval: 0 } } : { reasonCode: KEEP_WILL });
    await closed;
    clearTimeout(guard);
  }

  /**
   * Sends a message. `done` is called when the broker has answered, never after a loss. One that cannot be sent is told, and
   * refused.
   */
  publish({ topic: name, payload, expiry, retain = true, outside }: Message, done: (answer: Reply) => void): void {
    const client = this.#client;
    const topic = outside ? name : `${this.#root}/${name}`;
    const reason = unsendable(topic, payload, client?.serverProperties?.maximumPacketSize);
    if (reason !== undefined) {
      this.#tellUnsendable(topic, reason);
      done('refused');
      return;
    }
    if (!client) return;
    const properties = expiry === undefined ? {} : { messageExpiryInterval: expiry };
    this.#underWay++;
    client.publish(topic, payload, { ...deliveryOn(client, retain), properties }, (error) => {
      // Without a reason code it is no answer of the broker's: the connection is lost.
      if (error && !('code' in error)) return;
      this.#underWay--;
      if (error) this.#refused.set(error.message, [...(this.#refused.get(error.message) ?? []), name]);
      done(error ? (isFull(error) ? 'full' : 'refused') : 'taken');
      if (this.#underWay === 0) this.#reportRefused();
    });
  }

  /** One cause has one text, however many topics it meets. */
  #reportRefused(): void {
    for (const [reason, [first, ...others]] of this.#refused) {
      if (this.#reportedReasons.has(reason)) continue;
      this.#reportedReasons.add(reason);
      this.emit('failed', `${first}${others.length > 0 ? ` and ${others.length} more topics` : ''}: ${reason}`);
    }
    this.#refused.clear();
  }

  #tellUnsendable(topic: string, reason: string): void {
    if (this.#unsendable.has(topic)) return;
    this.#unsendable.add(topic);
    this.emit('failed', `${JSON.stringify(excerpt(topic))} is not published: ${reason}`);
  }

  #subscribe(client: MqttClient): void {
    const birth = this.#birthTopic === undefined ? [] : [this.#birthTopic];
    for (const topic of [...COMMANDS.map((commands) => `${this.#root}/${commands}`), ...birth]) {
      client.subscribe(topic, { qos: 1 }, (error, _subscriptions, answer) => {
        if (error && answer) this.#report(`${topic}: ${error.message}`);
      });
    }
  }

  #receive(topic: string, payload: string): void {
    if (topic !== this.#birthTopic) this.emit('command', commandOn(topic, payload));
    else if (payload === 'online') this.emit('birth');
  }

  /** @param late it is not for sure that the broker speaks nothing later. */
  #attempt(version: ProtocolVersion, late = false): void {
    const options = clientOptions(this.#settings, version, `${this.#root}/status`, this.#will);
    let client: MqttClient;
    meetAllLengths();
    try {
      client = connect(options);
    } catch (error) {
      // An unusable key or certificate.
      this.#tryLater(error as Failure);
      return;
    }
    this.#client = client;
    this.#follow(client, version);
    if (late) client.once('connect', () => this.#askFor5(client));
  }

  #follow(client: MqttClient, version: ProtocolVersion): void {
    let begun: number | undefined;
    let failure: Failure | undefined;
    let again = false;
    const fail = (error: Failure) => {
      failure ??= error;
      client.end(true);
    };
    client.on('error', fail);
    client.stream.on('error', fail);
    client.on('disconnect', ({ reasonCode }) => fail(goodbye(reasonCode)));
    client.on('message', (topic, payload, { retain }) => {
      if (!retain) this.#receive(topic, payload.toString());
    });
    client.once('connect', () => {
      if (version === 5 && this.#will.waits && client.serverProperties?.maximumQoS === FORGETFUL_QOS) {
        this.#will = { ...this.#will, waits: false };
        again = true;
        client.end();
        return;
      }
      begun = performance.now();
      this.#subscribe(client);
      this.emit('connected');
    });
    client.once('close', () => {
      clearTimeout(this.#question);
      this.#client = undefined;
      const upMs = begun === undefined ? undefined : performance.now() - begun;
      if (upMs !== undefined) {
        this.#hungUp = endsBySending(failure);
        this.#underWay = 0;
        this.#reportRefused();
        this.emit('disconnected');
      }
      if (this.#stopping) return;
      const will = upMs === undefined ? acceptedWill(this.#will, failure) : undefined;
      this.#will = will ?? this.#will;
      if (again || will || client === this.#leaving) this.#attempt(5);
      else if (upMs === undefined && version === 5 && refusesVersion(failure)) this.#attempt(4, !namesVersion(failure));
      else this.#tryLater(failure, upMs);
    });
  }

  /** Beside the present connection, which is ended in favour of another where the broker answers now. */
  #askFor5(client: MqttClient, times = 0): void {
    const ask = async () => {
      const isLate = await speaks5(this.#settings);
      if (this.#client !== client || this.#stopping) return;
      if (!isLate) return this.#askFor5(client, times + 1);
      this.#leaving = client;
      client.end();
    };
    this.#question = setTimeout(() => void ask(), this.#askAgain(times));
  }

  #tryLater(failure: Failure | undefined, upMs?: number): void {
    this.#short = shortOnes(this.#short, upMs);
    // What ended a connection that lasted is news, even in the same words.
    if (upMs !== undefined && this.#short === 0) {
      this.#reported = undefined;
      this.#reportedReasons.clear();
    }
    const { clientId, password } = this.#settings;
    this.#report(failureText(failure, { clientId, secret: password, rival: isPattern(this.#short) }));
    this.#retry = setTimeout(() => this.#attempt(5), this.#wait(this.#short));
  }

  #report(text: string): void {
    if (text === this.#reported) return;
    this.#reported = text;
    this.emit('failed', text);
  }
}

const MOST_SHOWN = 100;
const excerpt = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

/** The farewell of a broker that ends a connection. */
function goodbye(code = 0): Failure {
  const reason = (ReasonCodes as Readonly<Record<number, string>>)[code] || 'goodbye';
  return Object.assign(new Error(`broker: ${reason}`), { code });
}
