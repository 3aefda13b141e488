import { describe, expect, it } from 'vitest';
import { readContract } from '../../../src/service/contracts/typed-contract.ts';
import { formOf } from '../../support/service/contract-form.ts';

const problemsOf = (form: object) => {
  const read = readContract(form);
  return 'problems' in read ? read.problems.map(({ field, text }) => `${field}: ${text}`) : [];
};
const marginOf = (margin: string) => {
  const energy = { kind: 'exchange', zone: 'DE-LU', factor: '1', margin, cap: '', floor: '', settlement: '900' };
  const read = readContract(formOf({ energy }));
  if ('problems' in read) return read.problems.map(({ text }) => text).join();
  return read.contract.energy.kind === 'exchange' ? read.contract.energy.margin : undefined;
};

describe('a figure', () => {
  it.each([
    ['2,5', 2.5],
    ['2.5', 2.5],
    [' 2,5 ', 2.5],
    [',5', 0.5],
    ['-1,3135', -1.3135],
    ['−1.3135', -1.3135],
    ['+2', 2],
    ['1,234', 1.234],
    ['1.234', 1.234],
    ['0', 0],
    ['-0', 0],
  ])('%s is %d', (text, value) => expect(marginOf(text)).toBe(value));

  it.each([
    ['1.234,5', '"1.234,5" can be read in two ways: write it without a separator of thousands, as 1234.5'],
    ['1,234.5', '"1,234.5" can be read in two ways: write it without a separator of thousands, as 1234.5'],
    ['1 234,5', '"1 234,5" can be read in two ways: write it without a separator of thousands, as 1234.5'],
    ['1.234.567', '"1.234.567" can be read in two ways: write it without a separator of thousands, as 1234.5'],
    ['', 'must be given'],
    ['2,5 ct', '"2,5 ct" is no number: expected one as 2.5 or 2,5'],
    ['1e3', '"1e3" is no number: expected one as 2.5 or 2,5'],
    ['1.2.3', '"1.2.3" is no number: expected one as 2.5 or 2,5'],
    ['NaN', '"NaN" is no number: expected one as 2.5 or 2,5'],
    ['100001', 'must be from -100000 to 100000'],
    ['0,12345678', 'must have at most 7 decimals'],
  ])('%s is refused: %s', (text, problem) => expect(marginOf(text)).toBe(problem));
});

describe('a contract that cannot be used names the field and what is allowed', () => {
  const row = { days: 'all', from: '6', to: '22:00', price: '1' };
  const clock = (change: object) => ({ energy: { kind: 'clock', rows: [{ ...row, ...change }], otherwise: '2' } });
  it.each([
    [{ name: ' ' }, 'name: must be given'],
    [{ from: '' }, 'from: must be given'],
    [{ from: '1.4.2026' }, 'from: "1.4.2026" is no day: expected one as 2026-01-31'],
    [{ country: 'XX' }, 'country: must be given'],
    [{ energy: { kind: 'fixed', price: 'free' } }, 'energy.price: "free" is no number: expected one as 2.5 or 2,5'],
    [clock({ from: '6:10' }), 'energy.rows.0.from: "6:10" is no time: expected a quarter hour as 22:15'],
    [clock({ to: '25' }), 'energy.rows.0.to: "25" is no time: expected a quarter hour as 22:15'],
    [clock({ to: '6:00' }), 'energy.rows.0.to: must not end when it begins'],
    [clock({ price: '' }), 'energy.rows.0.price: must be given'],
    [
      { energy: { kind: 'exchange', zone: 'NL', factor: '102', margin: '1', cap: '1', floor: '2', settlement: '900' } },
      'energy.factor: must be from 0 to 10',
    ],
    [
      { energy: { kind: 'exchange', zone: 'NL', factor: '1', margin: '1', cap: '1', floor: '2', settlement: '900' } },
      'energy.cap: must not be below the floor',
    ],
    [{ monthly: '-1' }, 'monthly: must be from 0 to 1000000'],
  ])('%j: %s', (change, problem) => expect(problemsOf(formOf(change))).toEqual([problem]));

  it('says all that is wrong at once', () => {
    expect(problemsOf(formOf({ name: '', ...clock({ price: 'x' }) }))).toHaveLength(2);
  });
});

it('counts in the currency alone where it has no hundredths', () => {
  const read = readContract(formOf({ country: 'CZ', unit: 'hundredth' }));
  expect(read).toMatchObject({ contract: { unit: 'major' } });
});
