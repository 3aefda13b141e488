import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import { addDays, type Instant, type LocalDate } from '../../../src/core/time.ts';
import type { DimmingPatch } from '../../../src/messages/grid/dimming.ts';
import type { ProtocolVersion } from '../../../src/mqtt/broker.ts';
import type { TextStore } from '../../../src/runtime/store.ts';
import { chanceOf } from '../chance.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { createCar } from './car.ts';
import { diskAt } from './disk.ts';
import { type Life, startLife } from './life.ts';
import { createMeters } from './meters.ts';
import { namesOfHouse } from './names.ts';
import { oracleOf } from './oracle.ts';
import { moodyBroker } from './outside/broker.ts';
import { feedsOf } from './outside/feeds.ts';
import { formerBroker } from './outside/former-broker.ts';
import { marketFrom } from './outside/market.ts';
import type { Place } from './site.ts';

const MINUTE = 60;
const HOUR = 3600;
/** Seconds at a time while somebody waits for a broker. */
const TICK = 5;

/** The house and all that it lives among, with an oracle that looks at it whenever time passes. */
export type World = ReturnType<typeof worldFrom>;

export function worldFrom(from: LocalDate, seed: number) {
  // Those that wait for a broker: they go by the clock of the test too.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chance = chanceOf(seed);
  const start = Date.parse(`${from}T08:00:00Z`) / 1000;
  const clock: ManualClock = manualClock(start);
  const born = clock.uptime();
  /** The clock as it would be if nobody had set it wrong. */
  const right = (): Instant => start + clock.uptime() - born;
  const market = marketFrom(addDays(from, -20));
  const disk = diskAt(mkdtempSync(join(tmpdir(), 'years-')));
  const feeds = feedsOf(market, { now: right, clock, isDiskFull: () => disk.isFull() });
  const place: Place = {
    ...{ clock, disk, feeds, broker: moodyBroker(right), names: namesOfHouse() },
    ...{ url: 'mqtt://broker-0', former: undefined, formerUrl: undefined },
    ...{ topics: keptForSure(), departures: keptForSure() },
  };
  const car = createCar(chance);
  const meters = createMeters(clock.uptime);
  const oracle = oracleOf(place, market, car, seed);
  place.broker.onLink(oracle.connected);
  let life: Life | undefined;
  let isBrokerThere = true;
  let speaksUntil = 0;
  let speaksNext = 0;
  let hasCar = true;
  let carSpeaksNext = 0;
  let isTorn = false;
  let brokers = 0;

  function writeContract(): void {
    const versions = market.versions().map(([day, margin]) => ({
      version: day.replaceAll('-', ''),
      price: { kind: 'spot', zone: 'DE-LU', settlement: 3600, coefficient: 1, margin },
    }));
    writeTariff('de', 'my-contract', versions);
    const crowns = { kind: 'spot', zone: 'DK1', settlement: 3600, coefficient: 1, margin: 0 };
    writeTariff('dk', 'danish-contract', [{ version: '20200101', price: crowns }]);
  }

  function writeTariff(country: string, id: string, versions: readonly object[]): void {
    const tariff = { id, sector: 'consumption', name: 'Mine', source: 'my bill', versions };
    const company = { id: 'my-supplier', name: 'My supplier', tariffs: [tariff] };
    mkdirSync(`${disk.folder}/tariffs/${country}`, { recursive: true });
    writeFileSync(
      `${disk.folder}/tariffs/${country}/mine.jsonc`,
      JSON.stringify({ unit: country === 'dk' ? 'øre/kWh' : 'ct/kWh', companies: [company] }),
    );
  }

  async function begin(): Promise<void> {
    feeds.excuse();
    life = await startLife(place, chance.below(5) === 0, hasCar);
    oracle.died(false);
    oracle.restarted(isTorn);
    isTorn = false;
    sayCar();
    if (isBrokerThere) connect();
  }

  /** A car says after a start whether it is plugged in. */
  function sayCar(): void {
    life?.tellCar({ connected: car.isThere });
    if (car.isThere && car.speaks) saySoc();
  }

  function saySoc(): void {
    carSpeaksNext = clock.uptime() + HOUR / 2;
    life?.tellCar({ soc: car.soc() });
    if (life?.hasCar) oracle.car.said();
  }

  function connect(): void {
    isBrokerThere = true;
    if (life) place.broker.connect();
  }

  async function stop(): Promise<void> {
    const left = await waitFor(life?.stop());
    if (left) throw new Error(`seed ${seed}: ${left} alarms are left behind`);
    ended();
  }

  function ended(): void {
    life = undefined;
    oracle.died(true);
    oracle.connected(false);
  }

  function crash(): void {
    life?.crash();
    isTorn = chance.below(3) === 0;
    if (isTorn) {
      disk.tear(chance);
      feeds.lose();
    }
    ended();
  }

  /** Meters say what is taken by now. */
  function measure(): void {
    if (!life) return;
    oracle.meters.switched(life);
    meters.speak(life, (name, patch) => {
      if (!life?.ask(name, patch)) return;
      if (patch.measuredKw !== undefined) oracle.meters.measured(name, patch.measuredKw ?? 0);
      if (patch.measuredKwh !== undefined) oracle.meters.read(name, patch.measuredKwh ?? 0);
    });
  }

  /** Lets time pass, from one alarm to the next, and looks after each. */
  async function pass(seconds: number): Promise<void> {
    const end = clock.uptime() + seconds;
    measure();
    while (clock.uptime() < end) {
      const now = clock.now();
      const isSpeaking = life?.hasBattery && clock.uptime() < speaksUntil;
      const next = Math.min(
        now + end - clock.uptime(),
        Math.max(now + 1, clock.alarms()[0] ?? Number.POSITIVE_INFINITY),
        now + (isSpeaking ? 10 * MINUTE : HOUR),
        now + (vi.getTimerCount() > 0 ? TICK : HOUR),
        now + meters.patience(life),
      );
      oracle.count(life, next - now);
      meters.count(life, next - now);
      await clock.advanceTo(next);
      vi.advanceTimersByTime((next - now) * 1000);
      await settle();
      if (life?.hasBattery && clock.uptime() < speaksUntil && clock.uptime() >= speaksNext) {
        speaksNext = clock.uptime() + 10 * MINUTE;
        life.charge(chance.below(101));
        oracle.battery.spoke();
      }
      if (life?.hasCar && car.isThere && car.speaks && clock.uptime() >= carSpeaksNext) saySoc();
      measure();
      oracle.look(life);
    }
  }

  return {
    ...{
      chance,
      clock,
      market,
      disk,
      feeds,
      oracle,
      start,
      right,
      pass,
      settle,
      begin,
      stop,
      crash,
      connect,
      writeContract,
    },
    life: () => life,
    async set(instant: Instant) {
      feeds.excuse();
      oracle.clockSet();
      await clock.setTo(instant);
    },
    disconnect() {
      isBrokerThere = false;
      place.broker.disconnect();
      if (chance.below(2) === 0) place.broker.forget();
    },
    broker: place.broker,
    meters,
    names: place.names,
    /** The line to the broker swallows everything, until that is noticed. */
    async swallow() {
      place.broker.fallSilent();
      oracle.connected(false);
      await pass(45);
      place.broker.disconnect();
      isBrokerThere = false;
    },
    /** Another broker has its address. */
    replaceBroker(version: ProtocolVersion) {
      place.broker.replace(version);
      if (isBrokerThere) connect();
    },
    /** The grid operator orders, and it is obeyed at once. */
    dim(patch: DimmingPatch) {
      if (!life) return;
      oracle.dimming.told(patch, life.dim(patch));
      oracle.look(life);
    },
    /** The car comes, or goes. */
    plug(isThere: boolean) {
      if (isThere === car.isThere) return;
      if (isThere) car.comes();
      else car.goes();
      oracle.car.turned();
      sayCar();
    },
    silenceCar() {
      car.speaks = false;
    },
    /** There is one where there was none, and none where there was one. */
    async tradeCar() {
      await stop();
      hasCar = !hasCar;
      await disk.place('carport').remove();
      // What the last one was charged with nobody knows any more.
      oracle.car.turned();
      await begin();
    },
    speak(seconds: number) {
      speaksUntil = clock.uptime() + seconds;
    },
    /** The site is told of another broker, which knows nothing; that before may be gone. */
    async moveToBroker(version: ProtocolVersion) {
      await stop();
      const isReachable = isBrokerThere && chance.below(4) > 0;
      place.former = formerBroker(place.broker.leave(version), isReachable);
      place.formerUrl = place.url;
      place.url = `mqtt://broker-${++brokers}`;
      isBrokerThere = true;
      await begin();
      oracle.left(isReachable);
    },
    /** What the process connects to. */
    open: (_url: string, root: string) => place.broker.open(root),
    /** The broker that a short connection reaches. */
    async enter(url: string) {
      const present = url === place.url && formerBroker(place.broker.present(), isBrokerThere);
      const former = url === place.formerUrl && place.former;
      const reached = present || former;
      if (!reached) throw new Error('nobody is there');
      return reached.enter();
    },
    close() {
      vi.useRealTimers();
      disk.stop();
      rmSync(disk.folder, { recursive: true });
    },
  };
}

/** What a broker is waited for goes on while it is. */
async function waitFor<T>(promise: Promise<T> | undefined): Promise<T | undefined> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  promise?.then(over, over);
  while (promise && !isOver) {
    await settle();
    vi.advanceTimersByTime(500);
  }
  return promise;
}

/** A place for a text that no crash tears. */
function keptForSure(): TextStore {
  let kept: string | undefined;
  const write = async (text?: string) => {
    kept = text;
  };
  return { name: 'topics', read: async () => kept, write, remove: write };
}

/** Promises that an alarm has set going end. */
async function settle(): Promise<void> {
  for (let i = 0; i < 6; i++) await setImmediate();
}
