import { describe, expect, it } from 'vitest';
import type { Levy, Vat } from '../../../src/pricing/book.ts';
import { leviesOn, vatOn } from '../../../src/pricing/charges.ts';
import { leviesOver, vatOver } from '../../../src/service/catalogue/figures/own-rows.ts';

const levy = (more: Partial<Levy> = {}): Levy => ({
  ...{ name: 'electricity tax', component: 'fees', basis: 'kwh', source: 'a test' },
  rates: [{ from: '2025-01-01', value: 0.022_53 }],
  ...more,
});
const vat = (from: string, value: number, more: Partial<Vat> = {}): Vat => ({
  rates: [{ from, value }],
  source: 'a test',
  ...more,
});
const raised = [{ from: '2027-04-01', value: 0.023_25 }];
const helsinki = { country: 'FI', operator: 'fi-helen', postalCode: '00100' } as const;

describe('a levy of a user’s folder', () => {
  // Promise P-593 use/catalogue: an own levy or VAT replaces the shipped one of its name and scope from its first day
  //   on
  it('replaces the shipped levy of its name from its first day on', () => {
    const levies = leviesOver([levy()], [levy({ rates: raised })]);
    expect(leviesOn(levies, helsinki, '2027-03-31')?.perKwh).toBe(0.022_53);
    expect(leviesOn(levies, helsinki, '2027-04-01')?.perKwh).toBe(0.023_25);
  });

  it('also replaces a later shipped rate', () => {
    const planned = { from: '2028-01-01', value: 0.03 };
    const levies = leviesOver([levy({ rates: [...levy().rates, planned] })], [levy({ rates: raised })]);
    expect(leviesOn(levies, helsinki, '2028-01-01')?.perKwh).toBe(0.023_25);
  });

  it('replaces only the row of the same scope, in whatever order the scope lists its operators', () => {
    const everywhere = levy();
    const two = levy({ scope: { operators: ['fi-helen', 'fi-caruna'] } });
    const own = levy({ scope: { operators: ['fi-caruna', 'fi-helen'] }, rates: raised });
    expect(leviesOver([everywhere, two], [own])).toEqual([
      everywhere,
      { ...own, rates: [{ from: '2025-01-01', value: 0.022_53 }, ...raised] },
    ]);
  });

  it('is one more levy under another name', () => {
    expect(leviesOn(leviesOver([levy()], [levy({ name: 'town', rates: raised })]), helsinki, '2027-04-01')).toEqual({
      perKwh: 0.022_53 + 0.023_25,
      share: 0,
    });
  });

  // Promise P-594 use/catalogue: another basis or component is refused
  it.each([
    ['basis', { basis: 'share', component: 'fees' }],
    ['component', { component: 'grid' }],
  ])('is refused with another %s than the row that it replaces', (_key, more) => {
    expect(() => leviesOver([levy()], [levy(more as Partial<Levy>)])).toThrow(
      'levy "electricity tax" must have basis "kwh" and component "fees", as the row that it replaces',
    );
  });

  it('is refused where the folder has it twice', () => {
    expect(() => leviesOver([], [levy(), levy({ rates: raised })])).toThrow(
      'levy "electricity tax" must be given once for its scope',
    );
  });
});

describe('VAT of a user’s folder', () => {
  it('replaces the shipped rate of its scope from its first day on', () => {
    const rows = vatOver([vat('2026-10-01', 0)], [vat('2027-04-01', 0.05)]);
    expect(['2027-03-31', '2027-04-01'].map((date) => vatOn(rows, { country: 'GB' }, date))).toEqual([0, 0.05]);
  });

  it('leaves the rate of an island as it is', () => {
    const island = vat('2025-01-01', 0.03, { scope: { postalCodes: ['35'] } });
    const rows = vatOver([vat('2025-01-01', 0.21), island], [vat('2027-01-01', 0.1)]);
    expect(vatOn(rows, { country: 'ES', postalCode: '35001' }, '2027-01-01')).toBe(0.03);
    expect(vatOn(rows, { country: 'ES', postalCode: '28001' }, '2027-01-01')).toBe(0.1);
  });

  it('is refused where the folder has it twice', () => {
    expect(() => vatOver([], [vat('2027-01-01', 0.1), vat('2027-04-01', 0.05)])).toThrow(
      'VAT must be given once for its scope',
    );
  });
});
