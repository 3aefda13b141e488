import { addDays, localDate } from '../../../src/core/time.ts';
import { deliveryDate } from '../../../src/core/window.ts';
import { endIn } from './dimming-laws.ts';
import { deviceNames } from './needs.ts';
import type { World } from './world.ts';

const HOUR = 3600;
const DAY = 86_400;
/** How wrong a clock may be, in seconds. */
const SKEWS = [-20, 20, -95, 95, HOUR, -HOUR, -3 * HOUR, 5 * HOUR, DAY, -DAY, 5 * 365 * DAY, -60 * 365 * DAY] as const;

/** What may happen to a house: the tables of faults in the documentation, and what people do to it. */
export function stormOver(world: World): Readonly<Record<string, () => unknown>> {
  const { chance, clock, market, disk, feeds, oracle, right, pass, begin, stop, crash, writeContract, life } = world;
  const someDevice = () => chance.of(deviceNames);
  function switchOn(): void {
    const name = someDevice();
    oracle.byHand(name, 600);
    life()?.ask(name, { override: 'on', overrideUntil: 600 });
  }
  return {
    'a source fails': () => feeds.fail(chance, false),
    'all sources fail': () => feeds.fail(chance, true),
    'sources are back': () => feeds.mend(),
    'the auction is late': () => market.late(addDays(deliveryDate(right()), 1), chance.below(30) * HOUR),
    'the broker is gone': () => world.disconnect(),
    'the broker is back': () => world.connect(),
    'the clock is set': () => world.set(right() + chance.of(SKEWS)),
    'the clock is right': () => world.set(right()),
    'it sleeps': async () => {
      oracle.clockSet();
      await clock.jumpTo(clock.now() + chance.below(10 * HOUR));
    },
    'it crashes': async () => {
      crash();
      await pass(chance.below(3 * HOUR));
      await begin();
    },
    'it dies while something is on': async () => {
      switchOn();
      await pass(60 + chance.below(HOUR));
      crash();
      await pass(chance.below(2 * HOUR));
      await begin();
    },
    'it is off for long': async () => {
      await (chance.below(2) === 0 ? stop() : crash());
      await pass(chance.below(3 * DAY));
      await begin();
    },
    'a deployment': async () => {
      await stop();
      await begin();
    },
    'the disk is full': () => disk.fill(true),
    'the disk has room': () => disk.fill(false),
    'a new version of the contract': async () => {
      const day = addDays(localDate(right(), 'Europe/Berlin'), 3 + chance.below(5));
      const [newest = ''] = market.versions().at(-1) ?? [];
      if (disk.isFull() || day <= newest || Math.abs(clock.now() - right()) > HOUR) return;
      market.newVersion(day, 1 + chance.below(9));
      writeContract();
      await stop();
      await begin();
    },
    'a demand': () => {
      const [name, minutes] = [someDevice(), chance.of([0, 20, 60, 240])];
      oracle.need(name, minutes);
      life()?.ask(name, { minutes });
    },
    'a command': () => {
      const name = someDevice();
      life()?.command(name, 'enabled', chance.of(['ON', 'OFF', 'ON']));
    },
    'an override': () => {
      const [name, minutes] = [someDevice(), chance.of([10, 60, 600])];
      oracle.byHand(name, minutes);
      life()?.ask(name, { override: chance.of(['on', 'on', 'off', 'auto']), overrideUntil: minutes });
    },
    'a node is replaced': () => life()?.replace(someDevice()),
    'the grid operator dims the house': async () => {
      if (chance.below(2) === 0) switchOn();
      const minutes = chance.of([5, 45, 90, 240, 480]);
      const isTold = oracle.dimming.needsEnd() || chance.below(2) === 0;
      const importUntil = isTold ? endIn(minutes, chance.below(2) === 0, right()) : undefined;
      world.dim({ importKw: chance.of([0, 2, 4.2, 9]), ...(isTold && { importUntil }) });
      await pass(chance.below(HOUR));
      const meanwhile = chance.below(4);
      if (meanwhile === 0) return;
      if (meanwhile === 1) return world.set(right() + chance.of(SKEWS));
      await (meanwhile === 2 ? stop() : crash());
      await pass(chance.below(HOUR));
      await begin();
    },
    'the grid operator lets it be': () => world.dim({ importKw: null }),
    'the car comes': () => world.plug(true),
    'the car goes': () => world.plug(false),
    'the car falls silent': () => world.silenceCar(),
    'the car is charged by hand': () => {
      const minutes = chance.of([10, 60, 600]);
      oracle.car.byHand(minutes);
      life()?.tellCar({ override: chance.of(['charge', 'charge', 'hold', 'auto']), overrideUntil: minutes });
    },
    'a car is sold or bought': () => world.tradeCar(),
    'the battery speaks': () => world.speak(chance.below(12 * HOUR)),
  };
}
