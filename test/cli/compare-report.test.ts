import { expect, it } from 'vitest';
import { compareReport } from '../../src/cli/compare-report.ts';
import type { ContractCosts } from '../../src/runtime/comparison/contract-costs.ts';
import { at } from '../support/service/pricing-fixture.ts';

it('names the days of a contract whose figures are not settled as provisional', () => {
  const sum = { kWh: 10, feedInKwh: 0, energy: 2, total: 2 };
  const provisional = {
    ...{ days: 12, first: '2027-01-01', last: '2027-01-12' },
    marks: { examples: ['grid'], expired: { fees: '2026-12-31' } },
  } as const;
  const costs: ContractCosts = {
    ...{ start: at('2026-12-31T23:00:00Z'), end: at('2027-01-12T23:00:00Z'), kWh: 10, feedInKwh: 0 },
    ...{ currency: 'EUR', timeZone: 'Europe/Berlin', feedins: [], refused: [], missingDays: [] },
    contracts: [{ id: 'a', name: 'A', company: 'C', months: [], sum, unpriced: [], share: 1, provisional }],
  };
  expect(compareReport({ files: [], findings: [] }, costs)).toContain(
    'a: provisional on 12 days, 2027-01-01 to 2027-01-12: network charge: example value, levies of 2026; 2027 not yet published',
  );
});
