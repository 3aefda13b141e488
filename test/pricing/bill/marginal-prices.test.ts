import { expect, it } from 'vitest';
import { wallTime } from '../../../src/core/time.ts';
import { bill } from '../../../src/pricing/bill/bill.ts';
import { marginalPrices } from '../../../src/pricing/bill/marginal-prices.ts';
import type { BillQuestion } from '../../../src/pricing/bill/types.ts';
import type { LineRule } from '../../../src/pricing/bill-lines.ts';

const timeZone = 'Europe/Berlin';
const rows = <T>(value: T) => [{ from: '2025-01-01', value }];
const at = (date: string, time: string, kWh = 0) => {
  const start = wallTime(date, time, timeZone);
  return { start, end: start + 900, kWh };
};
const line = { kind: 'energy', issuer: 'supplier', flow: 'consumption' } as const;
const energy: LineRule = {
  ...{ ...line, name: 'energy', part: 'energy' },
  rows: rows({ rates: [{ price: 0.4, when: { hours: ['07:00-21:00'] } }, { price: 0.2 }] }),
};
const network: LineRule = { ...line, name: 'network', part: 'grid', rows: rows(0.1) };
const excise: LineRule = {
  ...{ ...line, name: 'excise', part: 'fees' },
  rows: rows({ price: 0.02, freeKwh: 150, shrinksAboveKwh: 220 }),
};
const peak: LineRule = {
  ...{ kind: 'peak', name: 'peak', issuer: 'network', part: 'grid' },
  rows: rows({ measure: 60 as const, pick: 1, per: 'month', perKw: 10 }),
};
const duty: LineRule = { kind: 'tax', name: 'duty', issuer: 'supplier', part: 'fees', on: ['energy'], rows: rows(0.1) };
const feedIn: LineRule = {
  ...line,
  flow: 'feed-in',
  name: 'feed-in',
  part: 'feed-in',
  vatFree: true,
  rows: rows(-0.08),
};

/** January 2026 with so many kWh on its first day. */
const january = (kWh: number, lines: readonly LineRule[]): BillQuestion => ({
  ...{ from: '2026-01-01', to: '2026-01-31', timeZone, lines, vat: rows(0.2) },
  consumption: [at('2026-01-01', '12:00', kWh)],
});
const priceAt = (time: string, question: BillQuestion) => marginalPrices(question, [at('2026-01-20', time)])[0];

it('has the price of the hour by component, with taxes on it and VAT, and no charge for the peak', () => {
  const { consumption, feedIn: sold } = priceAt('12:00', january(10, [energy, network, peak, duty, feedIn])) ?? {};
  expect(consumption).toEqual({
    energy: expect.closeTo(0.4, 6),
    grid: expect.closeTo(0.1, 6),
    fees: expect.closeTo(0.04, 6),
    vat: expect.closeTo(0.2 * 0.54, 6),
  });
  expect(sold).toBeCloseTo(0.08, 6);
  expect(priceAt('22:00', january(10, [energy]))?.consumption?.energy).toBeCloseTo(0.2, 6);
});

// 150 kWh are free; each kWh above 220 takes one of them away, until none is left at 370 kWh.
it.each([
  [100, 0],
  [200, 0.02],
  [300, 0.04],
  [400, 0.02],
])('has the tier of the present count: after %d kWh the excise of one more is %f', (kWh, fees) => {
  expect(priceAt('12:00', january(kWh, [energy, excise]))?.consumption?.fees).toBeCloseTo(fees, 6);
});

it('is the difference of two bills, also where readings of many days are taken together', () => {
  const registers = [{ hours: ['07:00-21:00'] }, {}];
  const netting = rows({ share: 1, registers });
  const days = Array.from({ length: 14 }, (_, i) => `2026-01-${String(i + 1).padStart(2, '0')}`);
  const question: BillQuestion = {
    ...january(0, [{ ...energy, netting } as LineRule, { ...feedIn, netting } as LineRule, excise]),
    consumption: days.flatMap((day) => [at(day, '03:00', 2), at(day, '18:00', 5)]),
    feedIn: days.flatMap((day) => [at(day, '03:00', 0), at(day, '12:00', 3)]),
  };
  const more = at('2026-01-20', '18:00', 1);
  const total = ({ net, vat }: ReturnType<typeof bill>) => net + vat;
  const before = total(bill(question));
  const bought = total(bill({ ...question, consumption: [...question.consumption, more] }));
  const sold = total(bill({ ...question, feedIn: [...(question.feedIn ?? []), more] }));
  const price = priceAt('18:00', question);
  const { energy: own = 0, grid = 0, fees = 0, vat = 0 } = price?.consumption ?? {};
  expect(own + grid + fees + vat).toBeCloseTo(bought - before, 5);
  expect(price?.feedIn).toBeCloseTo(before - sold, 5);
});

it.each<[string, LineRule]>([
  ['a figure that is an example', { ...network, rows: [{ from: '2025-01-01', value: 0.1, grade: 'X' }] }],
  ['no price of its own at that time', { ...network, series: [{ ...at('2026-01-01', '12:00'), energy: 0.1 }] }],
  ['no exchange price', { ...network, rows: rows({ coefficient: 1 }) }],
])('is not known where a line has %s', (_, unpriced) => {
  expect(priceAt('12:00', january(10, [energy, unpriced, feedIn]))).toEqual({
    ...{ start: expect.any(Number), end: expect.any(Number), feedIn: expect.closeTo(0.08, 6) },
  });
});
