import { type CountryCode, countryCode, markets } from '../../core/markets.ts';

/** The country whose clock the files show, where they show one. */
export const countryOfClock = (zones: readonly string[]): CountryCode | undefined =>
  zones.flatMap((zone) => countryAt(zone) ?? [])[0];

/** The zone of a file whose layout is of another country than `country`. */
export const foreignClock = (zones: readonly string[], country: CountryCode): string | undefined =>
  zones.find((zone) => (countryAt(zone) ?? country) !== country);

function countryAt(zone: string): CountryCode | undefined {
  const [code = ''] = Object.entries(markets).find(([, { timeZone }]) => timeZone === zone) ?? [];
  return countryCode(code);
}
