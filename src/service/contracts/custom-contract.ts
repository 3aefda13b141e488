import type { CountryCode } from '../../core/markets.ts';
import type { LocalDate } from '../../core/time.ts';

/** A price of a custom contract, in the contract's `unit` and with or without VAT as its `vat` says. */
export type CustomPrice = CustomFixedPrice | CustomClockPrice | CustomExchangePrice;

export interface CustomFixedPrice {
  readonly kind: 'fixed';
  /** Per kWh. */
  readonly price: number;
}

/** The first row that applies counts, and `otherwise` at all other times. */
export interface CustomClockPrice {
  readonly kind: 'clock';
  readonly rows: readonly [CustomClockRow, ...CustomClockRow[]];
  /** Per kWh. */
  readonly otherwise: number;
}

export interface CustomClockRow {
  /** `'all'`; weekdays by number, 1 is Monday (`'12345'`); or `'working'` and `'rest'`, which regard public holidays. */
  readonly days: string;
  /** `'22:00'`, on a quarter hour of the market's time. */
  readonly from: string;
  /** A time before `from` is on the next day. */
  readonly to: string;
  /** Per kWh. */
  readonly price: number;
}

/** The exchange price, which is without VAT, times `factor` plus `margin`. */
export interface CustomExchangePrice {
  readonly kind: 'exchange';
  /** The bidding zone: `'DE-LU'`. */
  readonly zone: string;
  /** 1 where it is left out. */
  readonly factor?: number;
  /** Per kWh; 0 where it is left out. */
  readonly margin?: number;
  /** Per kWh. */
  readonly cap?: number;
  /** Per kWh. */
  readonly floor?: number;
  /** Seconds of one price; 900 where it is left out. */
  readonly settlement?: 900 | 1800 | 3600;
}

/** A network price of a custom contract. */
export type CustomNetworkPrice = (CustomFixedPrice | CustomClockPrice) & {
  /** `levies`: the price contains the levies per kWh. `network` where it is left out. */
  readonly contains?: 'network' | 'levies';
  /** Id of the network tariff that is priced before the contract's `from`: `'de-netze-bw-household'`. */
  readonly before?: string;
};

/** A contract of the user's own beside those of the catalogue. */
export interface CustomContract {
  /** `own-` and 1 to 20 of `a-z0-9`. The tariffs have the ids `ID`, `ID-grid` and `ID-feedin`. */
  readonly id: string;
  readonly name: string;
  readonly country: CountryCode;
  /** The day from which the figures hold: `'2026-01-01'`. */
  readonly from: LocalDate;
  /** `hundredth`: cents, öre or pence. */
  readonly unit: 'major' | 'hundredth';
  /** Whether the figures contain VAT. Those of `feedin` never do. */
  readonly vat: 'in' | 'out';
  /** `all`: the energy price contains network and levies. `energy` where it is left out. */
  readonly includes?: 'energy' | 'all';
  readonly energy?: CustomPrice;
  /** The operator of the postal code where it is left out; `listed` is a network tariff of the catalogue. */
  readonly network?: { readonly kind: 'listed'; readonly tariff: string } | CustomNetworkPrice;
  /** Per kWh that is fed in. */
  readonly feedin?: CustomPrice;
  /** Charged every month, in the currency. */
  readonly monthly?: number;
}
