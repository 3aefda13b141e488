import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { answerCosts } from '../../../src/runtime/comparison/answer-costs.ts';
import { readContract } from '../../../src/service/contracts/typed-contract.ts';
import { formOf } from '../../support/contract-form.ts';
import { at } from '../../support/pricing-fixture.ts';

const keep = mkdtempSync(join(tmpdir(), 'costs-'));
afterAll(() => rmSync(keep, { recursive: true }));

const typed = (change: object) => {
  const read = readContract(formOf(change));
  return 'contract' in read ? [read.contract] : [];
};
const contracts = [
  ...typed({ feedin: { kind: 'fixed', price: '8' } }),
  ...typed({ id: 'own-2', name: 'With wires', network: { kind: 'fixed', price: '90' } }),
];
const file = (name: string, text: string) => ({ name, data: gzipSync(text).toString('base64') });
const hours = (kWh: number) =>
  ['timestamp,kWh', ...[0, 1, 2].map((hour) => `2026-01-10T0${hour}:00:00Z,${kWh - hour / 10}`)].join('\n');
const ask = (asked: object) =>
  answerCosts({ country: 'DE', ...asked }, { contracts, keep }, at('2026-02-01T00:00:00Z'));

describe('the answer to the files of a meter', () => {
  it('has the contracts of the market and the typed ones, last those without a network charge', () => {
    const { costs, formats, oddDays } = ask({ files: [file('a.csv', hours(1))] });
    expect([formats, oddDays, costs?.kWh, costs?.currency]).toEqual([['timestamp,kWh'], 0, 2.7, 'EUR']);
    const [first, ...others] = costs?.contracts ?? [];
    expect([first?.id, first?.withoutNetwork, first?.sum.grid]).toEqual(['own-2', undefined, 2.43]);
    expect(others.find(({ id }) => id === 'own-1')).toMatchObject({ withoutNetwork: true, unpriced: [] });
    expect(others.some(({ company }) => company === 'Exchange price')).toBe(true);
  });

  it('takes the network charge and the levies of an address', () => {
    const { costs } = ask({ postalCode: '10115', files: [file('a.csv', hours(1))] });
    const own = costs?.contracts.find(({ id }) => id === 'own-1');
    expect([own?.withoutNetwork, own?.sum.energy]).toEqual([undefined, 0.4185]);
    expect(own?.sum.grid).toBeGreaterThan(0.1);
  });

  it.each([
    ['a wrong address', { postalCode: '99999' }, /no network operator is known for 99999/],
    ['a country of which no contract is held', { country: 'CY' }, /^no contract of CY is held$/],
  ])('refuses %s', (_, more, refusal) => {
    expect(ask({ files: [file('a.csv', hours(1))], ...more }).refusal).toMatch(refusal);
  });

  it.each([
    ['of the file that cannot be read', [file('a.csv', hours(1)), file('b.csv', '%PDF-1.7')], 'b.csv', 'document'],
    [
      'of files that contradict each other',
      [file('a.csv', hours(1)), file('b.csv', hours(2))],
      'a.csv, b.csv',
      'files-differ',
    ],
  ])('names the problem %s', (_, files, name, key) => {
    expect(ask({ files })).toMatchObject({ problem: { file: name, key } });
  });

  it('refuses what is not packed, or far too much of it', () => {
    const large = { name: 'zeros', data: gzipSync(Buffer.alloc(33 * 1024 * 1024)).toString('base64') };
    for (const wrong of [{ name: 'plain', data: 'AAAA' }, large])
      expect(() => ask({ files: [wrong] })).toThrow('files: expected files of at most 32 MB, packed by GZIP');
  });
});
