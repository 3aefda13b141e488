import type { Life } from '../life.ts';
import { type MeteredName, meteredNames } from '../meters.ts';
import { type DeviceName, needs } from '../needs.ts';
import { HOUR, MINUTE, type Sight } from '../sight.ts';

/** Seconds for which a measured power holds. */
const HOLDS = 15 * MINUTE;
/** kWh. */
const LITTLE = 0.01;

/** What the house knows of what a device has taken. */
interface Known {
  isOn: boolean;
  offAt: number;
  /** The power that is measured, since the device was switched last. */
  power: { readonly kw: number; readonly at: number } | undefined;
  kwh: number;
  /** The meter has spoken since the device went off. */
  isRead: boolean;
  /** Both sums when they were compared first; none where something of either may have been lost since. */
  base: { readonly kwh: number; readonly account: number } | undefined;
}

/** The account of a device goes on by what its meter says: as long as nothing is lost both have grown by as much, whenever it is off. */
export function meterLaws({ clock, since, fail }: Sight) {
  const fresh = (): Known => ({
    isOn: false,
    offAt: clock.uptime(),
    power: undefined,
    kwh: 0,
    isRead: false,
    base: undefined,
  });
  const all: Readonly<Record<MeteredName, Known>> = { car: fresh(), boiler: fresh() };
  const met = { accounted: 0 };
  const powerOf = (name: MeteredName) => {
    const { power } = all[name];
    return power && since(power.at) < HOLDS ? power.kw : undefined;
  };
  const lose = (name: MeteredName) => {
    Object.assign(all[name], { base: undefined, isRead: name === 'car' });
  };

  function lookAtAccount(name: MeteredName, account: number): void {
    const known = all[name];
    const { isOn, offAt, kwh, base, isRead } = known;
    if (isOn || since(offAt) < HOLDS + MINUTE || !isRead) return;
    if (!base) {
      known.base = { kwh, account };
      return;
    }
    met.accounted++;
    const [taken, accounted] = [kwh - base.kwh, account - base.account];
    if (Math.abs(taken - accounted) > LITTLE)
      fail(`the account of the ${name} has grown by ${accounted} kWh, and it has taken ${taken}`);
  }

  return {
    met,
    /** Of what is not measured each second counts as one of the whole power. */
    share: (name: MeteredName) => (powerOf(name) ?? needs[name].powerKw) / needs[name].powerKw,
    /** So many seconds have passed as it was; what the boiler has taken its meter says. */
    count(seconds: number) {
      const kw = powerOf('car') ?? (all.car.isOn ? needs.car.powerKw : 0);
      all.car.kwh += (kw * seconds) / HOUR;
    },
    /** A measured power is that of a device that is not switched meanwhile. */
    switched(life: Life) {
      for (const name of meteredNames) {
        const known = all[name];
        const isOn = life.report(name)?.switch.on ?? false;
        if (isOn === known.isOn) continue;
        Object.assign(known, { isOn, power: undefined, isRead: name === 'car' });
        if (!isOn) known.offAt = clock.uptime();
      }
    },
    measured(name: MeteredName, kw: number) {
      all[name].power = { kw, at: clock.uptime() };
    },
    read(name: MeteredName, kwh: number) {
      Object.assign(all[name], { kwh, isRead: true });
    },
    /** Nobody knows what is counted of it. */
    forget(name: DeviceName) {
      if (name !== 'pump') lose(name);
    },
    loseAll() {
      for (const name of meteredNames) lose(name);
    },
    look(life: Life) {
      for (const name of meteredNames) {
        const account = life.report(name)?.account?.total.energyKwh;
        if (account !== undefined) lookAtAccount(name, account);
      }
    },
  };
}
