import { expect, it } from 'vitest';
import type { BillReport } from '../../../src/messages/grid/bill-report.ts';
import { billRows, gridLimitRows } from '../../../src/mqtt/house/grid-topics.ts';
import { publicationsOf } from '../../../src/mqtt/topics.ts';

const until = Date.parse('2026-01-15T18:00:00Z') / 1000;

// Promise P-274 integrate/topics: `grid/import_kw` and `grid/import_until` until the end of the limit
it.each([
  [{ kw: 4.2, until }, ['4.2', '2026-01-15T18:00:00Z'], until],
  [undefined, ['', ''], undefined],
])('of %j say %j', (dimming, payloads, expiresAt) => {
  const [kw, end] = payloads;
  const expires = expiresAt === undefined ? {} : { expiresAt };
  expect(publicationsOf(gridLimitRows, dimming)).toEqual([
    { topic: 'grid/import_kw', payload: kw, ...expires },
    { topic: 'grid/import_until', payload: end, ...expires },
  ]);
});

// Promise P-944
it('has the bill of the month with its lines, and the names of those that are not complete', () => {
  const report: BillReport = {
    ...{ month: '2026-01', currency: 'EUR', soFar: 23.78, importKwh: 48, exportKwh: 0, peakKw: 1 },
    status: 'at-least',
    missing: ['network'],
    until: '2026-01-15T12:00:00Z',
    lines: [{ name: 'energy', issuer: 'supplier', amount: 11.52, expected: 200 }],
  };
  const [{ topic, payload } = { topic: '', payload: '' }] = publicationsOf(billRows, report);
  expect([topic, JSON.parse(payload)]).toEqual([
    'grid/bill',
    {
      ...{ month: '2026-01', currency: 'EUR', so_far: 23.78, import_kwh: 48, export_kwh: 0, peak_kw: 1 },
      ...{ status: 'at-least', missing: ['network'], until: '2026-01-15T12:00:00Z', lines: report.lines },
    },
  ]);
});
