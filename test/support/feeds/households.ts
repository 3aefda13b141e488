import type { CountryCode } from '../../../src/core/markets.ts';

/** What a household types that takes its first price, and what it has then, with prices of 70 EUR/MWh. */
export interface Household {
  readonly country: CountryCode;
  /** Of its browser; without one the language says the country. */
  readonly timeZone?: string;
  /** Typed into the field of the tariff, where the country has several. */
  readonly zone?: string;
  /** Typed, where the address decides. */
  readonly postalCode?: string;
  /** Takes the sources for its own household. */
  readonly own?: true;
  /** All that it pays for a kWh, as the status says it. */
  readonly price: string;
  /** The same in its dialog, which rounds 7.35 up where the status rounds it down. */
  readonly dialogPrice?: string;
  /** Every use of the mouse from the palette to the deployed price; a double click counts as two. */
  readonly clicks: number;
}

const own = true;

export const households: readonly Household[] = [
  { country: 'ES', postalCode: '28001', own, price: '18.5 ct', clicks: 7 },
  { country: 'AT', timeZone: 'Europe/Vienna', postalCode: '1010', price: '14.8 ct', clicks: 6 },
  { country: 'BE', timeZone: 'Europe/Brussels', postalCode: '1000', price: '24.9 ct', clicks: 6 },
  { country: 'CH', timeZone: 'Europe/Zurich', postalCode: '1700', price: '18.9 Rp.', clicks: 6 },
  { country: 'CZ', timeZone: 'Europe/Prague', postalCode: '11000', price: '4.14 CZK', clicks: 6 },
  { country: 'DE', timeZone: 'Europe/Berlin', postalCode: '10115', price: '24.7 ct', clicks: 6 },
  { country: 'DK', timeZone: 'Europe/Copenhagen', zone: 'DK2', postalCode: '2100', price: '100.6 øre', clicks: 7 },
  { country: 'EE', timeZone: 'Europe/Tallinn', postalCode: '10111', own, price: '21.0 ct', clicks: 7 },
  { country: 'FI', timeZone: 'Europe/Helsinki', postalCode: '00100', own, price: '16.1 ct', clicks: 7 },
  { country: 'FR', timeZone: 'Europe/Paris', price: '17.9 ct', clicks: 5 },
  {
    country: 'GB',
    timeZone: 'Europe/London',
    zone: 'GB-A',
    postalCode: 'CB1',
    own,
    price: '7.3 p',
    dialogPrice: '7.4 p',
    clicks: 8,
  },
  { country: 'GR', timeZone: 'Europe/Athens', own, price: '10.8 ct', clicks: 6 },
  { country: 'HU', timeZone: 'Europe/Budapest', price: '63.50 HUF', clicks: 5 },
  { country: 'IT', timeZone: 'Europe/Rome', zone: 'IT-SICILY', postalCode: '00100', own, price: '15.1 ct', clicks: 8 },
  { country: 'LT', timeZone: 'Europe/Vilnius', own, price: '19.5 ct', clicks: 6 },
  { country: 'NL', timeZone: 'Europe/Amsterdam', postalCode: '1012', price: '19.6 ct', clicks: 6 },
  { country: 'NO', timeZone: 'Europe/Oslo', zone: 'NO1', postalCode: '0150', own, price: '138.8 øre', clicks: 8 },
  { country: 'PL', timeZone: 'Europe/Warsaw', postalCode: '40001', price: '72.9 gr', clicks: 6 },
  { country: 'PT', timeZone: 'Europe/Lisbon', own, price: '14.0 ct', clicks: 6 },
  { country: 'SE', timeZone: 'Europe/Stockholm', zone: 'SE3', postalCode: '11120', price: '146.6 öre', clicks: 7 },
  { country: 'SI', timeZone: 'Europe/Ljubljana', price: '11.3 ct', clicks: 5 },
];
