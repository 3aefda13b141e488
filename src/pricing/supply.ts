import type { PricePoint } from '../core/series.ts';
import type { Book } from './book.ts';
import { unbundled } from './bundle.ts';
import type { MarketDay, Quarter } from './calendar/quarters.ts';
import { bundledLevies } from './day-charges.ts';
import { byGridTariff, ownNetworkOf } from './network.ts';
import type { SupplyPoint } from './place/scope.ts';
import { type DayCharges, pointsOver } from './points.ts';
import type { Tariff } from './tariff.ts';

/** A tariff with the network charge and the charges that it is priced with. */
export interface Supply {
  readonly tariff: Tariff;
  readonly gridTariff: Tariff | undefined;
  /** The place to look up the switching times of the energy price; the network price keeps its own operator there. */
  readonly place: SupplyPoint;
  readonly chargesOn: (day: MarketDay) => DayCharges;
}

/** The rates of a tariff at a place in each quarter hour, excluding VAT; `undefined` where none is known. */
export type RatesAt = (tariff: Tariff, place: SupplyPoint) => readonly (number | undefined)[];

/** The points of a supply; of a bundled tariff the energy is what its own network and the levies leave of it. */
export function supplyPoints(
  supply: Supply,
  quarters: readonly Quarter[],
  book: Book,
  ratesAt: RatesAt,
  joined = false,
): PricePoint[] {
  const { tariff, gridTariff, place, chargesOn } = supply;
  const networkOf = (grid: Tariff | undefined) => (grid ? ratesAt(grid, { ...place, operator: grid.companyId }) : []);
  const rates = ratesAt(tariff, place);
  const own = tariff.bundled && ownNetworkOf(tariff, book);
  const hasFees = tariff.bundled !== 'network';
  const energy = own ? unbundled(rates, networkOf(own), quarters, bundledLevies(book, own, hasFees)) : rates;
  const networkOn = gridTariff?.before ? byGridTariff(gridTariff, book, networkOf) : undefined;
  const network = networkOn ? quarters.map(({ day }, i) => networkOn(day.date)[i]) : networkOf(gridTariff);
  // A network charge that follows the exchange ends the series where its price is not published yet.
  const known =
    gridTariff?.type === 'dynamic' ? energy.map((price, i) => (network[i] === undefined ? undefined : price)) : energy;
  return pointsOver(quarters, known, network, chargesOn, joined);
}
