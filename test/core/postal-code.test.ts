import { describe, expect, it } from 'vitest';
import { type CountryCode, countryCode } from '../../src/core/markets.ts';
import { isPostalCode, liesIn, normalisePostalCode } from '../../src/core/postal-code.ts';

describe('postal codes', () => {
  it.each<[CountryCode, string, string]>([
    ['NL', '1012 AB', '1012'],
    ['NL', 'nl-1012ab', '1012'],
    ['NL', '1012', '1012'],
    ['GB', 'SW1A 1AA', 'SW1A'],
    ['GB', 'sw1a1aa', 'SW1A'],
    ['GB', 'GB SW1A', 'SW1A'],
    ['GB', 'SW1A', 'SW1A'],
    ['GB', 'N1 1AA', 'N1'],
    ['GB', 'N11', 'N11'],
    ['GB', 'UK-SW1A', 'SW1A'],
    ['GB', 'DE1 3AA', 'DE1'],
    ['GB', 'SE1 7PB', 'SE1'],
    ['GB', 'CH1 1AA', 'CH1'],
    ['DE', 'DE-10115', '10115'],
    ['DE', '10 115', '10115'],
    ['LV', 'LV-1010', '1010'],
    ['GR', 'EL-10431', '10431'],
    ['GR', 'GR 104 31', '10431'],
    ['PL', '00-950', '00950'],
    ['IE', 'D02 X285', 'D02X285'],
    ['MT', 'ATD 1234', 'ATD1234'],
    ['AT', '8001', '8001'],
    ['DE', 'D-10115', '10115'],
    ['AT', 'a-1010', '1010'],
    ['FR', 'F-75001', '75001'],
    ['PT', 'P-9500-001', '9500001'],
    ['IT', 'I-23041', '23041'],
    ['ES', 'E-35001', '35001'],
    ['LU', 'L-1234', '1234'],
    ['BE', 'B 2000', '2000'],
    ['NO', 'N-0150', '0150'],
    ['SE', 'S-111 22', '11122'],
    ['HU', 'H-1011', '1011'],
    ['FI', 'FIN-00100', '00100'],
    ['GB', 'N1 2AB', 'N1'],
    ['GB', 'B1 1AA', 'B1'],
    ['GB', 'L12 3AB', 'L12'],
    ['IE', 'D02', 'D02'],
  ])('on %s "%s" means %s', (country, raw, code) => {
    expect(normalisePostalCode(country, raw)).toEqual({ code });
  });

  it.each<[string, CountryCode, string]>([
    ['A', 'AT', '1010'],
    ['B', 'BE', '1000'],
    ['D', 'DE', '10115'],
    ['E', 'ES', '28001'],
    ['EL', 'GR', '10431'],
    ['F', 'FR', '75001'],
    ['FIN', 'FI', '00100'],
    ['H', 'HU', '1011'],
    ['I', 'IT', '00118'],
    ['L', 'LU', '1111'],
    ['N', 'NO', '0150'],
    ['P', 'PT', '1000'],
    ['S', 'SE', '11122'],
    ['UK', 'GB', 'SW1A'],
  ])('the tag %s is that of %s, there and elsewhere: %s', (tag, country, code) => {
    expect(normalisePostalCode(country, `${tag}-${code}`)).toEqual({ code });
    expect(normalisePostalCode('RO', `${tag}-${code}`)).toEqual({ code, foreign: country });
  });

  it.each<[string, string, string]>([
    ['AUT BEL BGR CHE CYP DNK HUN LUX LVA NOR PRT SVN', 'AT BE BG CH CY DK HU LU LV NO PT SI', '1234'],
    ['CZE DEU EST ESP FIN FRA GRC HRV ITA LTU MCO POL SWE SVK', 'CZ DE EE ES FI FR GR HR IT LT MC PL SE SK', '12345'],
    ['GBR IRL MLT NLD ROU', 'GB IE MT NL RO', ''],
  ])('the ISO alpha-3 codes %s are tags of %s, there and elsewhere', (tags, countries, digits) => {
    const codes: Record<string, string> = { GB: 'SW1A', IE: 'D02X285', MT: 'ATD1234', NL: '1012', RO: '010011' };
    for (const [index, country] of countries.split(' ').map(countryCode).entries()) {
      const [tag, code] = [tags.split(' ')[index], codes[country ?? ''] ?? digits];
      expect(normalisePostalCode(country ?? 'RO', `${tag}-${code}`)).toEqual({ code });
      const elsewhere = country === 'RO' ? 'SK' : 'RO';
      expect(normalisePostalCode(elsewhere, `${tag} ${code}`)).toEqual({ code, foreign: country });
    }
  });

  it.each([
    '-',
    '\u00ad',
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    '\u2212',
    '\ufe63',
    '\u00a0',
    '\u2009',
    '\u200b',
  ])('ignores the separator %j of a Polish code', (separator) => {
    expect(normalisePostalCode('PL', `PL${separator}00${separator}950`)).toEqual({ code: '00950' });
  });

  it.each<[CountryCode, string, string, CountryCode]>([
    ['AT', 'CH-8001', '8001', 'CH'],
    ['NL', 'DE-10115', '10115', 'DE'],
    ['GB', 'CH-8001', '8001', 'CH'],
    ['DE', 'UK SW1A', 'SW1A', 'GB'],
    ['FR', 'mc-98000', '98000', 'MC'],
    ['AT', 'D-10115', '10115', 'DE'],
    ['PT', 'E-28001', '28001', 'ES'],
    ['GB', 'L-1234', '1234', 'LU'],
  ])('on %s "%s" is %s, tagged as %s', (country, raw, code, foreign) => {
    expect(normalisePostalCode(country, raw)).toEqual({ code, foreign });
    expect(countryCode(foreign)).toBe(foreign);
  });

  it.each<[CountryCode, string, string, boolean]>([
    ['DE', '10115', '10', true],
    ['DE', '10115', '101', true],
    ['DE', '10115', '11', false],
    ['IE', 'D02X285', 'D02', true],
    ['GB', 'E1', 'E1', true],
    ['GB', 'E17', 'E1', false],
    ['GB', 'E1W', 'E1', false],
    ['GB', 'EC1A', 'E', false],
    ['GB', 'BT1', 'BT', true],
    ['GB', 'B1', 'BT', false],
    ['GB', 'BT1', 'B', false],
    ['GB', '1010', 'E', false],
    ['GB', '1E', 'E', false],
  ])('on %s %s lies in %s: %s', (country, code, part, lies) => {
    expect(liesIn(country, code, part)).toBe(lies);
  });

  it.each<[CountryCode, string, string]>([
    ['IT', 'nothing 5', 'NOTHING5'],
    ['IT', 'NONE1', 'NONE1'],
    ['FR', 'SE1 7PB', 'SE17PB'],
    ['AT', 'CH-80011', 'CH80011'],
    ['LU', 'LU-12', 'LU12'],
    ['NL', 'S-Gravenhage 1', 'SGRAVENHAGE1'],
    ['DE', 'US-10115', 'US10115'],
    ['DE', 'DE', 'DE'],
    ['AT', '10115', '10115'],
    ['NL', '10115', '10115'],
  ])('on %s "%s" is no code of the country, and no known tag is seen in %s', (country, raw, code) => {
    expect(normalisePostalCode(country, raw)).toEqual({ code });
    expect(isPostalCode(country, code)).toBe(false);
  });

  it.each<[string, string, string, string]>([
    ['four digits', 'AT BE BG CH CY DK HU LU LV NO SI', '1234', '123 12345 X1234 1234X ABCD'],
    ['five digits', 'CZ DE EE ES FI FR GR HR IT LT MC PL SE SK', '12345', '1234 123456 X12345 12345X ABCDE'],
    ['six digits', 'RO', '123456', '12345 1234567 X123456 123456X ABCDEF'],
    ['four digits, or seven', 'PT', '1234 1234567', '123 12345 12345678 X1234 1234X ABCD'],
    ['four digits, or two letters more', 'NL', '1234 1234AB', '123 1234A 1234ABC 123412 X1234 12345AB ABCD'],
    ['three letters, or digits too', 'MT', 'ATD ATD12 ATD123 ATD1234', 'AT ATDX ATD1 ATD12345 1ATD ATDXX 123'],
    ['a routing key, or more', 'IE', 'D02 D6W A65 D02X285', 'D0 DD2 D0X 102 D02X28 D02X2855 D02-285 XD02'],
    [
      'an outward code, or more',
      'GB',
      'M1 B33 CR2 DN55 W1A EC1A M11AA EC1A1BB',
      'M 1M ABC1 M1AA1 M111A EC1A1B EC1A1BBX 1M11AA',
    ],
  ])('are %s in %s: %s, and not %s', (_, countries, codes, others) => {
    for (const country of countries.split(' ').map(countryCode)) {
      const fits = (code: string) => country !== undefined && isPostalCode(country, code);
      expect(codes.split(' ').filter(fits).join(' ')).toBe(codes);
      expect(others.split(' ').filter(fits)).toEqual([]);
    }
  });
});
