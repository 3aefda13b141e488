import { describe, expect, it } from 'vitest';
import { monthPeak, peakCharge } from '../../../src/planner/house/peak.ts';
import { peakOperators, peakTariffsIn, shippedPeaks } from '../../../src/service/contracts/peak-rules.ts';
import { catalogue } from '../../support/service/shipped-service.ts';

const tariffs = peakTariffsIn(shippedPeaks);
const cent = (money: number) => Math.round(100 * money) / 100;
const charged = (operator: string, dailyMaxima: readonly number[], before: readonly number[] = []) => {
  const rule = tariffs.find((tariff) => tariff.operator === operator)?.rules.at(-1);
  return rule && cent(peakCharge(rule, [...before, monthPeak(rule, dailyMaxima)]));
};

describe('what operators charge a household for a month with peaks, VAT included', () => {
  // Promise P-190 use/sun-and-load: the rules of the operators
  // Promise P-536 use/compare: these charges are those of Flanders, Norway and Göteborg
  it.each([
    ['be-antwerpen', [3.1, 6.2, 4], [4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2], '42.7 / 12 kW x 49.4036563 / 12 x 1.06', 15.53],
    ['be-west', [1.4, 0.9], [], '2.5 kW x 57.0995726 / 12 x 1.06', 12.61],
    [
      'no-elvia',
      [5, 5.5, 4.5, 4.4],
      [],
      'three days of 5 kW in the mean are on the step from 5: 4032 / 12 x 1.25',
      420,
    ],
    ['no-elvia', [1.9, 1.9, 1.9], [], 'on the first step: 1440 / 12 x 1.25', 150],
    ['no-bkk', [12, 9, 8.9], [], '9.97 kW are below 10: 3984 / 12 x 1.25', 415],
    ['no-tensio-ts', [5.2, 4.9, 4.87], [], '4.99 kW are below 5: 2236.8 / 12 x 1.25', 233],
    ['no-glitre', [20, 20, 20], [], 'on the last step: 11616 / 12 x 1.25', 1210],
    ['se-goteborg', [7.2, 6.1, 5.3, 2], [], '6.2 kW x 39.20 x 1.25', 303.8],
  ])('%s: of the days %j after the months %j: %s', (operator, maxima, before, _, money) => {
    expect(charged(operator, maxima, before)).toBe(money);
  });

  it('are those of operators that the catalogue has, by their names', () => {
    const known = peakOperators().map(({ operator, country, name }) => {
      const company = catalogue.books.get(country as 'BE')?.companies.get(operator);
      return [operator, company?.name.replace(/ AS$/, '') === name];
    });
    expect(known).toEqual(tariffs.map(({ operator }) => [operator, true]));
  });
});
