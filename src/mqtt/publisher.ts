import type { Instant } from '../core/time.ts';
import type { Connection, Message, Reply } from './connection.ts';
import { createSuspects } from './suspects.ts';
import { clearingOf, keyOf, type Publication, publication } from './topics.ts';

/** Calls `ring` at `instant`; what is returned cancels it. */
type Alarm = (instant: Instant, ring: () => void) => () => void;

const FLUSH_MS = 2000;
const FULL_MS = 2000;
/** Of those that wait on one topic, a second for each. */
const MOST_TOLD = 20;
/** Seconds, far less than a packet can say: whatever is true for longer is said again on every connection. */
const LONGEST_EXPIRY = 365 * 86_400;

/** Prices come before what vouches for them, so those of one name wait together; any other topic only for itself. */
const orderOf = (key: string): string => /^(?:price|feedin)([^/]*)\//.exec(key)?.[1] ?? key;

/** Whether the site is there, what a kWh costs now, and what is switched. An empty price waits for what says why it is empty. */
const isEssential = ({ topic, payload, letGo, retain }: Publication): boolean =>
  payload !== '' &&
  (letGo !== undefined ||
    retain === false ||
    /^(status|price[^/]*\/now|window\/[^/]+\/state|battery\/[^/]+\/mode)$/.test(topic));

/** The part of a connection that a publisher needs. */
export interface Outlet
  extends Pick<Connection, 'connected' | 'version' | 'receiveMaximum' | 'start' | 'stop' | 'publish'> {
  /** True where the broker may have ended the last connection for what it was sent. */
  readonly hungUp?: boolean;
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
  readonly #alarm: Alarm | undefined;
  /** The last set value of each topic, the latest set last. A cleared one stays: a broker may forget the clearing. */
  readonly #values = new Map<string, Publication>();
  /** Values that the broker has not been sent yet. */
  readonly #due = new Map<string, Publication>();
  /** Keys of values that a broker at its limit has refused. */
  readonly #refused = new Set<string>();
  /** What is to be told after that which is due on a topic, by its key. */
  readonly #later = new Map<string, Publication[]>();
  readonly #sentAt = new Map<string, Instant>();
  readonly #suspects = createSuspects(
    () => this.#now(),
    (key) => this.onHungUp(clearingOf(key)),
  );
  #cancelAlarm: (() => void) | undefined;
  #cancelTrial = () => {};
  #stopping = false;
  #retry: NodeJS.Timeout | undefined;
  #unacknowledged = 0;
  #idle: () => void = () => undefined;
  /** Called on each connection before anything is sent. */
  onConnected: () => void = () => undefined;
  /** Hears the payload that the broker has taken, by the key of its topic. */
  onTaken: (key: string, payload: string) => void = () => undefined;
  /** Hears, once, of each topic on which the broker hangs up: it is sent ever more rarely, and alone. */
  onHungUp: (on: Pick<Publication, 'topic' | 'outside'>) => void = () => undefined;

  /** @param alarm keeps two messages on one topic a second apart; left out, nothing does. */
  constructor(connection: Outlet, now: () => Instant, alarm?: Alarm) {
    this.#connection = connection;
    this.#now = now;
    this.#alarm = alarm;
  }

  get connected(): boolean {
    return this.#connection.connected;
  }

  /** @param online false where that is said later, once what a broker has kept is known to be true. */
  start({ online = true } = {}): void {
    if (online) this.set([publication('status', 'online')]);
    this.#connection.on('connected', this.#begin);
    this.#connection.start();
  }

  /** `removed` clears everything; else what was published stays true, as far as the broker's protocol allows. */
  async stop({ removed }: { readonly removed: boolean }): Promise<void> {
    this.#stopping = true;
    this.#cancelAlarm?.();
    this.#cancelTrial();
    // A last word that waits for its second is said before its topic is cleared.
    this.#send();
    if (removed) this.clear();
    else if (this.#connection.version === 4) this.set([publication('status', 'offline')]);
    this.#send();
    await this.#flushed();
    clearTimeout(this.#retry);
    this.#connection.off('connected', this.#begin);
    await this.#connection.stop({ removed });
  }

  /** Publishes what differs from the last value of its topic, in this order. */
  set(publications: readonly Publication[]): void {
    for (const next of publications) {
      const key = keyOf(next);
      const last = this.#values.get(key);
      this.#values.delete(key);
      this.#values.set(key, next);
      if (last?.payload !== next.payload || last.expiresAt !== next.expiresAt) this.#enqueue(next);
    }
    this.#send();
  }

  /** Publishes once, now or never, what is not kept: one after the other, of very many the last. */
  tell(message: Publication): void {
    if (!this.#connection.connected) return;
    const key = keyOf(message);
    const later = this.#later.get(key) ?? [];
    if (this.#due.has(key)) this.#later.set(key, [...later, message].slice(-MOST_TOLD));
    else this.#enqueue(message);
    this.#send();
  }

  /** Says no more of it. What a broker retains is to be cleared instead. */
  forget(key: string): void {
    this.#values.delete(key);
    this.#due.delete(key);
    this.#later.delete(key);
  }

  /** Clears every topic. */
  clear(): void {
    this.set([...this.#values].flatMap(([key, { retain }]) => (retain === false ? [] : [clearingOf(key)])));
  }

  /** Publishes everything that is true once more, except what has just been. */
  republish(): void {
    const now = this.#now();
    for (const [key, value] of this.#values) {
      const { payload, expiresAt = Number.POSITIVE_INFINITY } = value;
      const recent = this.#alarm && this.#sentAt.get(key) === now;
      if (payload !== '' && expiresAt > now && !recent) this.#enqueue(value);
    }
    this.#send();
  }

  readonly #begin = () => {
    const hungUp = this.#connection.hungUp ?? false;
    this.onConnected();
    this.#suspects.lost(hungUp);
    this.#unacknowledged = 0;
    this.#sentAt.clear();
    // What was to be told now or never is not told now.
    this.#due.clear();
    this.#later.clear();
    const values = [...this.#values.values()];
    // The connection may be short again.
    const first = hungUp ? values.filter(isEssential) : [];
    for (const value of new Set([...first, ...values])) this.#due.set(keyOf(value), value);
    this.#send();
  };

  #enqueue(value: Publication): void {
    const key = keyOf(value);
    this.#due.delete(key);
    this.#due.set(key, value);
  }

  #send(): void {
    const waiting = new Set<string>();
    for (const [key, value] of this.#due) {
      if (!this.#mayGoOn()) return;
      if (this.#suspects.has(key)) continue;
      const order = orderOf(key);
      if (waiting.has(order) || this.#tooSoon(key)) waiting.add(order);
      else this.#hand(key, value);
    }
    this.#tryNext();
  }

  #mayGoOn(): boolean {
    const { connected, receiveMaximum } = this.#connection;
    return connected && this.#unacknowledged < receiveMaximum && !this.#suspects.onTrial;
  }

  /** What a broker may have hung up on is sent when nothing else is under way. */
  #tryNext(): void {
    const key = this.#unacknowledged === 0 && this.#mayGoOn() ? this.#suspects.next(this.#due.keys()) : undefined;
    const value = key !== undefined && this.#due.get(key);
    if (value && !this.#tooSoon(key)) this.#hand(key, value);
    const { due } = this.#suspects;
    this.#cancelTrial();
    if (due !== undefined && this.#alarm && !this.#stopping) this.#cancelTrial = this.#alarm(due, () => this.#send());
  }

  #hand(key: string, value: Publication): void {
    this.#due.delete(key);
    const next = this.#later.get(key)?.shift();
    if (next) this.#enqueue(next);
    const message = this.#messageOf(value);
    if (!message) return;
    this.#unacknowledged++;
    this.#suspects.sent(key);
    this.#connection.publish(message, (answer) => {
      this.#suspects.answered(key);
      if (answer === 'taken') this.onTaken(key, message.payload);
      this.#answered(key, answer);
    });
  }

  /** A topic is sent something once a second at the most. */
  #tooSoon(key: string): boolean {
    const now = this.#now();
    if (!this.#alarm || this.#stopping) return false;
    if (this.#sentAt.get(key) !== now) {
      this.#sentAt.set(key, now);
      return false;
    }
    this.#cancelAlarm ??= this.#alarm(now + 1, () => {
      this.#cancelAlarm = undefined;
      this.#send();
    });
    return true;
  }

  #answered(key: string, answer: Reply): void {
    this.#unacknowledged--;
    if (answer === 'full') this.#tryLater(key);
    this.#send();
    if (this.#unacknowledged === 0) this.#idle();
  }

  /** Sends what is true then. */
  #tryLater(key: string): void {
    if (this.#refused.size === 0) this.#retry = setTimeout(this.#tryAgain, FULL_MS);
    this.#refused.add(key);
  }

  readonly #tryAgain = () => {
    for (const key of this.#refused) {
      const value = this.#values.get(key);
      if (value) this.#enqueue(value);
    }
    this.#refused.clear();
    this.#send();
  };

  /** A value that is no longer true clears its topic: a broker on 3.1.1 would keep it for ever. */
  #messageOf({ expiresAt, ...message }: Publication): Message | undefined {
    if (expiresAt === undefined) return message;
    const expiry = Math.ceil(expiresAt - this.#now());
    if (expiry > 0) return { ...message, expiry: Math.min(expiry, LONGEST_EXPIRY) };
    return message.retain === false ? undefined : { ...message, payload: '' };
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
