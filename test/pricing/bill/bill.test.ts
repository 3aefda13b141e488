import { describe, expect, it } from 'vitest';
import { addDays, localDay, wallTime } from '../../../src/core/time.ts';
import { bill } from '../../../src/pricing/bill/bill.ts';
import type { BillQuestion } from '../../../src/pricing/bill/types.ts';
import type { EnergyLine, LineRule, TimeLine } from '../../../src/pricing/bill-lines.ts';

const timeZone = 'Europe/Berlin';
const rows = <T>(value: T) => [{ from: '2025-01-01', value }];
const energy: EnergyLine = {
  ...{ kind: 'energy', name: 'energy', issuer: 'supplier', part: 'energy', flow: 'consumption' },
  rows: rows(0.3),
};
const fee: TimeLine = { kind: 'time', name: 'fee', issuer: 'supplier', part: 'energy', per: 'month', rows: rows(10) };
const tax = (on: readonly string[]): LineRule => ({
  ...{ kind: 'tax', name: 'tax', issuer: 'network', part: 'fees', on, rows: rows(0.1) },
});

/** One reading a day from `from` on. */
const days = (from: string, count: number, kWh: number) =>
  Array.from({ length: count }, (_, i) => ({ ...localDay(addDays(from, i), timeZone), kWh }));
/** One reading of an hour. */
const hour = (date: string, time: string, kWh: number) => {
  const start = wallTime(date, time, timeZone);
  return { start, end: start + 3600, kWh };
};
/** January 2026 with 10 kWh a day. */
const january: BillQuestion = {
  ...{ from: '2026-01-01', to: '2026-01-31', timeZone, consumption: days('2026-01-01', 31, 10) },
  ...{ lines: [energy], vat: rows(0) },
};
const amounts = (question: Partial<BillQuestion>) =>
  bill({ ...january, ...question }).lines.map(({ amount }) => amount);

describe('energy lines', () => {
  it('charges tiers of a month in the order of time: 200 kWh at 0.20 and 110 kWh at 0.30', () => {
    const tiers = [
      { fromKwh: 0, price: 0.2 },
      { fromKwh: 200, price: 0.3 },
    ];
    expect(amounts({ lines: [{ ...energy, rows: rows({ per: 'month', tiers }) }] })).toEqual([200 * 0.2 + 110 * 0.3]);
  });

  it('charges tiers of a year in proportion to the billed days: 365 kWh a year are 31 kWh of January', () => {
    const tiers = [
      { fromKwh: 0, price: 1 },
      { fromKwh: 365, price: 0 },
    ];
    expect(amounts({ lines: [{ ...energy, rows: rows({ per: 'year', tiers }) }] })).toEqual([31]);
  });

  it.each([
    [140, 0],
    [200, 200 - 150],
    [250, 250 - (150 - 30)],
    [400, 400],
  ])('charges %d kWh of a month for %d kWh where 150 kWh are free and shrink above 220 kWh', (kWh, charged) => {
    const free = { price: 1, freeKwh: 150, shrinksAboveKwh: 220 };
    const consumption = days('2026-01-01', 31, kWh / 31);
    expect(amounts({ consumption, lines: [{ ...energy, rows: rows(free) }] })[0]).toBeCloseTo(charged, 6);
  });

  it('supports 90 % of the exchange price above 0.50, by means of hours, for the first 15 kWh of a month', () => {
    const { start } = localDay('2026-01-01', timeZone);
    // Quarter hours of 0.40 and 0.80: the mean of an hour is 0.60.
    const spot = Array.from({ length: 2 * 96 }, (_, i) => ({
      ...{ start: start + i * 900, end: start + i * 900 + 900, energy: i % 2 ? 0.4 : 0.8 },
    }));
    const support = { coefficient: -0.9, above: 0.5, settlement: 3600 };
    const tiers = [
      { fromKwh: 0, price: support },
      { fromKwh: 15, price: 0 },
    ];
    const consumption = [hour('2026-01-01', '05:00', 10), hour('2026-01-02', '05:00', 10)];
    const monthly = { ...energy, rows: rows({ per: 'month', tiers } as const) };
    expect(amounts({ spot, consumption, lines: [monthly] })[0]).toBeCloseTo(-0.9 * 0.1 * 15, 6);
  });

  it('nets feed-in within each register: 40 of 100 kWh by day, and no more by night than there was', () => {
    const at = (date: string, day: number, night: number) => [hour(date, '02:00', night), hour(date, '12:00', day)];
    const registers = [{ hours: ['07:00-23:00'] }, { hours: ['23:00-07:00'] }];
    const netting = rows({ share: 1, registers });
    const sold: EnergyLine = { ...energy, name: 'surplus', flow: 'feed-in', rows: rows(-0.05), netting };
    const question = {
      ...{ consumption: at('2026-01-01', 100, 20), feedIn: at('2026-01-02', 40, 50) },
      lines: [{ ...energy, netting }, { ...sold, name: 'netted', netted: true as const }, sold],
    };
    const { lines } = bill({ ...january, ...question });
    expect(lines.map(({ name, kWh }) => [name, kWh])).toEqual([
      ['energy', 60],
      ['netted', 40 + 20],
      ['surplus', 30],
    ]);
  });
});

describe('time, power, credits and taxes', () => {
  it('charges a part of a month by its days, and a year by the days of the year', () => {
    const lines = [fee, { ...fee, name: 'yearly', per: 'year' as const, rows: rows(365) }];
    expect(amounts({ to: '2026-01-15', lines })).toEqual([(10 * 15) / 31, 15].map((each) => Number(each.toFixed(6))));
  });

  it('charges two contracted powers by their names', () => {
    const power = (name: string, value: number): LineRule => ({
      ...{ kind: 'power', name, issuer: 'network', part: 'grid', per: 'day', contracted: name, rows: rows(value) },
    });
    expect(amounts({ contractedKw: { P1: 4, P2: 5 }, lines: [power('P1', 0.1), power('P2', 0.01)] })).toEqual([
      12.4, 1.55,
    ]);
  });

  it('charges only the power above 8 kW in the hours of the rule', () => {
    const clock = { days: 'working' as const, hours: ['07:00-20:00'] };
    const value = { measure: 60, pick: 1, per: 'month', perKw: 2, freeKw: 8, clock } as const;
    const consumption = [
      hour('2026-01-02', '03:00', 15),
      hour('2026-01-02', '12:00', 11),
      hour('2026-01-03', '12:00', 14),
    ];
    const line: LineRule = { kind: 'peak', name: 'peak', issuer: 'network', part: 'grid', rows: rows(value) };
    expect(bill({ ...january, consumption, lines: [line] }).lines).toMatchObject([{ amount: 2 * (11 - 8), kw: 11 }]);
  });

  it('takes a credit no further than the sum of its part, and lets another credit make the total negative', () => {
    const credit: TimeLine = { ...fee, kind: 'credit', name: 'credit', rows: rows(-500) };
    const { lines, total } = bill({ ...january, lines: [energy, { ...credit, cappedBy: 'energy' }] });
    expect([lines[1]?.amount, total]).toEqual([-93, 0]);
    expect(bill({ ...january, lines: [energy, credit] }).total).toBe(310 * 0.3 - 500);
  });

  it('takes a tax on the named lines and parts, with its minimum per kWh', () => {
    expect(amounts({ lines: [energy, fee, tax(['fee'])] })).toEqual([93, 10, 1]);
    expect(amounts({ lines: [energy, fee, tax(['energy'])] })).toEqual([93, 10, 10.3]);
    expect(amounts({ lines: [fee, { ...tax(['fee']), minimumPerKwh: 0.01 } as LineRule] })).toEqual([10, 3.1]);
  });

  it('charges the amount of the step that the household is on', () => {
    const steps = [
      { upTo: 16, amount: 100 },
      { over: 16, upTo: 20, amount: 150 },
      { over: 25, upTo: 35, amount: 300 },
    ];
    const line = { ...fee, rows: rows({ by: 'A' as const, steps }) };
    expect(amounts({ fuseA: 20, lines: [line] })).toEqual([150]);
    const unknown = bill({ ...january, fuseA: 25, lines: [line] });
    expect(unknown.missing).toEqual([{ name: 'fee', from: '2026-01-01', to: '2026-01-31', reason: 'figure' }]);
    expect(bill({ ...january, lines: [line] }).missing).toMatchObject([{ name: 'fee', reason: 'household' }]);
  });
});

describe('bills that are not complete', () => {
  it('counts no example figure, and names the days before the first figure', () => {
    const value = 10;
    const line = (list: TimeLine['rows']) => bill({ ...january, lines: [{ ...fee, rows: list }] });
    expect(line([{ from: '2025-01-01', value, grade: 'X' }])).toMatchObject({ total: 0, status: 'at-least' });
    expect(line([{ from: '2026-01-16', value }]).missing).toEqual([
      { name: 'fee', from: '2026-01-01', to: '2026-01-15', reason: 'figure' },
    ]);
  });

  it('is incomplete where a credit is missing, because the total can fall too', () => {
    const lacking = (name: string, line: object) =>
      bill({ ...january, lines: [energy, { ...fee, name, ...line } as LineRule] }).status;
    const example = { from: '2025-01-01', value: 10, grade: 'X' } as const;
    expect(lacking('charge', { rows: [example] })).toBe('at-least');
    expect(lacking('reduction', { kind: 'credit', rows: [example] })).toBe('incomplete');
    // Support pays 90 % of an exchange price that is not known.
    expect(lacking('support', { ...energy, name: 'support', rows: rows({ coefficient: -0.9 }) })).toBe('incomplete');
    expect(bill({ ...january, unknown: [{ name: 'reduction', isCredit: true }] }).status).toBe('incomplete');
  });

  it('carries a figure on after its last day and marks the days', () => {
    const line = { ...fee, rows: [{ from: '2025-01-01', until: '2026-01-20', value: 10 }] };
    expect(bill({ ...january, lines: [line] })).toMatchObject({
      ...{ total: 10, status: 'complete' },
      provisional: [{ name: 'fee', from: '2026-01-21', to: '2026-01-31', reason: 'expired' }],
    });
  });

  it('names a hole in the readings of the energy and of the month of a peak', () => {
    const peak: LineRule = {
      ...{ kind: 'peak', name: 'peak', issuer: 'network', part: 'grid' },
      rows: rows({ measure: 60, pick: 1, per: 'month', perKw: 1 } as const),
    };
    const holed = bill({ ...january, consumption: days('2026-01-01', 30, 10), lines: [energy, peak] });
    expect(holed.status).toBe('at-least');
    expect(holed.missing).toMatchObject([
      { name: 'energy', reason: 'readings' },
      { name: 'peak', reason: 'readings' },
    ]);
  });

  it('lacks a price where one reading reaches from 30 to 40 ct', () => {
    const dearer = [...rows(0.3), { from: '2026-01-15', value: 0.4 }];
    const longer = { ...hour('2026-01-14', '00:00', 10), end: wallTime('2026-01-16', '00:00', timeZone) };
    const status = (consumption: BillQuestion['consumption'], prices = dearer) =>
      bill({ ...january, to: '2026-01-20', lines: [{ ...energy, rows: prices }], consumption });
    const before = { ...hour('2026-01-01', '00:00', 130), end: longer.start };
    const rest = { start: longer.end, end: longer.end + 5 * 86_400, kWh: 50 };
    expect(status([before, longer, rest])).toMatchObject({ missing: [{ name: 'energy', reason: 'price' }] });
    expect(status([before, longer, rest], rows(0.3)).status).toBe('complete');
  });

  it('finds no hole where a reading reaches into the next month', () => {
    const { start } = localDay('2026-01-01', timeZone);
    const consumption = Array.from({ length: 60 }, (_, i) => ({
      start: start + i * 100_000,
      end: start + (i + 1) * 100_000,
      kWh: 1,
    }));
    expect(bill({ ...january, to: '2026-02-28', consumption }).missing).toEqual([]);
  });

  it('names an unknown exchange price, an unknown rate of VAT, and lines that are known to be missing', () => {
    const question = { lines: [{ ...energy, rows: rows({ coefficient: 1 }) }], vat: [], unknown: ['metering'] };
    expect(bill({ ...january, ...question }).missing).toMatchObject([
      { name: 'metering', reason: 'figure' },
      { name: 'energy', reason: 'price' },
      { name: 'vat', reason: 'figure' },
    ]);
  });
});

describe('wrong questions', () => {
  const tiers = (...from: number[]) => ({
    lines: [
      { ...energy, rows: rows({ per: 'month' as const, tiers: from.map((fromKwh) => ({ fromKwh, price: 1 })) }) },
    ],
  });
  const steps = (...list: { over?: number; upTo?: number; amount: number }[]) => ({
    lines: [{ ...fee, rows: rows({ by: 'kWh' as const, steps: list }) }],
  });
  it.each<[Partial<BillQuestion>, string]>([
    [{ contractedKw: 0 }, 'contractedKw must be a number above 0, got 0'],
    [{ contractedKw: { P1: 3, P2: 0 } }, 'contractedKw.P2 must be a number above 0, got 0'],
    [tiers(0, 200, 200), 'line "energy": tiers[2].fromKwh must be above that of the tier before it, got 200'],
    [tiers(100), 'line "energy": tiers[0].fromKwh must be 0, got 100'],
    [
      steps({ upTo: 2000, amount: 1 }, { over: 1000, amount: 2 }),
      'line "fee": steps[1].over must be at least upTo of the step before it, got 1000',
    ],
    [{ to: '2025-12-31' }, 'to must not be before from, got "2025-12-31"'],
    [{ from: '2026-02-30' }, 'from must be a date YYYY-MM-DD, got "2026-02-30"'],
    [{ lines: [energy, energy] }, 'lines[1].name must be unique, got "energy" twice'],
    [{ lines: [energy, tax(['grid'])] }, 'line "tax": on must name a line or a part of the bill, got "grid"'],
    [{ vat: [...rows(0.1), ...rows(0.2)] }, 'vat must be sorted by from, each day once'],
    [{ consumption: days('2026-01-01', 1, -1) }, 'consumption[0].kWh must be a number that is not below 0, got -1'],
    [
      { consumption: days('2026-01-01', 1, Number.POSITIVE_INFINITY) },
      'consumption[0].kWh must be a number that is not below 0, got Infinity',
    ],
    [{ feedIn: [{ start: 3600, end: 3600, kWh: 1 }] }, 'feedIn[0].end must be after its start, got 3600'],
    [{ feedIn: [{ start: Number.NaN, end: 3600, kWh: 1 }] }, 'feedIn[0].start must be UNIX seconds, got NaN'],
    [
      {
        lines: [
          {
            ...{ kind: 'peak', name: 'peak', issuer: 'network', part: 'grid' },
            rows: rows({ measure: 60, pick: 1, per: 'month' } as const),
          },
        ],
      },
      'line "peak": value must have either perKw or steps',
    ],
    [{ vat: rows(Number.NaN) }, 'vat[0].value must be a part between 0 and 1, got NaN'],
    [{ vat: rows(19) }, 'vat[0].value must be a part between 0 and 1, got 19'],
    [{ rounding: { total: 0 } }, 'rounding.total must be a number above 0, got 0'],
    [
      { lines: [{ ...energy, rows: rows({ per: 'month', tiers: [{ fromKwh: 0, price: Number.NaN }] }) }] },
      'line "energy" must have finite figures and prices',
    ],
  ])('refuses %j', (question, message) => {
    expect(() => bill({ ...january, ...question })).toThrow(message);
  });
});
