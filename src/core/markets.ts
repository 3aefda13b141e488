/** A country the service prices, with the currency and the mainland zone its local day is counted in. */
export interface Market {
  readonly name: string;
  /** ISO 4217 code; prices are in the major unit per kWh. */
  readonly currency: string;
  /** IANA zone of the mainland; islands are served the mainland day (specification, "The window", rule 2). */
  readonly timeZone: string;
}

const market = (name: string, timeZone: string, currency = 'EUR'): Market => ({ name, currency, timeZone });

/** Every country the service's paths accept (specification, "Supported `country` values"). */
export const markets = {
  AT: market('Austria', 'Europe/Vienna'),
  BE: market('Belgium', 'Europe/Brussels'),
  BG: market('Bulgaria', 'Europe/Sofia'),
  CH: market('Switzerland', 'Europe/Zurich', 'CHF'),
  CY: market('Cyprus', 'Asia/Nicosia'),
  CZ: market('Czechia', 'Europe/Prague', 'CZK'),
  DE: market('Germany', 'Europe/Berlin'),
  DK: market('Denmark', 'Europe/Copenhagen', 'DKK'),
  EE: market('Estonia', 'Europe/Tallinn'),
  ES: market('Spain', 'Europe/Madrid'),
  FI: market('Finland', 'Europe/Helsinki'),
  FR: market('France', 'Europe/Paris'),
  GB: market('Great Britain', 'Europe/London', 'GBP'),
  GR: market('Greece', 'Europe/Athens'),
  HR: market('Croatia', 'Europe/Zagreb'),
  HU: market('Hungary', 'Europe/Budapest', 'HUF'),
  IE: market('Ireland', 'Europe/Dublin'),
  IT: market('Italy', 'Europe/Rome'),
  LT: market('Lithuania', 'Europe/Vilnius'),
  LU: market('Luxembourg', 'Europe/Luxembourg'),
  LV: market('Latvia', 'Europe/Riga'),
  MC: market('Monaco', 'Europe/Monaco'),
  MT: market('Malta', 'Europe/Malta'),
  NL: market('Netherlands', 'Europe/Amsterdam'),
  NO: market('Norway', 'Europe/Oslo', 'NOK'),
  PL: market('Poland', 'Europe/Warsaw', 'PLN'),
  PT: market('Portugal', 'Europe/Lisbon'),
  RO: market('Romania', 'Europe/Bucharest', 'RON'),
  SE: market('Sweden', 'Europe/Stockholm', 'SEK'),
  SI: market('Slovenia', 'Europe/Ljubljana'),
  SK: market('Slovakia', 'Europe/Bratislava'),
} as const satisfies Record<string, Market>;

export type CountryCode = keyof typeof markets;

/** The codes of all markets, as they are told to those who gave another. */
export const countryCodes: readonly string[] = Object.keys(markets);

/** The code in upper case when it is one the service knows (`de` and `DE` are the same), else `undefined`. */
export function countryCode(text: string): CountryCode | undefined {
  // Beyond ASCII other letters have the same upper case: `ſe` is no `SE`.
  const code = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return Object.hasOwn(markets, code) ? (code as CountryCode) : undefined;
}
