import type { CountryCode } from '../../../src/core/markets.ts';

/** What a household types that takes its first price, and what it has then, with prices of 70 EUR/MWh. */
export interface Household {
  readonly country: CountryCode;
  /** Of its browser; without one the language says the country. */
  readonly timeZone?: string;
  /** Typed into the field of the tariff, where the country has several. */
  readonly zone?: string;
  /** The network operator, as the bill names it, or the region of Great Britain. */
  readonly operator?: string;
  /** Chosen where taxes differ within the area of the operator. */
  readonly area?: string;
  /** Typed, where one network charge holds in the whole country. */
  readonly postalCode?: string;
  /** The network charge, typed where none is held. */
  readonly network?: string;
  /** The parts that this charge holds; left out, the network alone. */
  readonly contains?: 'network' | 'levies';
  /** All that the bill charges for a kWh, typed where no price is published. */
  readonly bill?: string;
  /** Takes the sources for its own household. */
  readonly own?: true;
  /** All that it pays for a kWh, as the status says it. */
  readonly price: string;
  /** The price in the dialog, which has two decimals as bills have; left out where the status has two as well. */
  readonly dialogPrice?: string;
  /** Every use of the mouse from the palette to the deployed price; a double click counts as two. */
  readonly clicks: number;
}

const own = true;

export const households: readonly Household[] = [
  { country: 'ES', postalCode: '28001', own, price: '18.5 ct', dialogPrice: '18.54 ct', clicks: 7 },
  {
    country: 'AT',
    timeZone: 'Europe/Vienna',
    operator: 'Netzbereich Wien',
    area: 'Wien',
    price: '17.9 ct',
    dialogPrice: '17.92 ct',
    clicks: 7,
  },
  {
    country: 'BE',
    timeZone: 'Europe/Brussels',
    operator: 'Sibelga',
    price: '24.9 ct',
    dialogPrice: '24.89 ct',
    clicks: 6,
  },
  {
    country: 'CH',
    timeZone: 'Europe/Zurich',
    operator: 'Groupe E',
    price: '18.9 Rp.',
    dialogPrice: '18.94 Rp.',
    clicks: 6,
  },
  { country: 'CZ', timeZone: 'Europe/Prague', operator: 'PREdistribuce', price: '4.14 CZK', clicks: 6 },
  {
    country: 'DE',
    timeZone: 'Europe/Berlin',
    operator: 'Netze BW',
    price: '24.9 ct',
    dialogPrice: '24.85 ct',
    clicks: 6,
  },
  {
    country: 'DK',
    timeZone: 'Europe/Copenhagen',
    zone: 'DK2',
    operator: 'Radius',
    price: '100.6 øre',
    dialogPrice: '100.56 øre',
    clicks: 7,
  },
  {
    country: 'EE',
    timeZone: 'Europe/Tallinn',
    operator: 'Elektrilevi',
    own,
    price: '21.0 ct',
    dialogPrice: '20.96 ct',
    clicks: 7,
  },
  {
    country: 'FI',
    timeZone: 'Europe/Helsinki',
    operator: 'Helen',
    own,
    price: '16.1 ct',
    dialogPrice: '16.14 ct',
    clicks: 7,
  },
  { country: 'FR', timeZone: 'Europe/Paris', price: '17.9 ct', dialogPrice: '17.91 ct', clicks: 5 },
  {
    country: 'GB',
    timeZone: 'Europe/London',
    // The region follows the tariff.
    zone: 'GB-A',
    own,
    price: '7.3 p',
    dialogPrice: '7.35 p',
    clicks: 7,
  },
  {
    country: 'GR',
    timeZone: 'Europe/Athens',
    own,
    network: '6.5',
    contains: 'levies',
    price: '13.9 ct',
    dialogPrice: '13.92 ct',
    clicks: 8,
  },
  { country: 'HU', timeZone: 'Europe/Budapest', price: '63.50 HUF', clicks: 5 },
  { country: 'IE', timeZone: 'Europe/Dublin', bill: '35.4', price: '35.4 ct', dialogPrice: '35.40 ct', clicks: 7 },
  {
    country: 'IT',
    timeZone: 'Europe/Rome',
    zone: 'IT-SICILY',
    area: 'Italia',
    own,
    price: '15.1 ct',
    dialogPrice: '15.15 ct',
    clicks: 8,
  },
  { country: 'LT', timeZone: 'Europe/Vilnius', own, price: '19.5 ct', dialogPrice: '19.55 ct', clicks: 6 },
  {
    country: 'NL',
    timeZone: 'Europe/Amsterdam',
    operator: 'Liander',
    price: '19.6 ct',
    dialogPrice: '19.55 ct',
    clicks: 6,
  },
  {
    country: 'NO',
    timeZone: 'Europe/Oslo',
    zone: 'NO1',
    operator: 'Elvia',
    own,
    price: '138.8 øre',
    dialogPrice: '138.78 øre',
    clicks: 8,
  },
  {
    country: 'PL',
    timeZone: 'Europe/Warsaw',
    operator: 'Tauron',
    price: '72.9 gr',
    dialogPrice: '72.87 gr',
    clicks: 6,
  },
  { country: 'PT', timeZone: 'Europe/Lisbon', own, price: '14.0 ct', dialogPrice: '13.96 ct', clicks: 6 },
  {
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    zone: 'SE3',
    operator: 'E.ON Stockholm',
    price: '166.7 öre',
    dialogPrice: '166.67 öre',
    clicks: 7,
  },
  { country: 'SI', timeZone: 'Europe/Ljubljana', price: '11.3 ct', dialogPrice: '11.28 ct', clicks: 5 },
];

/** Live through their first evening in real Node-RED; the others in the dialog alone. By postal code, proposal, operator, region, and zone with operator. */
export const JOURNEYS: readonly CountryCode[] = ['ES', 'FR', 'DE', 'GB', 'NO'];
