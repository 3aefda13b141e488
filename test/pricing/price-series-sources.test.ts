import { describe, expect, it } from 'vitest';
import { pointAt } from '../../src/core/series.ts';
import type { Book, Scope } from '../../src/pricing/book.ts';
import { priceSeries } from '../../src/pricing/price-series.ts';
import type { Question } from '../../src/pricing/question.ts';
import { at, bookOf, exchangeOf, tariffOf } from '../support/service/pricing-fixture.ts';

/** The facts that prices are read from, beside the tariff itself. */

const now = at('2026-04-15T10:20:00Z');
const until = at('2026-04-16T22:00:00Z');
const fixed = tariffOf('fixed', { '20250101': { kind: 'clock', rates: [{ price: 0.22 }] } });
const spotTariff = tariffOf('spot', {
  '20250101': { kind: 'spot', zone: 'FI', settlement: 3600, coefficient: 1, margin: 0 },
});

const ask = (question: Partial<Question>, book: Book = bookOf()) =>
  priceSeries(
    { now, historicDays: 0, include: new Set(), resolution: 3600, ...question },
    book,
    exchangeOf(until, () => 0.1),
  );

describe('the switching times of a meter', () => {
  const registers = { kind: 'registers', prices: { low: 0.1, high: 0.3 } } as const;
  const night = tariffOf('night', { '20260101': registers });
  const of = (companyId: string) => tariffOf(companyId, { '20260101': registers }, { sector: 'grid', companyId });
  const schedule = (hours: string, scope: Scope) => ({
    registers: [{ name: 'low', when: { hours: [hours] } }, { name: 'high' }],
    scope,
    source: 'a test',
  });
  const book = bookOf({
    companies: new Map(['south', 'east'].map((id) => [id, { id, name: id, householdTariff: id }])),
    tariffs: new Map(['south', 'east'].map((id) => [id, of(id)])),
    schedules: [
      schedule('09:00-10:00', { operators: ['north'] }),
      schedule('11:00-12:00', { operators: ['south'] }),
      schedule('13:00-14:00', { operators: ['south'], postalCodes: ['99'] }),
      schedule('15:00-16:00', { postalCodes: ['88'] }),
    ],
  });

  it.each<[string, Partial<Question>, string, string | undefined]>([
    ['the operator of a grid tariff where no address is', { grid: of('north') }, '09:00', '09:00'],
    [
      'the operator of the grid tariff that the contract names',
      { consumption: { ...night, gridTariff: 'south' } },
      '11:00',
      '11:00',
    ],
    ['the operator that serves the address', { operator: 'south', postalCode: '10115' }, '11:00', '11:00'],
    ['the address, for energy and network', { operator: 'south', postalCode: '99000' }, '13:00', '13:00'],
    ['the address where its operator has none', { operator: 'east', postalCode: '88000' }, '15:00', '15:00'],
    [
      'the address for energy, and the operator of a passed grid tariff for its own charge',
      { operator: 'south', postalCode: '10115', grid: of('north') },
      '11:00',
      '09:00',
    ],
  ])('are those of %s', (_, question, energyAt, gridAt) => {
    const { consumption = [] } = ask({ consumption: night, ...question }, book);
    const lowAt = (name: 'energy' | 'grid') =>
      ['09:00', '11:00', '13:00', '15:00'].filter(
        (time) => pointAt(consumption, at(`2026-04-15T${time}:00+02:00`))?.[name] === 0.1,
      );
    expect([lowAt('energy'), lowAt('grid')]).toEqual([[energyAt], [gridAt]]);
  });

  it('are not known without an address', () => {
    expect(() => ask({ consumption: night }, book)).toThrow('switching times are not available');
  });
});

it('what a feed has told of a day of the network takes the place of the version', () => {
  const day = '2026-04-15';
  const told = { kind: 'periods', periods: [{ from: day, to: day, rates: [{ price: 0.5 }] }] } as const;
  const price = { kind: 'clock', rates: [{ price: 0.1 }] } as const;
  const grid = tariffOf('grid', { '20260101': price }, { sector: 'grid', told });
  const { consumption = [] } = ask({ consumption: fixed, grid });
  expect(consumption.map((point) => point.grid)).toEqual([...Array(24).fill(0.5), ...Array(24).fill(0.1)]);
});

it('a calendar is known to the last day that is published, by the name that a feed keeps too', () => {
  const clocks = { blue: [{ price: 0.1 }], red: [{ price: 0.5 }] };
  const price = { kind: 'calendar', publishedAt: '11:00', clocks, days: {}, calendar: 'tempo' } as const;
  const book = bookOf({ calendars: { tempo: { '2026-04-15': 'blue', '2026-04-16': 'red', '2026-04-17': 'red' } } });
  const pricesAt = (asked: string) =>
    ask({ now: at(asked), consumption: tariffOf('calendar', { '20250101': price }) }, book).consumption?.map(
      ({ energy }) => energy,
    );
  expect(pricesAt('2026-04-15T08:59:59Z')).toEqual(Array(24).fill(0.1));
  expect(pricesAt('2026-04-15T09:00:00Z')).toEqual([...Array(24).fill(0.1), ...Array(24).fill(0.5)]);
  expect(ask({ consumption: tariffOf('calendar', { '20250101': price }) }).consumption).toEqual([]);
});

it('a spot tariff in a market an hour ahead has the first hour of the day after tomorrow', () => {
  const { consumption = [] } = ask({ consumption: spotTariff }, bookOf({ country: 'FI' }));
  expect([consumption[0]?.start, consumption.at(-1)?.end]).toEqual([at('2026-04-14T21:00:00Z'), until]);
});
