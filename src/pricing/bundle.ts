import type { MarketDay, Quarter } from './calendar/quarters.ts';
import { type LevyRates, withoutLevies } from './charges.ts';

/** The levies in a bundled rate on one day: those inside its network charge, and the country-wide ones. */
export interface BundledLevies {
  readonly grid: LevyRates | undefined;
  readonly fees: LevyRates | undefined;
}

/**
 * The energy part of rates published as one sum (dayahead rule 9): what is left without the network charge of the
 * tariff's own region and the country-wide levies, whatever a request includes. A quarter hour of which one of
 * both is not known has none.
 */
export function unbundled(
  published: readonly (number | undefined)[],
  network: readonly (number | undefined)[],
  quarters: readonly Quarter[],
  leviesOn: (day: MarketDay) => BundledLevies,
): (number | undefined)[] {
  const levies = new Map<MarketDay, BundledLevies>();
  return quarters.map(({ day }, i) => {
    const [sum, charge] = [published[i], network[i]];
    if (sum === undefined || charge === undefined) return undefined;
    const { grid, fees } = levies.get(day) ?? leviesOn(day);
    levies.set(day, { grid, fees });
    return withoutLevies(sum, fees) - charge - (grid?.perKwh ?? 0);
  });
}
