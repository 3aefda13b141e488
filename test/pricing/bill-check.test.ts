import { describe, expect, it } from 'vitest';
import { checkBill, flatMean, isFarOff } from '../../src/pricing/bill-check.ts';

/** 30 ct of energy and network, with 19 % VAT 35.7 ct; 10 EUR a month without VAT. */
const ours = { flat: { energy: 0.15, grid: 0.09, fees: 0.06, vat: 0.057 }, monthly: 10 };

describe('network and levies of a bill', () => {
  it.each([
    ['agree with VAT', { vat: 'in', perKwh: 0.1785 }, { ours: 0.1785, differs: false }],
    ['agree without VAT', { vat: 'out', perKwh: 0.15 }, { ours: 0.15, differs: false }],
    ['agree within 1 %, as bills round their parts', { vat: 'out', perKwh: 0.1514 }, { ours: 0.15, differs: false }],
    [
      'are compared without levies where the bill lists them apart',
      { vat: 'out', contains: 'network', perKwh: 0.09 },
      { ours: 0.09, differs: false },
    ],
    ['differ by more', { vat: 'out', perKwh: 0.1516 }, { ours: 0.15, differs: true }],
    ['differ where the bill has VAT in them and says otherwise', { vat: 'out', perKwh: 0.1785 }, { differs: true }],
  ] as const)('%s', (_, bill, line) => {
    const { perKwh } = checkBill(bill, ours);
    expect(perKwh).toMatchObject({ ...line, ...('ours' in line && { ours: expect.closeTo(line.ours, 9) }) });
  });

  it('are not known without a network charge, and without the VAT that the bill has in them', () => {
    const { grid: _, ...noNetwork } = ours.flat;
    const { vat: __, ...noVat } = ours.flat;
    const unknown = { billed: 0.15, differs: false };
    expect(checkBill({ vat: 'out', perKwh: 0.15 }, { flat: noNetwork }).perKwh).toEqual(unknown);
    expect(checkBill({ vat: 'in', perKwh: 0.15 }, { flat: noVat }).perKwh).toEqual(unknown);
  });
});

it('a line is far off by more than 30 % of ours, and not where ours is unknown', () => {
  const line = (billed: number, known = 0.15) => ({ billed, ours: known, differs: true });
  // 7.57 ct of network alone beside 15 ct with levies are 49.5 % less.
  expect([0.0757, 0.104, 0.106, 0.194, 0.196].map((billed) => isFarOff(line(billed)))).toEqual([
    ...[true, true, false, false, true],
  ]);
  expect(isFarOff({ billed: 0.15, differs: false })).toBe(false);
});

describe('the monthly charge of a bill', () => {
  it('is 11.90 with VAT, and unknown where no contract says it', () => {
    expect(checkBill({ vat: 'in', monthly: 11.9 }, ours).monthly).toEqual({
      billed: 11.9,
      ours: expect.closeTo(11.9, 9),
      differs: false,
    });
    expect(checkBill({ vat: 'in', monthly: 11.9 }, { flat: ours.flat }).monthly).toEqual({
      billed: 11.9,
      differs: false,
    });
  });
});

describe('the total of a bill', () => {
  // 300 kWh at 35.7 ct are 107.10; two months at 11.90 are 23.80.
  it.each([
    ['130.90 is that of 300 kWh in two months', {}, 130.9],
    ['is priced with the monthly charge of the bill where it has one: 2 x 20', { monthly: 20 }, 147.1],
    ['takes VAT on a monthly charge without it: 2 x 20 x 1.19', { vat: 'out', monthly: 20 }, 154.7],
  ] as const)('%s', (_, more, total) => {
    const bill = { vat: 'in', total, kWh: 300, months: 2, ...more } as const;
    expect(checkBill(bill, ours).total).toEqual({ billed: total, ours: expect.closeTo(total, 9), differs: false });
    expect(checkBill({ ...bill, total: total * 1.049 }, ours).total).toMatchObject({ differs: false });
    expect(checkBill({ ...bill, total: total * 1.051 }, ours).total).toMatchObject({ differs: true });
  });

  it('is not compared before the bill says its kWh', () => {
    expect(checkBill({ vat: 'in', total: 130.9 }, ours).total).toEqual({ billed: 130.9, differs: false });
  });
});

it('the mean of a day has the components that every interval has', () => {
  expect(flatMean([{ energy: 0.1, grid: 0.08 }, { energy: 0.3 }])).toEqual({ energy: 0.2 });
  expect(flatMean([])).toEqual({});
});
