import type { Instant } from '../core/time.ts';
import type { Connection, Message } from './connection.ts';
import { type Publication, publication } from './topics.ts';

const FLUSH_MS = 2000;
const FULL_MS = 2000;

/** What the publisher needs of a connection. */
export interface Outlet
  extends Pick<Connection, 'connected' | 'version' | 'receiveMaximum' | 'start' | 'stop' | 'publish'> {
  on(event: 'connected', listener: () => void): unknown;
  off(event: 'connected', listener: () => void): unknown;
}

/**
 * Keeps every topic of a site true. It holds the last value of each instead of a queue, so that an outage ends with
 * what is true then and nothing superseded is ever sent.
 */
export class Publisher {
  readonly #connection: Outlet;
  readonly #now: () => Instant;
  /** The last set value of each topic, the latest set last. A cleared one stays: a broker may forget the clearing. */
  readonly #values = new Map<string, Publication>();
  /** What the broker has not been sent yet. */
  readonly #due = new Map<string, Publication>();
  /** What a broker at its limit has refused. */
  readonly #refused = new Set<string>();
  #retry: NodeJS.Timeout | undefined;
  #unacknowledged = 0;
  #idle: () => void = () => undefined;

  constructor(connection: Outlet, now: () => Instant) {
    this.#connection = connection;
    this.#now = now;
  }

  start(): void {
    this.set([publication('status', 'online')]);
    this.#connection.on('connected', this.#begin);
    this.#connection.start();
  }

  /** `removed` clears everything; else what was published stays true, as far as the broker's protocol allows. */
  async stop({ removed }: { readonly removed: boolean }): Promise<void> {
    if (removed) this.clear();
    else if (this.#connection.version === 4) this.set([publication('status', 'offline')]);
    await this.#flushed();
    clearTimeout(this.#retry);
    this.#connection.off('connected', this.#begin);
    await this.#connection.stop({ removed });
  }

  /** Publishes what differs from the last value of its topic, in this order. */
  set(publications: readonly Publication[]): void {
    for (const next of publications) {
      const last = this.#values.get(next.topic);
      this.#values.delete(next.topic);
      this.#values.set(next.topic, next);
      if (last?.payload !== next.payload || last.expiresAt !== next.expiresAt) this.#enqueue(next);
    }
    this.#send();
  }

  /** Publishes once, now or never, what is not kept. */
  tell(message: Publication): void {
    if (!this.#connection.connected) return;
    this.#enqueue(message);
    this.#send();
  }

  /** Clears the branch of topics, all of them by default. */
  clear(branch = ''): void {
    const inside = (topic: string) => branch === '' || topic === branch || topic.startsWith(`${branch}/`);
    this.set([...this.#values.keys()].filter(inside).map((topic) => publication(topic, '')));
  }

  /** Publishes everything once more. */
  republish(): void {
    for (const value of this.#values.values()) this.#enqueue(value);
    this.#send();
  }

  readonly #begin = () => {
    this.#unacknowledged = 0;
    this.republish();
  };

  #enqueue(value: Publication): void {
    this.#due.delete(value.topic);
    this.#due.set(value.topic, value);
  }

  #send(): void {
    for (const [topic, value] of this.#due) {
      if (!this.#connection.connected || this.#unacknowledged >= this.#connection.receiveMaximum) return;
      this.#due.delete(topic);
      this.#unacknowledged++;
      this.#connection.publish(this.#messageOf(value), (full) => this.#answered(topic, full));
    }
  }

  #answered(topic: string, full: boolean): void {
    this.#unacknowledged--;
    if (full) this.#tryLater(topic);
    this.#send();
    if (this.#unacknowledged === 0) this.#idle();
  }

  /** What is true then. */
  #tryLater(topic: string): void {
    if (this.#refused.size === 0) this.#retry = setTimeout(this.#tryAgain, FULL_MS);
    this.#refused.add(topic);
  }

  readonly #tryAgain = () => {
    for (const topic of this.#refused) {
      const value = this.#values.get(topic);
      if (value) this.#enqueue(value);
    }
    this.#refused.clear();
    this.#send();
  };

  /** A value that is no longer true clears its topic: a broker on 3.1.1 would keep it for ever. */
  #messageOf({ expiresAt, ...message }: Publication): Message {
    if (expiresAt === undefined) return message;
    const expiry = Math.ceil(expiresAt - this.#now());
    return expiry > 0 ? { ...message, expiry } : { ...message, payload: '' };
  }

  /** Resolves when the broker has acknowledged everything, or does not seem to. */
  async #flushed(): Promise<void> {
    if (!this.#connection.connected || this.#unacknowledged === 0) return;
    await new Promise<void>((resolve) => {
      const guard = setTimeout(resolve, FLUSH_MS);
      this.#idle = () => {
        clearTimeout(guard);
        resolve();
      };
    });
  }
}
