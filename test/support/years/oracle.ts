import { root } from '../publishing-house.ts';
import { batteryLaws } from './battery-laws.ts';
import type { createCar } from './car.ts';
import { carLaws } from './car-laws.ts';
import { deviceLaws } from './device-laws.ts';
import { dimmingLaws } from './dimming-laws.ts';
import type { Life } from './life.ts';
import type { Market } from './market.ts';
import type { Names } from './names.ts';
import { deviceNames } from './needs.ts';
import { priceLaws } from './price-laws.ts';
import { HOUR, MINUTE, type Sight, sightOf } from './sight.ts';
import type { Place } from './site.ts';

/**
 * Looks at a house from outside at every moment and throws at the first that is wrong: it knows the market, what the house
 * has been told, and nothing of how it decides.
 */
export function oracleOf(place: Place, market: Market, car: ReturnType<typeof createCar>, seed: number) {
  const sight = sightOf(place, market, seed);
  const { broker, isSettled, fail } = sight;
  const prices = priceLaws(sight);
  const devices = deviceLaws(sight, place.names);
  const dimming = dimmingLaws(sight);
  const cars = carLaws(sight, car);
  const battery = batteryLaws(sight);
  const death = deathLaws(sight, place.names);
  return {
    met: () => ({ ...devices.met, ...prices.met, ...dimming.met(), ...cars.met, broker: broker.met() }),
    dimming,
    car: cars,
    battery,
    happened: sight.happened,
    calm: sight.calm,
    connected: sight.connected,
    need: devices.need,
    clockSet() {
      devices.clockSet();
      dimming.clockSet();
      cars.clockSet();
    },
    byHand: devices.byHand,
    restarted(isTorn: boolean) {
      devices.restarted();
      battery.restarted(isTorn);
      dimming.restarted(isTorn);
      cars.restarted(isTorn);
    },
    count(life: Life | undefined, seconds: number) {
      devices.count(life, seconds);
      battery.count(life, seconds);
      cars.count(life, seconds);
    },
    died: death.died,
    look(life: Life | undefined) {
      const retained = broker.retained();
      broker.heard();
      const [broken] = place.feeds.broken.splice(0);
      if (broken) fail(broken);
      if (!life) return death.look(retained);
      death.lookAtLiving(retained);
      prices.look(life, retained);
      devices.look(life, retained);
      dimming.look(life, retained);
      battery.look(life);
      cars.look(life, retained);
      if (isSettled() && life.errors.length > 0) fail(`something went wrong: ${life.errors.at(-1)}`);
      if (!isSettled()) life.errors.splice(0);
    },
  };
}

/** Of a dead process the broker says nothing any more that would be wrong by now. */
function deathLaws({ clock, broker, since, fail, isHeard, isFalse }: Sight, names: Names) {
  let diedAt: number | undefined;
  let begunAt = clock.uptime();
  const topic = `${root}/status`;
  return {
    died(isDead: boolean) {
      diedAt = isDead ? clock.uptime() : undefined;
      begunAt = clock.uptime();
    },
    /** Once every node has spoken, a minute after the start at the latest, it is online. */
    lookAtLiving(retained: Record<string, string>) {
      const hasSpoken = since(begunAt) > 2 * MINUTE;
      if (isHeard() && isFalse(topic, hasSpoken && retained[topic] !== 'online')) fail('is not online');
    },
    look(retained: Record<string, string>) {
      if (since(diedAt) > (broker.version() === 5 ? 16 : 0) && retained[topic] === 'online')
        fail('a dead process is online');
      // A broker of 3.1.1 keeps what it was told for ever.
      if (broker.version() !== 5) return;
      if (since(diedAt) > 16 * MINUTE)
        for (const name of deviceNames)
          if (retained[`${root}/window/${names.of(name)}/state`] === 'ON') fail(`${name} is told ON by a dead process`);
      if (since(diedAt) > HOUR && retained[`${root}/price/now`]) fail('a dead process shows a price');
    },
  };
}
