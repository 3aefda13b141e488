import { addDays, localDate } from '../../../src/core/time.ts';
import { deliveryDate } from '../../../src/core/window.ts';
import { storeModes } from '../../../src/messages/battery/settings.ts';
import { endIn } from './laws/dimming-laws.ts';
import { meteredNames } from './meters.ts';
import { rootOf } from './names.ts';
import { type DeviceName, deviceNames, needOf, needs } from './needs.ts';
import type { World } from './world.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** How wrong a clock may be, in seconds. */
const SKEWS = [-20, 20, -95, 95, HOUR, -HOUR, -3 * HOUR, 5 * HOUR, DAY, -DAY, 5 * 365 * DAY, -60 * 365 * DAY] as const;

/** What may happen to a house: the tables of faults in the documentation, and what people do to it. */
export function stormOver(world: World): Readonly<Record<string, () => unknown>> {
  const { chance, clock, market, disk, feeds, oracle, right, pass, begin, stop, crash, broker, writeContract, life } =
    world;
  const someDevice = () => chance.of(deviceNames);
  const { site, node, relay } = world.names;
  /** One that a broker may not take. */
  const someTopic = () => {
    const relays = deviceNames.map((name) => relay[name].now()).filter((topic) => topic !== '');
    const own = deviceNames.flatMap((name) => [`window/${name}/state`, `window/${name}/plan`]);
    const others = ['price/now', 'battery/carport/mode', 'grid/import_kw', 'meta'];
    return chance.of([...[...own, ...others].map((topic) => `${rootOf(site.now())}/${topic}`), ...relays]);
  };
  /** One node is deployed with what was changed, or the whole flow. */
  async function deploy(name: DeviceName, change: () => void): Promise<void> {
    // A measured power is forgotten with a node, and on a full disk its account.
    if (name === 'car' || disk.isFull()) oracle.meters.forget(name);
    if (chance.below(2) === 0) {
      await life()?.redeploy(name, change);
      return oracle.redeployed(name);
    }
    await stop();
    change();
    await begin();
  }
  /** Yesterday, today or tomorrow. */
  const someDay = () => addDays(deliveryDate(right()), chance.below(3) - 1);
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
    'a day is corrected': () => feeds.correct(someDay(), chance.of([-8, 5, 21])),
    'a source says other prices': () => feeds.dispute(chance.of(feeds.sources), someDay(), chance.of([-11, 3, 30])),
    "only a source that is not the auction's answers": () => feeds.leaveToBesides(chance.of([-13, 4, 40])),
    'the broker is gone': () => world.disconnect(),
    'the broker is back': () => world.connect(),
    'the broker is well': () => broker.turn('well'),
    'the broker is at its quota': () => broker.turn('is at its quota'),
    'the broker forbids a topic': () => broker.turn('forbids a topic', someTopic()),
    'the broker takes only short messages': () => broker.turn('takes only short messages'),
    'the broker hangs up on a topic': () => broker.turn('hangs up on a topic', someTopic()),
    'the broker answers late': () => broker.turn('answers late'),
    'the line to the broker swallows everything': () => world.swallow(),
    'another client has the same id': async () => {
      broker.turn('lets in another of that name');
      await pass(chance.below(10 * MINUTE));
      broker.turn('well');
    },
    'the broker refuses the keys': async () => {
      broker.disconnect();
      await pass(chance.below(HOUR));
      world.connect();
    },
    'the broker takes MQTT 5 or not': () => broker.turn('takes MQTT 5 or not'),
    'the broker is one of 3.1.1': () => world.replaceBroker(4),
    'the broker is one of MQTT 5': () => world.replaceBroker(5),
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
    'its prices are lost while the car is charged': async () => {
      world.plug(true);
      const isCharged = () => life()?.carOrder()?.mode === 'charge' && life()?.carOrder()?.reason === 'planned';
      for (let i = 0; i < 144 && life()?.hasCar && !isCharged(); i++) await pass(10 * MINUTE);
      if (!isCharged()) return;
      if (chance.below(3) === 0) disk.fill(true);
      await (chance.below(2) === 0 ? stop() : crash());
      feeds.refuse();
      disk.lose('prices', 'prices');
      feeds.lose();
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
      life()?.ask(name, needOf(name, minutes));
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
    'a node is called otherwise': () => {
      const name = someDevice();
      return deploy(name, node[name].change);
    },
    'a node switches by another topic of its own': () => {
      const name = someDevice();
      return deploy(name, relay[name].change);
    },
    'the site is called otherwise': async () => {
      await stop();
      site.change();
      await begin();
    },
    'the site has another broker': () => world.moveToBroker(chance.of([4, 5])),
    'a node is replaced': () => {
      const name = someDevice();
      oracle.meters.forget(name);
      return life()?.replace(name);
    },
    'a device takes more or less than it should': () => {
      const name = chance.of(meteredNames);
      world.meters.change(name, { kw: needs[name].powerKw * chance.of([0.4, 0.9, 1, 1.3]) });
    },
    'a meter falls silent': () => world.meters.change(chance.of(meteredNames), { speaks: false }),
    'a meter speaks again': () => world.meters.change(chance.of(meteredNames), { speaks: true }),
    'the meter of the boiler is another': () => {
      world.meters.change('boiler', { kwh: 0 });
      oracle.meters.forget('boiler');
    },
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
    'the battery is ordered by hand': () => {
      const minutes = chance.of([10, 60, 600]);
      const override = chance.of([...storeModes, 'auto'] as const);
      if (life()?.tellBattery({ override, overrideUntil: minutes })) oracle.battery.byHand(minutes);
    },
    'the battery speaks': () => world.speak(chance.below(12 * HOUR)),
  };
}
