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
