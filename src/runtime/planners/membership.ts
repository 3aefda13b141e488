import { EventEmitter } from 'node:events';
import { thrownText } from '../../core/file-error.ts';
import type { BrokerSettings } from '../../mqtt/broker.ts';
import {
  GONE,
  HERE,
  heard,
  leftTo,
  type Members,
  memberTopic,
  SAID_AGAIN,
  SESSION_EXPIRY,
} from '../../mqtt/requests/members.ts';
import { type Delivery, Session } from '../../mqtt/requests/session.ts';

interface MembershipOptions {
  /** The session of one's own. */
  readonly session: Session;
  readonly broker: Omit<BrokerSettings, 'clientId'>;
  readonly root: string;
  /** The subscription that members share. */
  readonly requests: string;
  readonly now: () => number;
}

interface MembershipEvents {
  /** A request that another had when it went. */
  delivery: [session: Session, delivery: Delivery];
  /** The same reason may come with other names. */
  told: [text: string, reason?: string];
}

/**
 * A worker among others. Each says that it is there, and by its will that it has gone; the next of those who are left resumes
 * its session, and takes over what the broker has for it. Brokers may give that to others by themselves: then nothing is left.
 */
export class Membership extends EventEmitter<MembershipEvents> {
  readonly #options: MembershipOptions;
  readonly #resumed = new Map<string, Session>();
  #members: Members = new Map();
  #again: NodeJS.Timeout | undefined;

  constructor(options: MembershipOptions) {
    super();
    this.#options = options;
  }

  /** @param before the session that this worker had before it lost its connection. */
  async start(before: string | undefined): Promise<void> {
    const { session } = this.#options;
    this.#again = setInterval(() => this.#sayAgain(), 1000 * SAID_AGAIN);
    try {
      await session.subscribe(this.#topic('+'), 0);
      if (before !== undefined) await this.#say(before, GONE);
      await this.#say(session.id, HERE);
    } catch (error) {
      if (session.isOpen) this.emit('told', `planners cannot see each other: ${thrownText(error)}`);
    }
  }

  /** Takes over nothing more. */
  pause(): void {
    clearInterval(this.#again);
    this.#members = new Map();
  }

  async stop(): Promise<void> {
    this.pause();
    await Promise.all([...this.#resumed.values()].map((session) => session.end('others')));
  }

  /** True of what one of the members has said. */
  takes({ packet: { topic, payload }, settle }: Delivery): boolean {
    const before = this.#topic('');
    if (!topic.startsWith(before) || topic.slice(before.length).includes('/')) return false;
    settle();
    this.#hear(topic.slice(before.length), payload.toString());
    return true;
  }

  #hear(id: string, word: string): void {
    const { session, now } = this.#options;
    this.#members = heard(this.#members, id, word, now());
    // What was retained comes before one's own word.
    if (this.#members.has(session.id)) this.#look();
  }

  #look(): void {
    const { session, now } = this.#options;
    if (!session.isOpen) return;
    for (const id of leftTo(session.id, this.#members, now())) if (!this.#resumed.has(id)) this.#resume(id);
  }

  #sayAgain(): void {
    const said = [[this.#options.session.id, HERE], ...[...this.#resumed.keys()].map((id) => [id, GONE])] as const;
    for (const [id = '', word = ''] of said) this.#say(id, word).catch(() => {});
    this.#look();
  }

  #resume(id: string): void {
    const left = new Session({ ...this.#options.broker, clientId: id });
    this.#resumed.set(id, left);
    left.on('delivery', (delivery) => {
      if (delivery.packet.topic !== this.#fence(id)) this.emit('delivery', left, delivery);
      else this.#afterAll(left, delivery);
    });
    left.once('welcome', (resumed) => void (resumed ? this.#drain(left) : this.#finish(left)));
    left.once('closed', () => this.#resumed.delete(id));
    left.start();
  }

  /** No more is to come to it, and what the broker has for it comes before what is sent to it now. */
  async #drain(left: Session): Promise<void> {
    const fence = this.#fence(left.id);
    try {
      await left.unsubscribe(this.#options.requests, this.#topic('+'));
      await left.subscribe(fence, 1);
      await left.publish({ topic: fence, payload: '' });
    } catch (error) {
      const why = `is not taken over: ${thrownText(error)}`;
      if (left.isOpen) this.emit('told', `${left.id} ${why}`, why);
      await left.end('others');
    }
  }

  #afterAll(left: Session, { settle }: Delivery): void {
    settle();
    if (left.isIdle) void this.#finish(left);
    else left.once('idle', () => void this.#finish(left));
  }

  async #finish(left: Session): Promise<void> {
    await left.end('nobody');
    await this.#say(left.id, '').catch(() => {});
  }

  #say(id: string, payload: string): Promise<void> {
    return this.#options.session.publish({ topic: this.#topic(id), payload, retain: true, expiry: SESSION_EXPIRY });
  }

  #topic(id: string): string {
    return memberTopic(this.#options.root, id);
  }

  #fence(id: string): string {
    return `${this.#topic(id)}/drained`;
  }
}
