import type { Schedule } from '../book.ts';
import type { Rate, RegisterRule } from '../tariff.ts';

/** The reason why a tariff has no price at a place, however often one asks (specification, "Errors", status 500). */
export class CannotPrice extends Error {
  override readonly name = 'CannotPrice';
}

/** The prices of a meter's registers on the clock of the operator that switches them. Throws a `CannotPrice`. */
export function registerRates(prices: RegisterRule['prices'], schedule: Schedule | undefined): Rate[] {
  if (!schedule) throw new CannotPrice('the time-of-use switching times are not available for this location');
  const switched = new Set(schedule.registers.map(({ name }) => name));
  const missing = Object.keys(prices).find((name) => !switched.has(name));
  if (missing !== undefined)
    throw new CannotPrice(`the tariffs cannot be combined: the network operator switches no register "${missing}"`);
  return schedule.registers.map(({ name, when }) => {
    const price = prices[name];
    if (price === undefined)
      throw new CannotPrice(`the tariffs cannot be combined: no price is known for the operator's register "${name}"`);
    return { price, ...(when && { when }) };
  });
}
