import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bill,
  compareTariffs,
  createClient,
  createService,
  type Demand,
  type ForecastDay,
  forecast,
  horizonOf,
  monthPeak,
  peakCharge,
  planHouse,
  planSite,
  planStore,
  planWindow,
  readMeter,
  totalOf,
} from '../src/index.ts';

it('plans on the prices of the embedded service, in a few lines and without a port', async () => {
  const now = Date.parse('2026-01-14T12:00:00Z') / 1000;
  const service = createService({ prices: 'replay', now: () => now });
  const client = createClient({
    baseUrl: 'http://embedded',
    token: service.tokens.testing,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });
  const { consumption } = await client.dayAhead({
    country: 'DK',
    consumption: 'dk-example-spot-dk2',
    grid: 'dk-radius-c',
    include: ['fees', 'vat'],
    resolution: 900,
  });
  const prices = (consumption?.points ?? []).map((point) => ({ ...point, price: totalOf(point) }));
  const plan = planWindow(
    { shape: 'contiguous', phases: [{ minutes: 120, kw: 2 }], prefer: 'earliest', whenUnknown: 'plan-known' },
    horizonOf(prices),
    now,
    { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] },
  );
  const means = prices
    .filter(({ start }) => start >= now)
    .map((_, i, known) => known.slice(i, i + 8))
    .filter((run) => run.length === 8)
    .map((run) => run.reduce((sum, { price }) => sum + price, 0) / 8);
  expect(plan.outcome.kind).toBe('complete');
  expect((plan.cost ?? 0) / 4).toBeCloseTo(Math.min(...means), 6);
});

/** What a block of a page comes to, without its imports. */
function came(page: string, block: number, given: object, answer = ''): unknown {
  const code = [...readFileSync(page, 'utf8').matchAll(/```ts\n([\s\S]+?)```/g)][block]?.[1] ?? '';
  const body = code.replace(/^import .*\n/gm, '');
  return new Function(...Object.keys(given), answer ? `${body}\nreturn ${answer};` : `return ${body}`)(
    ...Object.values(given),
  );
}

// Promise P-552 use/compare: the lines of the page for the library can be run as they stand
it('compares contracts over a meter file as docs/use/compare.md does', () => {
  const bytes = Buffer.from('timestamp,kWh\n2026-06-01T00:00Z,1\n2026-06-01T01:00Z,2');
  const start = Date.parse('2026-05-31T22:00Z') / 1000;
  const prices = [{ start, end: start + 86_400, energy: 0.3 }];
  const contracts = [{ id: 'a', name: 'A', prices, monthly: 30 }];
  const [first] = came(
    'docs/use/compare.md',
    0,
    { readMeter, compareTariffs, bytes, contracts },
    'tariffs',
  ) as object[];
  expect(first).toEqual({
    ...{ id: 'a', name: 'A', unpriced: [], months: [expect.objectContaining({ month: '2026-06', total: 1.9 })] },
    sum: { kWh: 3, feedInKwh: 0, energy: 0.9, monthly: 1, total: 1.9 },
    shifted: { movedKwh: 3, total: 1.9, saving: 0 },
  });
});

it('makes the bill of docs/integrate/library.md: (310 kWh at 0.20 + 31 days of 73 a year), 5 % tax, 19 % VAT', () => {
  const start = Date.parse('2025-12-31T23:00Z') / 1000;
  const consumption = [{ start, end: start + 31 * 86_400, kWh: 310 }];
  const january = came('docs/integrate/library.md', 2, { bill, consumption }, 'january');
  expect(january).toMatchObject({
    ...{ status: 'complete', missing: [], net: (62 + 6.2) * 1.05, total: 85.22 },
    lines: [{ amount: 62 }, { amount: 6.2 }, { amount: 3.41 }],
  });
});

// Promise P-664 use/meter-files: the blocks of the page work as described
it.each<[number, string, string, object]>([
  [
    ...([0, 'timestamp,kWh\n2026-06-01 00:00,1\n2026-06-01 00:15,2', '{ consumption, feedIn, findings }'] as const),
    { consumption: [{ kWh: 1 }, { kWh: 2 }], feedIn: [], findings: [] },
  ],
  [
    ...([1, 'date;time;day;night;pv\n2026-06-01;00:00;1;2;0\n2026-06-01;00:15;0;1;4', ''] as const),
    { consumption: [{ kWh: 3 }, { kWh: 1 }], feedIn: [{ kWh: 0 }, { kWh: 4 }] },
  ],
])('reads a meter file as block %i of docs/use/meter-files.md does', (block, text, answer, read) => {
  expect(came('docs/use/meter-files.md', block, { readMeter, bytes: Buffer.from(text) }, answer)).toMatchObject(read);
});

// Promise P-213 internals/forecast: `forecast` is there for whoever has prices and days
it('expects prices past the known ones by quarter hours, on days that the caller calls working or other', () => {
  const days: ForecastDay[] = Array.from({ length: 22 }, (_, i) => ({
    start: i * 86_400,
    end: (i + 1) * 86_400,
    kind: i % 7 < 5 ? 'working' : 'other',
  }));
  const history = days
    .slice(0, 14)
    .map(({ start, end, kind }) => ({ start, end, price: kind === 'working' ? 0.2 : 0.1 }));
  const expected = forecast(history, days);
  expect(expected).toHaveLength(8 * 96);
  expect(expected[0]).toMatchObject({ start: 14 * 86_400, end: 14 * 86_400 + 900 });
  const cents = [0, 4, 5, 6, 7].map((day) => Math.round(100 * (expected[96 * day + 48]?.price ?? 0)));
  expect(cents).toEqual([20, 20, 10, 10, 20]);
});

describe('money', () => {
  const now = 1_767_225_600;
  const hours = [0.28, 0.280051, 0.28].map((price, i) => ({
    ...{ start: now + 3600 * i, end: now + 3600 * (i + 1), price },
  }));
  const state = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
  const slots = hours.map(({ start, end, price }) => ({
    ...{ start, end, importPrice: price, exportPrice: 0.08, loadKw: 0.3, solarKw: 0 },
  }));
  const store = {
    ...{ capacityKwh: 10, storedKwh: 2, maxChargeKw: 3, maxDischargeKw: 3 },
    ...{ chargeEfficiency: 0.9, dischargeEfficiency: 0.9, wearPerKwh: 0.01 },
  };
  const demand: Demand = {
    ...{ shape: 'split', need: { minutes: 170, kw: 1.1 }, prefer: 'earliest', whenUnknown: 'plan-known' },
  };
  const claim = { demand, horizon: horizonOf(hours), state };

  // Promise P-749 integrate/library: costs in plans have 6 decimals
  it.each<[string, () => object]>([
    ['planWindow', () => planWindow(demand, horizonOf(hours), now, state)],
    ['planSite', () => planSite([claim, claim], 3, now)],
    ['planStore', () => planStore(store, slots, now)],
    ['planHouse', () => planHouse({ slots, stores: [store], devices: [{ demand, state }] }, now)],
  ])('has at most 6 decimals in the plans of %s', (_, plan) => {
    const money: number[] = [];
    JSON.stringify(plan(), (key, value) => {
      if (/cost$|saving/i.test(key) && typeof value === 'number') money.push(value);
      return value;
    });
    expect(money.length).toBeGreaterThan(2);
    expect(money.filter((value) => value !== Number(value.toFixed(6)))).toEqual([]);
  });

  it.each<[string, () => unknown, Error]>([
    [
      'planSite without claims',
      () => planSite(undefined as never, 3, now),
      new TypeError('claims must be an array, got undefined'),
    ],
    [
      'planSite without a limit',
      () => planSite([claim], Number.NaN, now),
      new RangeError('limitKw must be a number that is not below 0, got NaN'),
    ],
    [
      'planSite with an empty claim',
      () => planSite([{}] as never, 3, now),
      new TypeError('demand must be an object, got undefined'),
    ],
    [
      'planStore without a store',
      () => planStore(undefined as never, slots, now),
      new TypeError('store must be an object, got undefined'),
    ],
    [
      'planStore with one goal in place of a list',
      () => planStore({ ...store, goals: { storedKwh: 5, by: now } as never }, slots, now),
      new TypeError('store.goals must be an array, got an object'),
    ],
    [
      'planStore without a slot in its list',
      () => planStore(store, [undefined as never, ...slots], now),
      new TypeError('slots[0] must be an object, got undefined'),
    ],
    [
      'planHouse without a house',
      () => planHouse(undefined as never, now),
      new TypeError('house must be an object, got undefined'),
    ],
    [
      'planHouse with a phase without its power',
      () =>
        planHouse(
          {
            slots,
            stores: [],
            devices: [{ demand: { ...demand, shape: 'contiguous', phases: [{ minutes: 90 }] } as never, state }],
          },
          now,
        ),
      new TypeError('phases[0].kw must be a number of at least 0, got undefined'),
    ],
    [
      'horizonOf with a price in place of an interval',
      () => horizonOf([0.2] as never),
      new TypeError('prices[0] must be { start, end, price }, got 0.2'),
    ],
    [
      'createClient without options',
      () => createClient(undefined as never),
      new TypeError('options must be an object, got undefined'),
    ],
    [
      'createClient with a deadline in the past',
      () => createClient({ baseUrl: 'http://embedded', deadline: -1 }),
      new RangeError('deadline must be milliseconds above 0, got -1'),
    ],
    [
      'compareTariffs in a city',
      () => compareTariffs({ consumption: [], timeZone: 'Berlin' }, []),
      new RangeError('metered.timeZone must be an IANA zone such as Europe/Berlin, got "Berlin"'),
    ],
    [
      'compareTariffs with energy below 0 to move',
      () => compareTariffs({ consumption: [], timeZone: 'Europe/Berlin' }, [], { shiftKwh: -1 }),
      new RangeError('shiftKwh must be a number that is not below 0, got -1'),
    ],
    [
      'compareTariffs with one id twice',
      () =>
        compareTariffs({ consumption: [], timeZone: 'Europe/Berlin' }, [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ]),
      new RangeError('each tariff must have an id of its own, got "a" twice'),
    ],
    [
      'peakCharge without a rule',
      () => peakCharge(undefined as never, []),
      new TypeError('rule must be a PeakRule, got undefined'),
    ],
    [
      'monthPeak of windows that no operator has',
      () => monthPeak({ measure: 30 as never, pick: 1, per: 'month' }, []),
      new RangeError('rule.measure must be 15 or 60, got 30'),
    ],
  ])('is not reckoned for wrong arguments: %s', (_, wrong, error) => {
    expect(wrong).toThrow(error);
  });
});
