import { describe, expect, it } from 'vitest';
import { parametersOf, seriesQuery, tariffsQuery } from '../../src/api/queries.ts';

const read = (query: string) => seriesQuery.safeParse(parametersOf(new URLSearchParams(query)));
const messages = (query: string) => read(query).error?.issues.map((issue) => issue.message);

describe('the query of dayahead', () => {
  it('has the defaults of the specification', () => {
    expect(read('consumption_tariff=a').data).toEqual({
      consumption_tariff: 'a',
      historic_days: 0,
      include: new Set(),
      resolution: 3600,
    });
  });

  it('reads every parameter', () => {
    const query =
      'consumption_tariff=a&feedin_tariff=b&grid_tariff=c&version=20260101&historic_days=3&include=vat,fees&resolution=900&postal_code=NL-1012+AB';
    expect(read(query).data).toEqual({
      consumption_tariff: 'a',
      feedin_tariff: 'b',
      grid_tariff: 'c',
      version: '20260101',
      historic_days: 3,
      include: new Set(['vat', 'fees']),
      resolution: 900,
      postal_code: 'NL-1012 AB',
    });
  });

  it.each([
    ['version=20250230', 'version must be a date in the form YYYYMMDD'],
    ['version=2025-02-03', 'version must be a date in the form YYYYMMDD'],
    ['version=', 'version must be a date in the form YYYYMMDD'],
    ['historic_days=4', 'historic_days must be one of 0, 1, 2, 3'],
    ['historic_days=1.0', 'historic_days must be one of 0, 1, 2, 3'],
    ['historic_days=-1', 'historic_days must be one of 0, 1, 2, 3'],
    ['include=fees,tax', 'include must be a comma-separated list of fees, vat'],
    ['include=FEES', 'include must be a comma-separated list of fees, vat'],
    ['include=fees,', 'include must be a comma-separated list of fees, vat'],
    ['include=', 'include must be a comma-separated list of fees, vat'],
    ['include=fees&include=vat', 'include must be a comma-separated list of fees, vat'],
    ['resolution=60', 'resolution must be one of 3600, 1800, 900'],
    ['resolution=900&resolution=900', 'resolution must be one of 3600, 1800, 900'],
    ['consumption_tariff=', 'consumption_tariff must be given once, as a tariff id of 1 to 32 characters'],
    ['grid_tariff=a&grid_tariff=b', 'grid_tariff must be given once, as a tariff id of 1 to 32 characters'],
    [`feedin_tariff=${'x'.repeat(33)}`, 'feedin_tariff must be given once, as a tariff id of 1 to 32 characters'],
    [`postal_code=${'1'.repeat(17)}`, 'postal_code must be given once, with at most 16 characters'],
    ['postal_code=1&postal_code=2', 'postal_code must be given once, with at most 16 characters'],
  ])('refuses %s', (query, message) => {
    expect(messages(query)).toEqual([message]);
  });

  it('takes an empty postal code', () => {
    expect(read('postal_code=').data?.postal_code).toBe('');
  });

  it('refuses parameters it does not define, also those named like parts of an object', () => {
    expect(read('fees=1&__proto__=2&constructor=3').error?.issues[0]).toMatchObject({
      code: 'unrecognized_keys',
      keys: ['fees', '__proto__', 'constructor'],
    });
  });
});

describe('the query of a tariff listing', () => {
  const filters = (query: string) => tariffsQuery.safeParse(parametersOf(new URLSearchParams(query)));

  it('reads its filters and ignores the rest', () => {
    expect(filters('type=dynamic&available=false&page=2').data).toEqual({ type: 'dynamic', available: false });
  });

  it.each(['type=Dynamic', 'type=', 'type=dynamic&type=static', 'available=1', 'available=', 'available=TRUE'])(
    'refuses %s',
    (query) => {
      expect(filters(query).success).toBe(false);
    },
  );
});
