import { countryCode, markets } from '../../../src/core/markets.ts';

/** The country that the user is likely at home in, by the browser's time zone, else by its language; empty for none known. */
export function homeCountry(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [there] = Object.entries(markets).find(([, market]) => market.timeZone === timeZone) ?? [];
  return there ?? countryCode(new Intl.Locale(navigator.language).maximize().region ?? '') ?? '';
}
