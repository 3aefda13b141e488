import { expect, it } from 'vitest';
import { createLedger } from '../../../src/service/accounts/ledger.ts';

it('an answer that is complete after midnight takes nothing from what the new day has counted', () => {
  const ledger = createLedger();
  const [yesterday, today] = [0, 86_400];
  expect(ledger.addRequest('somebody', yesterday)).toBe(1);
  expect(ledger.addRequest('somebody', today)).toBe(1);
  ledger.asked('somebody', 'companies', yesterday);
  expect(ledger.addRequest('somebody', today)).toBe(2);
});

it('what a clock has counted that was days ahead is dropped once it is right; a day ahead it may be', () => {
  const ledger = createLedger();
  const [today, tomorrow, nextYear] = [0, 86_400, 365 * 86_400];
  expect([today, tomorrow, today].map((day) => ledger.addRequest('somebody', day))).toEqual([1, 1, 2]);
  expect([nextYear, nextYear, today, today].map((day) => ledger.addRequest('somebody', day))).toEqual([1, 2, 1, 2]);
});
