import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import { blankForm } from '../../../src/service/contracts/blank-form.ts';
import { problemsWith } from '../../../src/service/contracts/contract-file.ts';
import { presetsOf } from '../../../src/service/contracts/presets.ts';
import { readContract } from '../../../src/service/contracts/typed-contract.ts';
import { catalogue } from '../../support/service/shipped-service.ts';

const all = (['BE', 'FI', 'FR', 'GB', 'HU'] as const).flatMap((country) =>
  presetsOf(country, 'data/presets.jsonc').map((preset) => ({ country, ...preset })),
);

describe('a contract to start from', () => {
  it.each(all)('$country $name can be used as it is', ({ country, name, form }) => {
    const read = readContract({ ...blankForm('own-1', country, '2026-01-01', ['BE']), name, ...form });
    if ('problems' in read) throw new Error(read.problems.map(({ field, text }) => `${field} ${text}`).join());
    expect(problemsWith(read.contract, catalogue.books.get(country))).toEqual([]);
  });

  it.each(all)('$country $name names a card and its month, and where its figures are from', ({ card, source }) => {
    expect(card).toMatch(/\d{4}/);
    expect(source).toMatch(/\d.*: /);
  });

  it('is offered in its own country alone', () => {
    const names = (country: CountryCode) => presetsOf(country, 'data/presets.jsonc').map(({ name }) => name);
    expect(names('FI')).toEqual(['Helen, basic']);
    expect(names('DE')).toEqual([]);
  });
});
