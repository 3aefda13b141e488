import type { createCar } from './car.ts';
import { batteryLaws } from './laws/battery-laws.ts';
import { carLaws } from './laws/car-laws.ts';
import { deviceLaws } from './laws/device-laws.ts';
import { dimmingLaws } from './laws/dimming-laws.ts';
import { formerLaws } from './laws/former-laws.ts';
import { meterLaws } from './laws/meter-laws.ts';
import { priceLaws } from './laws/price-laws.ts';
import { relayLaws } from './laws/relay-laws.ts';
import type { Life } from './life.ts';
import type { DeviceName } from './needs.ts';
import type { Market } from './outside/market.ts';
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
  const meters = meterLaws(sight);
  const devices = deviceLaws(sight, meters);
  const dimming = dimmingLaws(sight);
  const cars = carLaws(sight, car);
  const battery = batteryLaws(sight);
  const relays = relayLaws(sight);
  const former = formerLaws(sight);
  const death = deathLaws(sight);
  return {
    met: () => ({
      ...devices.met,
      ...relays.met,
      ...meters.met,
      ...prices.met,
      ...dimming.met(),
      ...cars.met,
      broker: broker.met(),
    }),
    dimming,
    meters,
    car: cars,
    battery,
    happened: sight.happened,
    calm: sight.calm,
    connected: sight.connected,
    need: devices.need,
    clockSet() {
      devices.clockSet();
      meters.loseAll();
      dimming.clockSet();
      cars.clockSet();
    },
    byHand: devices.byHand,
    redeployed: (name: DeviceName) => devices.restarted([name]),
    restarted(isTorn: boolean) {
      devices.restarted();
      former.restarted();
      meters.loseAll();
      battery.restarted(isTorn);
      dimming.restarted(isTorn);
      cars.restarted(isTorn);
    },
    count(life: Life | undefined, seconds: number) {
      devices.count(life, seconds);
      meters.count(seconds);
      battery.count(life, seconds);
      cars.count(life, seconds);
    },
    died: death.died,
    left: former.left,
    look(life: Life | undefined) {
      const retained = broker.retained();
      broker.heard();
      const [broken] = place.feeds.broken.splice(0);
      if (broken) fail(broken);
      if (!life) return death.look(retained);
      death.lookAtLiving(retained);
      prices.look(life, retained);
      devices.look(life, retained);
      relays.look(life);
      meters.look(life);
      former.look(retained);
      dimming.look(life, retained);
      battery.look(life);
      cars.look(life, retained);
      if (isSettled() && life.errors.length > 0) fail(`something went wrong: ${life.errors.at(-1)}`);
      if (!isSettled()) life.errors.splice(0);
    },
  };
}

/** Of a dead process the broker says nothing any more that would be wrong by now. */
function deathLaws({ clock, broker, topicOf, since, fail, isHeard, isFalse }: Sight) {
  let diedAt: number | undefined;
  let begunAt = clock.uptime();
  return {
    died(isDead: boolean) {
      diedAt = isDead ? clock.uptime() : undefined;
      begunAt = clock.uptime();
    },
    /** Once every node has spoken, a minute after the start at the latest, it is online. */
    lookAtLiving(retained: Record<string, string>) {
      const topic = topicOf('status');
      const hasSpoken = since(begunAt) > 2 * MINUTE;
      if (isHeard() && isFalse(topic, hasSpoken && retained[topic] !== 'online')) fail('is not online');
    },
    look(retained: Record<string, string>) {
      if (since(diedAt) > (broker.version() === 5 ? 16 : 0) && retained[topicOf('status')] === 'online')
        fail('a dead process is online');
      // A broker of 3.1.1 keeps what it was told for ever.
      if (broker.version() !== 5) return;
      for (const [topic, shown] of Object.entries(retained))
        if (since(diedAt) > 16 * MINUTE && shown === 'ON' && topic.endsWith('/state'))
          fail(`a dead process says ON on ${topic}`);
      if (since(diedAt) > HOUR && retained[topicOf('price/now')]) fail('a dead process shows a price');
    },
  };
}
