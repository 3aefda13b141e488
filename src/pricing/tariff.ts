import type { Sector, TariffType } from '../core/vocabulary.ts';

/** When a rate applies; every condition given must hold. */
export interface When {
  /** 1 to 12. */
  readonly months?: readonly number[];
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
  readonly cap?: number;
  readonly floor?: number;
}

/** Rates on a repeating clock; of several that apply the first counts. A flat price is one rate without `when`. */
export interface ClockRule {
  readonly kind: 'clock';
  readonly rates: readonly [Rate, ...Rate[]];
}

export type PriceRule = SpotRule | ClockRule;

/** One configuration of a tariff, in effect from a day on. */
export interface Version {
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
  /** Whether the source still publishes it. */
  readonly available: boolean;
  /** Whether the listings show it; a tariff that no listing shows still prices. */
  readonly household: boolean;
  /** Oldest first. */
  readonly versions: readonly [Version, ...Version[]];
}

/** The configuration in effect on the day `YYYYMMDD`: the latest on or before it, else the oldest ("`version`", rule 1). */
export function versionOn({ versions }: Tariff, day: string): Version {
  return versions.findLast(({ version }) => version <= day) ?? versions[0];
}
