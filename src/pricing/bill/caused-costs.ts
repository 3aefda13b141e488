import type { MeterReading } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import type { Metered } from '../comparison/types.ts';
import type { HouseholdBill } from './types.ts';

/** The cost that a device causes in a bill, with VAT. */
export interface CausedCost {
  /** The meter and the device are known from here on. */
  readonly since: Instant;
  /** Energy of the device while the meter was read. */
  readonly energyKwh: number;
  readonly cost: number;
}

type Energies = readonly MeterReading[];
type Meter = Required<Pick<Metered, 'consumption' | 'feedIn'>>;

/**
 * The cost that each device causes: the bill minus the bill without the device. Energy that did not come from the grid would have
 * been fed in. Costs that devices cause only together, such as a peak in two windows, are divided by energy, so that the costs of
 * the devices add up to the cost of all of them (the method of separable costs and remaining benefits).
 * @param devices energy by quarter hours and in order of time.
 */
export function causedCosts(
  billOf: (meter: Meter) => HouseholdBill,
  meter: Meter,
  devices: ReadonlyMap<string, Energies>,
): Map<string, CausedCost> {
  const [begin] = meter.consumption;
  if (!begin || devices.size === 0) return new Map();
  const amountOf = (energies: Energies): Without & { readonly cost: number } => {
    const without = meterWithout(meter, energies);
    return { ...without, cost: whole - exactTotalOf(billOf(without)) };
  };
  const whole = exactTotalOf(billOf(meter));
  const alone = new Map([...devices].map(([id, energies]) => [id, amountOf(energies)]));
  const all = amountOf([...devices.values()].flat().sort((a, b) => a.start - b.start));
  const sum = (field: 'cost' | 'energyKwh') => [...alone.values()].reduce((total, each) => total + each[field], 0);
  const [joint, kWh] = [all.cost - sum('cost'), sum('energyKwh')];
  return new Map(
    [...alone].map(([id, { cost, energyKwh }]) => [
      id,
      {
        since: Math.max(begin.start, devices.get(id)?.[0]?.start ?? begin.start),
        energyKwh,
        cost: cost + (kWh > 0 ? (joint * energyKwh) / kWh : 0),
      },
    ]),
  );
}

const exactTotalOf = ({ net, vat }: HouseholdBill): number => net + vat;

interface Without extends Meter {
  readonly energyKwh: number;
}

/** The meter as it would read without a device. A meter without a feed-in counter shows no energy that would have been fed in. */
function meterWithout({ consumption, feedIn }: Meter, energies: Energies): Without {
  const spared: MeterReading[] = [];
  let [first, energyKwh] = [0, 0];
  const bought = consumption.map((reading) => {
    const { start, end, kWh } = reading;
    while ((energies[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first += 1;
    let used = 0;
    for (let i = first; ; i += 1) {
      const energy = energies[i];
      if (!energy || energy.start >= end) break;
      const seconds = Math.min(end, energy.end) - Math.max(start, energy.start);
      used += (energy.kWh * seconds) / (energy.end - energy.start);
    }
    const counted = feedIn.length > 0 ? used : Math.min(used, kWh);
    energyKwh += counted;
    if (counted > kWh) spared.push({ start, end, kWh: counted - kWh });
    return counted > 0 ? { ...reading, kWh: Math.max(0, kWh - counted) } : reading;
  });
  return {
    consumption: bought,
    feedIn: spared.length > 0 ? [...feedIn, ...spared].sort((a, b) => a.start - b.start) : feedIn,
    energyKwh,
  };
}
