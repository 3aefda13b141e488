import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import { householdChoices } from '../../../src/pricing/bill/choices.ts';
import type { Tariff } from '../../../src/pricing/tariff.ts';
import { openCatalogue } from '../../../src/service/catalogue/catalogue.ts';

const catalogue = openCatalogue('data/catalogue');
const choicesOf = (country: CountryCode, operator?: string, contract: Partial<Tariff> = {}) => {
  const book = catalogue.books.get(country);
  if (!book) throw new Error(`no book of ${country}`);
  return householdChoices(book, operator === undefined ? {} : { operator }, { type: 'dynamic', ...contract } as Tariff);
};

describe('the facts of a household that its bill depends on', () => {
  it('are the meter, the control box and the size of the town in Germany', () => {
    expect(choicesOf('DE', 'de-westnetz')).toEqual({
      choices: [
        { lines: ['Modul 1', 'Messstellenbetrieb'], options: ['module-1', 'smart-meter'] },
        { lines: ['Steuerbox'], options: ['control-box'] },
        {
          lines: ['Konzessionsabgabe'],
          options: [
            'inhabitants-to-25000',
            'inhabitants-to-100000',
            'inhabitants-to-500000',
            'inhabitants-above-500000',
          ],
          isNeeded: true,
        },
      ],
      fuses: [],
    });
  });

  it('do not include the size of the town if the operator serves only one', () => {
    expect(choicesOf('DE', 'de-hamburg').choices.flatMap(({ lines }) => lines)).toEqual([
      'Modul 1',
      'Messstellenbetrieb',
      'Steuerbox',
    ]);
  });

  it('are without the network and the levies if the price of the contract contains them', () => {
    const lines = (bundled: true | 'network') =>
      choicesOf('DE', 'de-westnetz', { bundled } as Partial<Tariff>).choices.flatMap((choice) => choice.lines);
    expect(lines(true)).toEqual(['Messstellenbetrieb', 'Steuerbox']);
    expect(lines('network')).toEqual(['Messstellenbetrieb', 'Steuerbox', 'Konzessionsabgabe']);
  });

  it('are one choice where an option of one line excludes another line', () => {
    expect(choicesOf('NO').choices).toEqual([
      { lines: ['Strømstøtte', 'Norgespris'], options: ['norgespris', 'norgespris-cabin', 'cabin'] },
    ]);
  });

  it('are the fuses that the operator charges by', () => {
    expect(choicesOf('SE', 'se-jonkoping')).toEqual({ choices: [], fuses: [16, 20, 25] });
    expect(choicesOf('SE').fuses).toEqual([]);
  });

  it('are none where the market has no choice', () => {
    expect(choicesOf('AT', 'at-wien')).toEqual({ choices: [], fuses: [] });
  });
});
