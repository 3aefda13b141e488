import type { Grade, Standing } from '../core/dated.ts';
import type { LocalDate } from '../core/time.ts';
import type { Sector, TariffType } from '../core/vocabulary.ts';

/** The times at which a rate applies; every condition given must hold. */
export interface When {
  /** 1 to 12. */
  readonly months?: readonly number[];
  /** 1 Monday to 7 Sunday, public holidays no different. */
  readonly weekdays?: readonly number[];
  /** `working`: Monday to Friday that is no public holiday; `rest`: every other day. */
  readonly days?: 'working' | 'rest';
  /** Wall-clock ranges on quarter hours, `["22:15-06:30"]` runs over midnight. */
  readonly hours?: readonly string[];
}

export interface Rate {
  /** Major units of the market's currency per kWh, excluding VAT. */
  readonly price: number;
  /** Left out: always. */
  readonly when?: When;
}

/** The exchange price through a supplier's formula: coefficient x price + margin, then floor and cap. */
export interface SpotRule {
  readonly kind: 'spot';
  /** Bidding zone whose auction it follows, `DE-LU`. */
  readonly zone: string;
  /** Seconds of the tariff's own settlement interval; prices are averaged to it before the formula. */
  readonly settlement: 900 | 1800 | 3600;
  readonly coefficient: number;
  /** Major units per kWh. */
  readonly margin: number;
  /** Added: this share of the absolute exchange price. With coefficient 1 and 0.03, -1 ct becomes -0.97 ct. */
  readonly ofAbsolute?: number;
  /** A second formula on the same exchange price; the higher result of both counts. */
  readonly orMore?: { readonly coefficient: number; readonly margin: number };
  readonly cap?: number;
  readonly floor?: number;
}

/** The clock that hours, weekdays and months are read from. */
export interface ClockTime {
  /** `winter`: standard time all year, as meters without daylight saving have it; left out, the wall clock. */
  readonly time?: 'winter';
}

/** Rates on a repeating clock; of several that apply the first counts. A flat price is one rate without `when`. */
interface ClockRule extends ClockTime {
  readonly kind: 'clock';
  readonly rates: readonly [Rate, ...Rate[]];
}

/** A price for each register of the meter; the schedule of the network operator says which of them runs. */
export interface RegisterRule {
  readonly kind: 'registers';
  readonly prices: Readonly<Record<string, number>>;
}

/** Rates of a stretch of days: on a clock, or a price for each register of the meter. */
export interface RatePeriod extends Omit<Standing, 'until'> {
  /** The first day. */
  readonly from: LocalDate;
  /** The last day; left out, it has no published end. */
  readonly to?: LocalDate;
  readonly rates?: readonly Rate[];
  readonly prices?: Readonly<Record<string, number>>;
}

/**
 * Rates by date. A supplier's price has none on a day in no period. A network charge is carried on after its last period
 * and marked as expired; before its first one nothing is known.
 */
export interface PeriodRule extends ClockTime {
  readonly kind: 'periods';
  readonly periods: readonly RatePeriod[];
}

/** Several clocks, and for each day the name of its own, published the day before. */
export interface CalendarRule {
  readonly kind: 'calendar';
  /** `HH:MM` in the market's zone. */
  readonly publishedAt: string;
  readonly clocks: Readonly<Record<string, readonly Rate[]>>;
  readonly days: Readonly<Record<LocalDate, string>>;
  /** The name of a calendar that a feed keeps; a day that it has is not looked up in `days`. */
  readonly calendar?: string;
  /** `HH:MM`, at which a day's clock takes over; midnight where it is left out. */
  readonly begins?: string;
  /** The clock of every day that `days` does not name; left out, such a day is not published yet. */
  readonly otherwise?: string;
}

export type PriceRule = SpotRule | ClockRule | RegisterRule | PeriodRule | CalendarRule;

/** A price that is read from a published series; any other is known in advance (specification, "`type` rules"). */
export const isPublished = ({ kind }: PriceRule): boolean => kind === 'spot' || kind === 'calendar';

/** One configuration of a tariff, in effect from a day on. */
export interface Version extends Standing {
  /** `YYYYMMDD`. */
  readonly version: string;
  readonly available: boolean;
  readonly price: PriceRule;
}

export interface Tariff {
  readonly id: string;
  readonly companyId: string;
  readonly sector: Sector;
  readonly name: string;
  readonly link: string | null;
  readonly description: string | null;
  readonly type: TariffType;
  /** The source still publishes it. */
  readonly available: boolean;
  /** The listings show it; a tariff that no listing shows still prices. */
  readonly household: boolean;
  /**
   * `true`: the rates are those of energy, network and country-wide levies together, of a grid tariff those of network and
   * levies; `network`: those of energy and network. Without VAT.
   */
  readonly bundled?: boolean | 'network';
  /** Id of the region it is sold in; left out, everywhere. */
  readonly region?: string;
  /** Tariffs of a company with one `product` are that product in several regions. */
  readonly product?: string;
  /** Id of the grid tariff that is priced with it where none is asked for, whatever the address has. */
  readonly gridTariff?: string;
  /** Id of the grid tariff that is priced before the first day of this one; left out, this one is priced on every day. */
  readonly before?: string;
  /** The grade of every version and period that names none. */
  readonly grade?: Grade;
  /** Charged every month in major units excluding VAT, whatever is used: no part of the price per kWh. */
  readonly monthly?: number;
  /** Of a grid tariff what a feed has told of single days; on any other the version holds. */
  readonly told?: PeriodRule;
  /** Oldest first. */
  readonly versions: readonly [Version, ...Version[]];
}

/** The configuration in effect on the day `YYYYMMDD`: the latest on or before it, else the oldest ("`version`", rule 1). */
export function versionOn({ versions }: Tariff, day: string): Version {
  return versions.findLast(({ version }) => version <= day) ?? versions[0];
}
