import type { CountryCode } from '../../core/markets.ts';
import type { Instant } from '../../core/time.ts';
import { configuredSelection, type Selection, type SiteHousehold } from '../../messages/selection.ts';
import { type HouseholdChoices, householdChoices } from '../../pricing/bill/choices.ts';
import type { Book } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { HeldPrices } from '../../service/exchange/held-prices.ts';
import { type CostPlaces, costHoldings } from './cost-holdings.ts';
import { type CostQuestion, costPlace } from './cost-place.ts';

/** A household with the contract that its bill is calculated with. */
interface BilledPlace {
  readonly country: CountryCode;
  readonly selection: Selection;
  readonly place: CostQuestion;
  readonly contract: Tariff;
  readonly book: Book;
  readonly exchange: HeldPrices;
}

/** `undefined` where the household has no contract of the embedded service. */
export function billedPlace(household: SiteHousehold, places: CostPlaces, now: Instant): BilledPlace | undefined {
  const selection = configuredSelection(household);
  if (!selection?.consumption) return undefined;
  const { country, postalCode, grid, consumption } = selection;
  const { book, exchange } = costHoldings(places, country, now);
  const contract = book?.tariffs.get(consumption.id);
  if (!book || !contract) return undefined;
  return { country, selection, place: { country, postalCode, grid: grid?.id }, contract, book, exchange };
}

/** The facts that the bill of a household depends on; `undefined` where it has no bill. */
export function choicesAt(household: SiteHousehold, places: CostPlaces, now: Instant): HouseholdChoices | undefined {
  const billed = billedPlace(household, places, now);
  return billed && householdChoices(billed.book, costPlace(billed.place, billed.book), billed.contract);
}
