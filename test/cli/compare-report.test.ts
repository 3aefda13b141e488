import { expect, it } from 'vitest';
import { compareReport } from '../../src/cli/compare-report.ts';
import type { ContractCosts } from '../../src/runtime/comparison/contract-costs.ts';
import { at } from '../support/service/pricing-fixture.ts';

const costsOf = (contracts: ContractCosts['contracts']): ContractCosts => ({
  ...{ start: at('2026-12-31T23:00:00Z'), end: at('2027-01-12T23:00:00Z'), kWh: 10, feedInKwh: 0 },
  ...{ currency: 'EUR', timeZone: 'Europe/Berlin', feedins: [], refused: [], missingDays: [] },
  contracts,
});
const reportOf = (contracts: ContractCosts['contracts']) =>
  compareReport({ files: [], findings: [] }, costsOf(contracts));
const row = { name: 'A', company: 'C', months: [], unpriced: [], share: 1 };

it('names the contracts without a payment for feed-in among others that pay', () => {
  const sum = { kWh: 10, feedInKwh: 5, energy: 2, total: 2 };
  const [plain, paid] = [
    { ...row, id: 'a', sum },
    { ...row, id: 'b', sum: { ...sum, feedin: 1 } },
  ];
  expect(reportOf([plain, paid])).toContain('without a payment for feed-in, unlike the others: a');
  expect(reportOf([plain]).join()).not.toContain('fed in, unlike');
});

it('says from which day on the sums contain a charge for peaks', () => {
  const sum = { kWh: 10, feedInKwh: 0, energy: 2, total: 2 };
  expect(reportOf([{ ...row, id: 'a', sum, peakSince: '2027-01-05' }])).toContain(
    'a: its sums include no charge for peaks before 2027-01-05',
  );
});

it('names the days of a contract whose figures are not settled as provisional', () => {
  const sum = { kWh: 10, feedInKwh: 0, energy: 2, total: 2 };
  const provisional = {
    ...{ days: 12, first: '2027-01-01', last: '2027-01-12' },
    marks: { examples: ['grid'], expired: { fees: '2026-12-31' } },
  } as const;
  const report = reportOf([{ ...row, id: 'a', sum, provisional }]);
  expect(report).toContain(
    'a: provisional on 12 days, 2027-01-01 to 2027-01-12: network charge: example value, levies for 2026; 2027 not yet published',
  );
});
