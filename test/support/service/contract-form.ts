import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';

/** The form of a flat German contract of 15.5 ct without VAT, with what is changed. */
export const formOf = (change: object = {}): ContractForm => ({
  id: 'own-1',
  name: 'My contract',
  country: 'DE',
  from: '2026-01-01',
  unit: 'hundredth',
  vat: 'out',
  includes: 'energy',
  energy: { kind: 'fixed', price: '15.5' },
  network: { kind: 'address' },
  feedin: { kind: 'none' },
  monthly: '',
  ...change,
});
