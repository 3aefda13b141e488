import { EventEmitter } from 'node:events';
import type { IClientOptions } from 'mqtt';
import type { Chance } from '../../chance.ts';

/** What becomes of a greeting in MQTT 5. */
export type Greeting = 'is answered' | 'is refused' | 'is hung up on' | 'is not answered';
/** What becomes of every attempt. */
export type Door =
  | 'is open'
  | 'is not there'
  | 'refuses the keys'
  | 'has another certificate'
  | 'takes no such key'
  | 'is silent';
/** What becomes of a message. */
export type Fate = 'is taken' | 'is over a quota' | 'is forbidden' | 'is hung up on' | 'is acknowledged late';

export const SECRET = 'open sesame';
const NAME = 'dayahead_years';
/** Milliseconds for which the library waits to be welcomed, and to hear anything. */
const WELCOME = 5000;
const KEEPALIVE = 45_000;
/** And in which a message is there, or late. */
const WAY = 20;
const LATE = 3000;

type Told = Error & { code?: number | string };
const told = (text: string, code?: number | string): Told =>
  Object.assign(new Error(text), code !== undefined && { code });
type Done = (error?: Told | null) => void;

/** A broker as the MQTT library meets it; every fault of it is what the library says then. */
export function brokerBehindLibrary(chance: Chance, broken: (what: string) => void) {
  const broker = {
    greeting: 'is answered' as Greeting,
    door: 'is open' as Door,
    fate: 'is taken' as Fate,
    victim: '',
    receiveMaximum: 20,
    maximumQoS: 2,
    /** What it keeps. */
    kept: new Map<string, string>(),
    /** What has been met, and how often. */
    met: {} as Record<string, number>,
    /** Whether our last greeting in MQTT 5 was refused in so many words. */
    refused: false,
    /** Greetings in MQTT 5 beside a connection. */
    asides: 0,
    onPublish: (_topic: string, _payload: string) => {},
  };
  const open = new Set<Client>();
  let before: number | undefined;
  const ours = () => [...open].filter(({ options }) => options.clientId === NAME);
  const meet = (what: string) => {
    broker.met[what] = (broker.met[what] ?? 0) + 1;
  };

  class Client extends EventEmitter {
    connected = false;
    disconnecting = false;
    readonly stream = Object.assign(new EventEmitter(), { destroy: () => this.close() });
    readonly options: IClientOptions;
    serverProperties: { receiveMaximum: number; maximumQoS?: number; maximumPacketSize?: number } | undefined;
    #underWay = 0;
    #takenAt = 0;
    readonly #timers = new Set<NodeJS.Timeout>();

    constructor(options: IClientOptions) {
      super();
      this.options = options;
      open.add(this);
      this.#after(WAY, () => this.#greet());
    }

    #after(ms: number, act: () => void): void {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        act();
      }, ms);
      this.#timers.add(timer);
    }

    #greet(): void {
      const answer = this.#byDoor() ?? this.#byGreeting() ?? this.#byKeys() ?? (() => this.#welcome());
      answer();
    }

    #byDoor(): (() => void) | undefined {
      const { door } = broker;
      if (door === 'is open' || door === 'refuses the keys') return undefined;
      meet(`a broker ${door}`);
      if (door === 'is silent') return () => this.#wait();
      const isThere = door !== 'is not there';
      return () =>
        this.#lost(
          isThere
            ? told('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')
            : told('connect ECONNREFUSED', 'ECONNREFUSED'),
        );
    }

    #byGreeting(): (() => void) | undefined {
      const { greeting } = broker;
      if (this.options.protocolVersion !== 5) return undefined;
      if (this.options.clientId === NAME) broker.refused = greeting === 'is refused';
      if (greeting === 'is answered') return undefined;
      meet(`MQTT 5 ${greeting}`);
      if (greeting === 'is refused') return () => this.fail(told('Connection refused', chance.of([1, 132])));
      if (greeting === 'is not answered') return () => this.#wait();
      return () => (chance.below(2) === 0 ? this.close() : this.#lost(told('read ECONNRESET', 'ECONNRESET')));
    }

    #byKeys(): (() => void) | undefined {
      if (broker.door !== 'refuses the keys') return undefined;
      meet(`a broker ${broker.door}`);
      const code = this.options.protocolVersion === 5 ? 134 : 4;
      return () => this.fail(told(`Connection refused: ${this.options.password} is no password`, code));
    }

    #wait(): void {
      this.#after(WELCOME, () => this.fail(told('connack timeout')));
    }

    #welcome(): void {
      const { receiveMaximum, maximumQoS } = broker;
      if (this.options.protocolVersion === 5)
        this.serverProperties = { receiveMaximum, ...(maximumQoS < 2 && { maximumQoS }) };
      this.connected = true;
      this.emit('connect');
    }

    fail(error: Told): void {
      this.emit('error', error);
      this.close();
    }

    /** The socket is. */
    #lost(error: Told): void {
      this.stream.emit('error', error);
      this.close();
    }

    sayGoodbye(reasonCode: number): void {
      if (this.options.protocolVersion === 5) this.emit('disconnect', { reasonCode });
      this.close();
    }

    swallow(): void {
      this.#after(KEEPALIVE - chance.below(15_000), () => this.fail(told('Keepalive timeout')));
    }

    close(): void {
      if (!open.delete(this)) return;
      for (const timer of this.#timers) clearTimeout(timer);
      this.connected = false;
      setTimeout(() => this.emit('close'), 1);
    }

    end(_force?: boolean): this {
      this.disconnecting = true;
      setTimeout(() => this.close(), 1);
      return this;
    }

    subscribe(): void {}

    publish(topic: string, payload: string, _options: object, done: Done): void {
      broker.onPublish(topic, payload);
      if (++this.#underWay > (this.serverProperties?.receiveMaximum ?? Number.POSITIVE_INFINITY))
        broken(`${this.#underWay} messages are under way`);
      if (broker.door === 'is silent') return;
      const way = broker.fate === 'is acknowledged late' ? LATE : WAY;
      // Nothing overtakes on one connection.
      this.#takenAt = Math.max(this.#takenAt, Date.now() + way);
      this.#after(this.#takenAt - Date.now(), () => this.#take(topic, payload, done));
    }

    #take(topic: string, payload: string, done: Done): void {
      const { door, fate, victim } = broker;
      const isVictim = topic === victim;
      if (door === 'is silent') return;
      if (fate === 'is hung up on' && isVictim) {
        meet(`a message ${fate}`);
        if (chance.below(2) === 0) this.close();
        else this.sayGoodbye(144);
        return;
      }
      this.#underWay--;
      const isBarred = fate === 'is over a quota' || (fate === 'is forbidden' && isVictim);
      const isRefused = this.options.protocolVersion === 5 && isBarred;
      if (fate === 'is acknowledged late' || isRefused) meet(`a message ${fate}`);
      if (!isRefused) broker.kept.set(topic, payload);
      done(isRefused ? told(`Publish error: ${fate}`, fate === 'is forbidden' ? 135 : 151) : undefined);
    }
  }

  /** Stands for the `connect` of the library. */
  function connect(options: IClientOptions): EventEmitter {
    const isOurs = options.clientId === NAME;
    if (isOurs && options.protocolVersion === 4 && before !== 5) broken('3.1.1 is tried first');
    if (isOurs) before = options.protocolVersion;
    if (isOurs && ours().length > 0) broken('two connections have one id');
    if (!isOurs && options.will) broken('a guest has a will');
    if (!isOurs) broker.asides++;
    if (broker.door === 'takes no such key') {
      meet(`a broker ${broker.door}`);
      throw told('error:0909006C:PEM routines:get_name:no start line', 'ERR_OSSL_PEM_NO_START_LINE');
    }
    return new Client(options);
  }

  return {
    ...{ broker, connect },
    /** The will of the present connection waits. */
    hasPatientWill: () => ours().some(({ options }) => options.will?.properties?.willDelayInterval !== undefined),
    settings: { url: 'mqtt://broker.example', username: 'house', password: SECRET, clientId: NAME },
    isOpen: () => open.size > 0,
    /** The line is cut. */
    cut: () => {
      for (const client of [...open]) client.close();
    },
    /** Another client of our name is let in. */
    rival: () => {
      meet('another client has the id');
      for (const client of ours()) if (client.connected) client.sayGoodbye(142);
    },
    swallow: () => {
      for (const client of ours()) if (client.connected) client.swallow();
    },
  };
}
