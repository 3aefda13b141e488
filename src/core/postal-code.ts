import { type CountryCode, countryCode } from './markets.ts';

/** A postal code as maps and rows spell it: capitals and digits, without a tag of its own country. */
export interface PostalCode {
  readonly code: string;
  /** The other country whose tag it carries; `code` is then without that tag. */
  readonly foreign?: CountryCode;
}

/** Tags beside the ISO 3166 alpha-2 codes: distinguishing signs of vehicles, the EU's `EL` and `UK`, and ISO alpha-3 codes. */
const otherTags: Readonly<Record<string, CountryCode>> = {
  ...{ A: 'AT', B: 'BE', D: 'DE', E: 'ES', EL: 'GR', F: 'FR', H: 'HU', I: 'IT' },
  ...{ L: 'LU', N: 'NO', P: 'PT', S: 'SE', UK: 'GB' },
  ...{ AUT: 'AT', BEL: 'BE', BGR: 'BG', CHE: 'CH', CYP: 'CY', CZE: 'CZ', DEU: 'DE', DNK: 'DK', EST: 'EE', ESP: 'ES' },
  ...{ FIN: 'FI', FRA: 'FR', GBR: 'GB', GRC: 'GR', HRV: 'HR', HUN: 'HU', IRL: 'IE', ITA: 'IT', LTU: 'LT', LUX: 'LU' },
  ...{ LVA: 'LV', MCO: 'MC', MLT: 'MT', NLD: 'NL', NOR: 'NO', POL: 'PL', PRT: 'PT', ROU: 'RO', SWE: 'SE', SVN: 'SI' },
  SVK: 'SK',
};

/** Spaces, and dashes as people and word processors write them: hyphens of all kinds, minus signs, soft hyphens, zero-width marks. */
const separators = /[\s\p{Dash}\p{Cf}]/gu;

const digits = (...lengths: readonly number[]) => new RegExp(`^(${lengths.map((n) => `\\d{${n}}`).join('|')})$`);

/** The shapes of codes without spaces and hyphens. */
const shapes = {
  AT: digits(4),
  BE: digits(4),
  BG: digits(4),
  CH: digits(4),
  CY: digits(4),
  CZ: digits(5),
  DE: digits(5),
  DK: digits(4),
  EE: digits(5),
  ES: digits(5),
  FI: digits(5),
  FR: digits(5),
  GB: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})?$/,
  GR: digits(5),
  HR: digits(5),
  HU: digits(4),
  IE: /^[A-Z]\d[\dW]([A-Z\d]{4})?$/,
  IT: digits(5),
  LT: digits(5),
  LU: digits(4),
  LV: digits(4),
  MC: digits(5),
  MT: /^[A-Z]{3}(\d{2,4})?$/,
  NL: /^(\d{4})([A-Z]{2})?$/,
  NO: digits(4),
  PL: digits(5),
  PT: digits(4, 7),
  RO: digits(6),
  SE: digits(5),
  SI: digits(4),
  SK: digits(5),
} as const satisfies Record<CountryCode, RegExp>;

/** The part that maps are drawn in, where it is not the whole: the digits of a Dutch code, a British outward code. */
const mappedPart: readonly CountryCode[] = ['GB', 'NL'];

/**
 * Reads a postal code given on a path of `country`: case, spaces, dashes and a leading tag of the country itself are
 * ignored (specification, "`postal_code` rules on this route", rule 5). What has the shape of the country's own
 * codes is no tag: British `DE1 3AA` is in Derby. Neither is what no code of the country that it would name follows.
 */
export function normalisePostalCode(country: CountryCode, raw: string): PostalCode {
  const text = raw.toUpperCase().replace(separators, '');
  if (isPostalCode(country, text)) return { code: mapped(country, text) };
  for (const length of [3, 2, 1]) {
    const [tag, code] = [countryTagged(text.slice(0, length)), text.slice(length)];
    if (tag && isPostalCode(tag, code))
      return tag === country ? { code: mapped(country, code) } : { code, foreign: tag };
  }
  return { code: text };
}

/** The test for a normalised code that has the shape of the country's own. */
export const isPostalCode = (country: CountryCode, code: string): boolean => shapes[country].test(code);

/**
 * The test for a code that lies in a part of the country's map: one that begins so. Of a British outward code the part is
 * the whole, as E17 is nowhere near E1, or the letters of its area.
 */
export function liesIn(country: CountryCode, code: string, part: string): boolean {
  if (country !== 'GB') return code.startsWith(part);
  return code === part || /^[A-Z]+/.exec(code)?.[0] === part;
}

const countryTagged = (letters: string): CountryCode | undefined =>
  Object.hasOwn(otherTags, letters) ? otherTags[letters] : countryCode(letters);

const mapped = (country: CountryCode, code: string): string =>
  (mappedPart.includes(country) && shapes[country].exec(code)?.[1]) || code;
