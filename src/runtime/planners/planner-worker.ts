import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { thrownText } from '../../core/file-error.ts';
import { errorAnswer } from '../../messages/house/answer.ts';
import type { BrokerSettings } from '../../mqtt/broker.ts';
import { type Failure, failureText, refusesVersion } from '../../mqtt/failure.ts';
import { retryDelay } from '../../mqtt/reconnect.ts';
import { memberTopic } from '../../mqtt/requests/members.ts';
import { isAnswerable, type PlanRequest, requestOf } from '../../mqtt/requests/request.ts';
import { type Delivery, MOST_HELD_REQUESTS, Session } from '../../mqtt/requests/session.ts';
import { tryBroker } from '../../mqtt/trial.ts';
import { Membership } from './membership.ts';

/** A plan that was asked for, as the JSON of its answer; `late` where there was no time for it. */
export type PlannedText = { readonly text: string; readonly refused: boolean } | 'late';

/** Plans the house of a request, within so many milliseconds. */
export type PlanText = (request: string, withinMs: number) => Promise<PlannedText>;

/** What has become of requests. */
export interface RequestCounts {
  answered: number;
  /** Answered with what is wrong with them. */
  refused: number;
  /** Not answered: too late for it. */
  expired: number;
  /** Not answered: nobody could tell where to, the broker took no answer, or there were too many at QoS 0. */
  dropped: number;
}

interface WorkerEvents {
  /** Requests are taken, in the session of that name. */
  ready: [id: string];
  /** What is worth telling, without any secret; the same is told once. */
  told: [text: string];
  /** The broker will never do. */
  unfit: [text: string];
  idle: [];
}

interface HeldRequest {
  readonly session: Session;
  readonly delivery: Delivery;
  readonly request: PlanRequest;
}

export interface WorkerOptions {
  readonly broker: Omit<BrokerSettings, 'clientId'>;
  /** The topic that requests lie below, and answers. */
  readonly root: string;
  /** Another topic that answers may lie below. */
  readonly answers?: string | undefined;
  readonly plan: PlanText;
  /** Milliseconds that only go forwards. */
  readonly now?: () => number;
}

/** No request takes longer, whatever it allows. */
const MOST_MS = 60_000;

/**
 * Answers requests for plans from a broker that shares them among workers. A request is acknowledged when the broker has its
 * answer: one that a worker takes along is another's, who may answer it a second time, with the same plan.
 */
export class PlannerWorker extends EventEmitter<WorkerEvents> {
  readonly counts: RequestCounts = { answered: 0, refused: 0, expired: 0, dropped: 0 };
  readonly #options: WorkerOptions;
  readonly #now: () => number;
  readonly #queue: HeldRequest[] = [];
  readonly #told = new Set<string>();
  #membership: Membership | undefined;
  #session: Session | undefined;
  #before: string | undefined;
  #retry: NodeJS.Timeout | undefined;
  #held = 0;
  #working = false;
  #stopping = false;

  constructor(options: WorkerOptions) {
    super();
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** @throws TypeError where the address is none. */
  start(): void {
    const { broker, root } = this.#options;
    const settings = { ...broker, clientId: `dayahead_planner_${randomBytes(8).toString('hex')}` };
    const session = new Session(settings, memberTopic(root, settings.clientId));
    this.#session = session;
    session.on('delivery', (delivery) => {
      if (!this.#membership?.takes(delivery)) this.#deliver(session, delivery);
    });
    session.once('welcome', () => void this.#join(session));
    session.once('closed', (failure) => this.#lost(failure));
    session.start();
  }

  /** Answers what is held, and leaves the rest to others. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#retry);
    this.#membership?.pause();
    // Whatever comes before the broker has heard it stays the broker's.
    this.#session?.unsubscribe(this.#requests).catch(() => {});
    if (this.#held > 0) await once(this, 'idle');
    await this.#membership?.stop();
    await this.#session?.end('others');
  }

  get #requests(): string {
    return `$share/planners/${this.#options.root}/+/plan/request`;
  }

  async #join(session: Session): Promise<void> {
    if (!session.sharesSubscriptions) {
      this.emit('unfit', NOT_SHARED);
      return;
    }
    try {
      await session.subscribe(this.#requests, 1);
    } catch (error) {
      if (session.isOpen) this.emit('unfit', `${NOT_SHARED}: ${thrownText(error)}`);
      return;
    }
    const { broker, root } = this.#options;
    const membership = new Membership({ session, broker, root, requests: this.#requests, now: this.#now });
    membership.on('delivery', (left, delivery) => this.#deliver(left, delivery));
    membership.on('told', (text, reason) => this.#tell(text, reason));
    this.#membership = membership;
    await membership.start(this.#before);
    this.#before = session.id;
    this.#told.clear();
    this.emit('ready', session.id);
  }

  #lost(failure: Failure | undefined): void {
    this.#membership?.pause();
    if (this.#stopping) return;
    const { password } = this.#options.broker;
    this.#tell(failureText(failure, { clientId: this.#session?.id ?? '', secret: password, rival: false }));
    if (this.#before === undefined && refusesVersion(failure)) void this.#askVersion();
    this.#retry = setTimeout(() => this.start(), retryDelay(0, Math.random()));
  }

  async #askVersion(): Promise<void> {
    const settings = { ...this.#options.broker, clientId: '' };
    const version = await tryBroker(settings).catch(() => undefined);
    if (version === 4)
      this.emit('unfit', 'the broker speaks MQTT 3.1.1 alone; planners need MQTT 5 and its shared subscriptions');
  }

  /** @param reason holds nothing that a sender chose: they send ever other topics, and reasons are kept. */
  #tell(text: string, reason = text): void {
    if (this.#told.has(reason)) return;
    this.#told.add(reason);
    this.emit('told', text);
  }

  #deliver(session: Session, delivery: Delivery): void {
    const { packet } = delivery;
    // It stays the broker's, for another.
    if (this.#stopping) return;
    const request = requestOf(packet, this.#now());
    if (!request) this.#drop(delivery, `${NOBODY_ASKS}, on ${shortened(packet.topic)}`, NOBODY_ASKS);
    else if (!isAnswerable(request, this.#options.root, this.#options.answers))
      this.#drop(delivery, `${NO_ANSWER_THERE}, ${shortened(request.responseTopic)}`, NO_ANSWER_THERE);
    else if (packet.qos === 0 && this.#held >= MOST_HELD_REQUESTS)
      this.#drop(delivery, 'more requests at QoS 0 than can be held; those at QoS 1 wait at the broker');
    else {
      this.#queue.push({ session, delivery, request });
      this.#held++;
      void this.#work();
    }
  }

  #drop({ settle }: Delivery, text: string, reason = text): void {
    this.counts.dropped++;
    this.#tell(`dropped: ${text}`, `dropped: ${reason}`);
    settle();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let held = this.#queue.shift(); held; held = this.#queue.shift()) {
      const answer = await this.#planned(held);
      // The next is planned while the broker takes this one.
      void this.#answer(held, answer).then(() => {
        if (--this.#held === 0) this.emit('idle');
      });
    }
    this.#working = false;
  }

  /** The answer; nothing where there is no one to give it to. */
  async #planned({ session, request }: HeldRequest): Promise<PlannedText | undefined> {
    const { payload, expiresAt = Number.POSITIVE_INFINITY } = request;
    const leftMs = expiresAt - this.#now();
    if (!session.isOpen || leftMs <= 0) return undefined;
    try {
      const planned = await this.#options.plan(payload, Math.min(leftMs, MOST_MS));
      if (this.#now() >= expiresAt) return undefined;
      return planned === 'late'
        ? { text: errorAnswer(`not planned within ${MOST_MS / 1000} s`), refused: true }
        : planned;
    } catch (error) {
      this.#tell(`not planned: ${thrownText(error)}`, `not planned: ${kindOf(error)}`);
      return { text: errorAnswer('it could not be planned'), refused: true };
    }
  }

  async #answer({ session, delivery, request }: HeldRequest, planned: PlannedText | undefined): Promise<void> {
    // The broker has it still.
    if (!session.isOpen) return;
    if (planned === undefined || planned === 'late') {
      this.counts.expired++;
      return delivery.settle();
    }
    const { responseTopic: topic, correlationData, expiresAt } = request;
    const expiry = expiresAt !== undefined && { expiry: Math.max(1, Math.ceil((expiresAt - this.#now()) / 1000)) };
    try {
      await session.publish({ topic, payload: planned.text, correlationData, ...expiry });
      this.counts[planned.refused ? 'refused' : 'answered']++;
      delivery.settle();
    } catch (error) {
      if (session.isOpen)
        this.#drop(delivery, `an answer, on ${shortened(topic)}: ${thrownText(error)}`, `an answer: ${kindOf(error)}`);
    }
  }
}

const NOT_SHARED = 'the broker has no shared subscriptions, which planners need';
const NOBODY_ASKS = 'a request without response topic or correlation data';
const NO_ANSWER_THERE =
  'a request with a response topic that is not below the root or --answers, or that a site or a planner uses itself';

/** Of a failure that is told once: its text may hold what a sender chose, or the length of it. */
const kindOf = (error: unknown): string => {
  const { code, name } = error as Failure;
  return String(code ?? name);
};

/** Characters of a topic that are enough to find its sender by. */
const MOST_TOLD = 100;

const shortened = (topic: string): string => (topic.length > MOST_TOLD ? `${topic.slice(0, MOST_TOLD)}…` : topic);
