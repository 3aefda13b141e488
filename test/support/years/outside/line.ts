import { expect, vi } from 'vitest';
import { Connection } from '../../../../src/mqtt/connection.ts';
import { Publisher } from '../../../../src/mqtt/publisher.ts';
import { retryDelay } from '../../../../src/mqtt/reconnect.ts';
import { publication } from '../../../../src/mqtt/topics.ts';
import { chanceOf } from '../../chance.ts';
import { brokerBehindLibrary, type Door, type Fate, type Greeting, SECRET } from './library.ts';

const MINUTE = 60;
const HOUR = 3600;
const HUNG_UP = 'a message is hung up on';
const NEVER_SENT = 'no/+/topic';
const names = ['a', 'b', 'c', 'd', 'e', NEVER_SENT];
const topics = names.map((name) => `house/${name}`);
/** Seconds after which a house is heard of again at the latest: a silent line, then the longest wait for a rival to leave. */
const PATIENCE = 180;
/** After that a topic is sent again on which a broker hung up. */
const REST = HOUR + PATIENCE;
const LASTING = 5 * MINUTE;

const greetings: readonly Greeting[] = ['is answered', 'is answered', 'is refused', 'is hung up on', 'is not answered'];
const fates: readonly Fate[] = ['is taken', 'is over a quota', 'is forbidden', 'is hung up on', 'is acknowledged late'];
/** What is told of each; of the others nothing has to be. */
const doors: Readonly<Record<Door, RegExp | undefined>> = {
  'is open': undefined,
  'is not there': /ECONNREFUSED/,
  'refuses the keys': /Connection refused: \*\*\*/,
  'has another certificate': /self-signed/,
  'takes no such key': /PEM/,
  'is silent': undefined,
};
const kinds = Object.keys(doors) as Door[];

/**
 * A site's connection for so many days, in timers that the test moves, on a broker that fails as `seed` has it, at the
 * layer where the MQTT library would say so. Throws at the first moment that is not as the documentation has it.
 * @param hook is handed what stands for the `connect` of the library.
 */
export async function connectForYears(days: number, seed: number, hook: (connect: unknown) => void) {
  const chance = chanceOf(seed);
  let doing = 'the start';
  const fail = (what: string): never => expect.fail(`seed ${seed}, ${new Date().toISOString()}, ${doing}: ${what}`);
  const broken: string[] = [];
  const stand = brokerBehindLibrary(chance, (what) => broken.push(what));
  const { broker } = stand;
  hook(stand.connect);
  const latest = new Map<string, string>();
  broker.onPublish = (topic, payload) => {
    if (latest.get(topic) !== payload && topic !== 'house/status')
      broken.push(`${topic} is told ${payload}, which is over`);
    if (topic.endsWith(NEVER_SENT)) broken.push('what is no topic is published');
  };
  const now = () => Date.now() / 1000;
  let changes = 0;
  let life = begin();

  function begin() {
    const wait = (short: number) => retryDelay(short, chance.below(1000) / 1000);
    const connection = new Connection(stand.settings, 'house', wait);
    const publisher = new Publisher(connection, () => Math.floor(now()), ringing(now));
    const state = { connection, publisher, texts: [] as string[], begun: now(), isCertain: false, asides: 0 };
    let upSince: number | undefined;
    connection.on('connected', () => {
      upSince = now();
      Object.assign(state, { begun: now(), asides: broker.asides, isCertain: broker.refused });
    });
    connection.on('disconnected', () => {
      if (now() - (upSince ?? now()) >= LASTING) state.texts.push('it had lasted');
    });
    connection.on('failed', (text) => {
      if (text.includes(SECRET)) broken.push('a password is told');
      if (state.texts.at(-1) === text) broken.push(`is told twice: ${text}`);
      if (/is not published/.test(text) && state.texts.includes(text)) broken.push(`is told again: ${text}`);
      state.texts.push(text);
    });
    publisher.start();
    return state;
  }

  async function pass(seconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    const [first] = broken;
    if (first) fail(first);
    const { connection, isCertain, asides } = life;
    if (connection.connected && connection.version === 4 && isCertain && broker.asides > asides)
      fail('a broker that refused MQTT 5 in so many words is asked beside');
  }

  function change(all = false): void {
    for (const name of names) {
      if (!all && chance.below(3) > 0) continue;
      latest.set(`house/${name}`, String(++changes));
      life.publisher.set([publication(name, String(changes))]);
    }
  }

  const wrongOnes = (but = '') =>
    topics.filter(
      (topic) => topic !== but && !topic.endsWith(NEVER_SENT) && broker.kept.get(topic) !== latest.get(topic),
    );
  function everythingIsHeard(but = ''): void {
    if (!life.connection.connected) fail('is not connected');
    const [wrong] = wrongOnes(but);
    if (wrong) fail(`${wrong} says ${broker.kept.get(wrong)}, not ${latest.get(wrong)}`);
  }

  /** A broker that is there again has heard everything in five seconds. */
  async function outage(round: number): Promise<void> {
    doing = 'an outage';
    broker.door = 'is not there';
    stand.cut();
    broker.kept.clear();
    await pass(round % 200 === 199 ? 24 * HOUR : chance.of([5, 30, 60, 600]));
    change();
    broker.door = 'is open';
    await pass(5);
    everythingIsHeard();
  }

  async function storm(): Promise<void> {
    const [greeting, fate, door]: readonly [Greeting, Fate, Door] = [
      chance.of(greetings),
      chance.of(fates),
      chance.below(2) === 0 ? 'is open' : chance.of(kinds),
    ];
    doing = `MQTT 5 ${greeting}, a message ${fate}, a broker ${door}`;
    Object.assign(broker, { greeting, fate, door, victim: chance.of(topics), receiveMaximum: chance.of([1, 2, 20]) });
    broker.maximumQoS = chance.of([1, 2, 2]);
    if (door === 'is silent') stand.swallow();
    else stand.cut();
    const said = life.texts.length;
    for (let i = 10 + chance.below(20); i > 0; i--) {
      change();
      await pass(chance.of([1, 3, 20]));
      if (chance.below(8) === 0) stand.rival();
    }
    // So long that the topic comes to rest for as long as one may.
    const before = broker.met[HUNG_UP] ?? 0;
    if (fate === 'is hung up on' && door === 'is open') await pass(5 * HOUR);
    const hungUp = (broker.met[HUNG_UP] ?? 0) - before;
    if (hungUp > 14) fail(`a topic has ended ${hungUp} connections`);
    const expected = doors[door];
    if (expected && !life.texts.slice(said).some((text) => expected.test(text))) fail('nobody is told');
    if (chance.below(4) === 0) await restart();
  }

  async function restart(): Promise<void> {
    let isOver = false;
    const stopped = life.publisher.stop({ removed: false }).then(() => {
      isOver = true;
    });
    for (let i = 0; i < 10 && !isOver; i++) await pass(1);
    await stopped;
    await pass(10);
    if (stand.isOpen()) fail('a connection is left open');
    if (vi.getTimerCount() > 0) fail(`${vi.getTimerCount()} timers are left behind`);
    life = begin();
    change(true);
  }

  /** Everything is well, and is found to be. */
  async function calm(): Promise<void> {
    doing = `calm after ${doing}`;
    const { victim, fate } = broker;
    Object.assign(broker, { greeting: 'is answered', fate: 'is taken', door: 'is open' });
    // What was refused for good is heard with the next change, all the rest without one.
    if (fate === 'is forbidden') change(true);
    const { begun, isCertain } = life;
    const late = life.connection.connected && life.connection.version === 4 && !isCertain ? now() - begun : 0;
    await pass(PATIENCE);
    everythingIsHeard(victim);
    await pass(late);
    if (life.connection.version === 4 && !life.isCertain) fail('MQTT 5 is not spoken again');
    if (life.connection.version === 5 && broker.maximumQoS === 1 && stand.hasPatientWill()) fail('its will waits');
    await pass(REST);
    everythingIsHeard();
    await pass(chance.below(6 * HOUR));
  }

  change(true);
  const end = now() + days * 24 * HOUR;
  for (let round = 0; now() < end; round++) {
    await storm();
    await calm();
    await outage(round);
    await pass(2 * LASTING);
  }
  await restart();
  return broker.met;
}

/** Rings at a second of the clock that the test moves. */
const ringing = (now: () => number) => (instant: number, ring: () => void) => {
  const timer = setTimeout(ring, Math.max(0, instant - now()) * 1000);
  return () => clearTimeout(timer);
};
