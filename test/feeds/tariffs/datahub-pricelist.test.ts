import { describe, expect, it } from 'vitest';
import { datahubPricelist } from '../../../src/feeds/sources/tariffs/datahub-pricelist.ts';
import type { TariffFigures } from '../../../src/feeds/tariff-feed.ts';
import { charge, pricelist } from '../../support/feeds/danish-pricelist.ts';

const told = (body: string, today = '2026-11-22'): TariffFigures => {
  const step = datahubPricelist.next({ today, held: undefined }, [body]);
  if ('path' in step) throw new Error('asks for more');
  return step;
};
const RADIUS = '5790000705689';
const radius = (from: string, until: string | null, prices: number | number[] = 0.3003) =>
  charge(RADIUS, 'DT_C_01', from, until, prices);

describe('DatahubPricelist', () => {
  it('is asked once for the newest rows of every operator and of the state', () => {
    const step = datahubPricelist.next({ today: '2026-11-22', held: undefined }, []);
    const { pathname, searchParams } = new URL('path' in step ? step.path : '', 'http://x');
    const { GLN_Number, ChargeTypeCode, ChargeType } = JSON.parse(searchParams.get('filter') ?? '');
    expect([
      pathname,
      ChargeType,
      searchParams.get('sort'),
      searchParams.get('limit'),
      searchParams.get('start'),
    ]).toEqual(['/dataset/DatahubPricelist', ['D03'], 'ValidFrom desc', '3000', null]);
    expect([GLN_Number.length, ChargeTypeCode.includes('DT_C_01'), ChargeTypeCode.includes('EA-001')]).toEqual([
      32,
      true,
      true,
    ]);
  });

  it('gives a clock by the hour, the price of the most hours as the rest', () => {
    const hours = Array.from({ length: 24 }, (_, hour) =>
      hour < 6 ? 0.1001 : hour >= 17 && hour < 21 ? 0.7803 : 0.3003,
    );
    expect(told(pricelist(radius('2026-10-01', null, hours))).figures).toEqual({
      'dk-radius-c': [
        {
          from: '2026-11-18',
          to: '2026-12-23',
          rates: [
            { price: 0.1001, when: { hours: ['00:00-06:00'] } },
            { price: 0.7803, when: { hours: ['17:00-21:00'] } },
            { price: 0.3003 },
          ],
        },
      ],
    });
  });

  it.each<[string, ReturnType<typeof charge>[], [string, string, number][]]>([
    ['one price all day', [radius('2023-01-01', null, 0.245)], [['2026-11-18', '2026-12-23', 0.245]]],
    [
      'the next one from its first day on',
      [radius('2026-10-01', '2027-01-01', 0.3), radius('2026-12-01', null, 0.4)],
      [
        ['2026-11-18', '2026-11-30', 0.3],
        ['2026-12-01', '2026-12-23', 0.4],
      ],
    ],
    [
      'a weekend of its own, and then the one from before again',
      [radius('2026-10-01', null, 0.3), radius('2026-11-21', '2026-11-23', 0.2)],
      [
        ['2026-11-18', '2026-11-20', 0.3],
        ['2026-11-21', '2026-11-22', 0.2],
        ['2026-11-23', '2026-12-23', 0.3],
      ],
    ],
    ['none after its end', [radius('2026-10-01', '2026-11-23', 0.3)], [['2026-11-18', '2026-11-22', 0.3]]],
    [
      'none where two that began together contradict each other',
      [
        radius('2026-10-01', null, 0.3),
        radius('2026-10-01', null, 0.4),
        charge('5790000705184', '30TR_C_ET', '2026-01-01', null, 0.1),
      ],
      [],
    ],
  ])('holds for the days of %s', (_, charges, expected) => {
    const periods = told(pricelist(...charges)).figures?.['dk-radius-c'] ?? [];
    expect(periods.map(({ from, to, rates }) => [from, to, rates.at(-1)?.price])).toEqual(expected);
  });

  it('gives the state’s charges by the day from which each holds, and none that has ended', () => {
    const state = (code: string, from: string, until: string | null, price: number) =>
      charge('5790000432752', code, from, until, price, 'P1D');
    const body = pricelist(
      radius('2026-10-01', null),
      state('EA-001', '2026-01-01', null, 0.008),
      state('EA-001', '2025-01-01', '2026-01-01', 0.72),
      state('EA-001', '2027-01-01', null, 0.009),
      state('40000', '2026-01-01', null, 0.043),
      state('41000', '2025-01-01', '2026-01-01', 0.074),
    );
    expect(told(body).levies).toEqual({
      Elafgift: [
        { from: '2025-01-01', value: 0.72 },
        { from: '2026-01-01', value: 0.008 },
        { from: '2027-01-01', value: 0.009 },
      ],
      Transmissionsnettarif: [{ from: '2026-01-01', value: 0.043 }],
    });
  });

  const others = charge('5790000705184', '30TR_C_ET', '2026-01-01', null, 0.1);
  it.each<[string, object]>([
    ['without the price of an hour', { ...radius('2026-11-01', null), Price7: null }],
    ['of 1e308', { ...radius('2026-11-01', null), Price7: 1e308 }],
    ['by the month', { ...radius('2026-11-01', null), ResolutionDuration: 'P1M' }],
  ])('leaves an operator to the catalogue whose latest charge is one %s', (_, wrong) => {
    expect(Object.keys(told(pricelist(radius('2026-01-01', null), wrong, others)).figures ?? {})).toEqual([
      'dk-cerius-c',
    ]);
  });

  it.each<[string, string, string]>([
    ['a web page', '<!doctype html>', 'is no JSON'],
    ['no rows', pricelist(), 'has no charge of any operator'],
    ['other rows', pricelist(charge('1', '2', '2026-01-01', null, 1)), 'has no charge of any operator'],
    ['no list', '{"records":{}}', '$.records: Invalid input: expected array, received object'],
    ['no date', pricelist({ ...others, ValidFrom: '2026-02-31T00:00:00' }), '$.records.0.ValidFrom: Invalid input'],
    [
      'a price as text',
      pricelist({ ...others, Price1: '0,3' }),
      '$.records.0.Price1: Invalid input: expected number, received string',
    ],
    [
      'six thousand rows',
      pricelist(...new Array(6000).fill(others)),
      '$.records: Too big: expected array to have <=5000 items',
    ],
  ])('is refused with %s', (_, body, message) => {
    expect(() => told(body)).toThrow(message);
  });
});
