import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliveryDay } from '../src/core/window.ts';
import {
  type CustomContract,
  createClient,
  createService,
  type Service,
  type ServiceOptions,
  totalOf,
} from '../src/index.ts';
import { feedServer } from './support/feeds/feed-server.ts';

const now = () => Date.parse('2026-04-15T08:00:00Z') / 1000;
const clientOf = (service: Service) =>
  createClient({
    baseUrl: 'http://embedded',
    token: service.tokens.testing,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });
const spotPrice = { country: 'DE', consumption: 'de-example-spot-15min', resolution: 900 } as const;

afterEach(() => vi.restoreAllMocks());

describe('replayed prices', () => {
  // Promise P-744 integrate/library: a replay is marked in every answer, and causes one warning per process unless it
  //   is requested
  it('are marked in every answer, and cause one warning per process unless they are requested', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    createService({ prices: 'replay', now });
    expect(warn).not.toHaveBeenCalled();
    const service = createService({ now });
    createService({ now });
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^createService\(\) replays auctions .*prices: 'live'/), { code: 'DAYAHEAD_REPLAY' }],
    ]);
    const headers = { Authorization: `Bearer ${service.tokens.testing}` };
    const url = 'http://embedded/v2/de/dayahead?consumption_tariff=de-example-spot-15min';
    expect((await service.fetch(new Request(url, { headers }))).headers.get('Price-Source')).toMatch(/^replay\b/);
    expect((await clientOf(service).dayAhead(spotPrice)).origin).toMatchObject({ kind: 'replay' });
  });
});

describe('live prices', () => {
  const priceAt = (_zone: string, start: number) => Math.round((start / 900) % 960) / 10;
  let [keep, feeds] = ['', undefined as unknown as Awaited<ReturnType<typeof feedServer>>];
  beforeEach(async () => {
    keep = mkdtempSync(join(tmpdir(), 'live-'));
    feeds = await feedServer({ priceAt, until: deliveryDay('2026-04-15').end });
  });
  afterEach(async () => {
    await feeds.stop();
    rmSync(keep, { recursive: true });
  });
  const live = () =>
    createService({ prices: 'live', zones: ['DE-LU'], sources: [`energy-charts=${feeds.url}`], keep, now });

  // Promise P-742 integrate/library: `prices: 'live'` has today's prices when `start` has resolved
  it('come from the sources that are named, and are there when start has resolved', async () => {
    const service = live();
    expect(await service.start()).toEqual([]);
    const { origin, consumption } = await clientOf(service).dayAhead(spotPrice);
    expect(origin).toMatchObject({ kind: 'live', feed: 'energy-charts' });
    expect(consumption?.points.length).toBeGreaterThan(0);
    await service.close();
    expect(feeds.paths.map((path) => path.split('&')[0])).toEqual(['/price?bzn=DE-LU']);
  });

  // Promise P-743 integrate/library: `start` prints a line for each zone without prices
  it('are missing with the reason and the time of the next try where the source fails', async () => {
    feeds.answer(503);
    const service = live();
    expect(await service.start()).toEqual([
      expect.stringMatching(/^DE-LU: energy-charts: .*503.*; next try 2026-04-15T08:/),
    ]);
    await expect(clientOf(service).dayAhead(spotPrice)).rejects.toThrow();
    await service.close();
  });
});

describe('a custom contract', () => {
  const contract: CustomContract = {
    ...{ id: 'own-home', name: 'My contract', country: 'DE', from: '2026-01-01', unit: 'hundredth', vat: 'in' },
    includes: 'all',
    energy: { kind: 'clock', rows: [{ days: 'all', from: '22:00', to: '06:00', price: 22.5 }], otherwise: 31 },
    monthly: 12.5,
  };
  const points = async (...contracts: CustomContract[]) => {
    const client = clientOf(createService({ prices: 'replay', contracts, now }));
    const question = { country: 'DE', consumption: 'own-home', include: ['fees', 'vat'], resolution: 3600 } as const;
    return (await client.dayAhead(question)).consumption?.points ?? [];
  };

  // Promise P-745 integrate/library: a contract of one's own has the prices that were entered
  it('has the prices that were entered, VAT included', async () => {
    const totals = (await points(contract)).slice(0, 8).map((point) => Math.round(1e4 * totalOf(point)) / 1e4);
    expect(totals).toEqual([...Array(6).fill(0.225), 0.31, 0.31]);
  });

  it('has the price of energy alone where it does not say what it includes', async () => {
    const { includes: _, ...rest } = contract;
    const [first] = await points({ ...rest, vat: 'out', energy: { kind: 'fixed', price: 20 } });
    expect(first).toMatchObject({ energy: 0.2, fees: expect.any(Number) });
  });

  it('of the exchange price needs a zone alone', async () => {
    const { includes: _, ...rest } = contract;
    const [first] = await points({ ...rest, energy: { kind: 'exchange', zone: 'DE-LU' } });
    expect(first?.energy).toEqual(expect.any(Number));
  });

  // Promise P-746 integrate/library: a wrong contract of one's own is refused by the name of the field
  it.each<[Partial<CustomContract>, string]>([
    [{ id: 'home' }, 'contracts[0].id must be "own-" and 1 to 20 of a-z and 0-9'],
    [{ from: '2026-02-30' }, 'contracts[0].from "2026-02-30" is no day: expected one as 2026-01-31'],
    [
      { energy: { kind: 'fixed', price: Number.NaN } },
      'contracts[0].energy.price "NaN" is no number: expected one as 2.5 or 2,5',
    ],
    [{ energy: { kind: 'fixed', price: 1e6 } }, 'contracts[0].energy.price must be from -100000 to 100000'],
    [
      { network: { kind: 'listed', tariff: 'x' } },
      'contracts[0].network.tariff "x" is no network tariff of the country',
    ],
  ])('is refused by the name of the field: %j', (more, message) => {
    expect(() => createService({ prices: 'replay', now, contracts: [{ ...contract, ...more }] })).toThrow(
      new RangeError(message),
    );
  });
});

// Promise P-747 integrate/library: wrong options and arguments are refused by name
it.each<[ServiceOptions, Error]>([
  [
    { prices: 'replay', now: () => 1_790_000_000_000 },
    new RangeError('now() must be UNIX seconds, got 1790000000000: these are milliseconds'),
  ],
  [{ prices: 'Live' }, new RangeError(`prices must be 'live', 'replay', a directory or SpotPrices, got "Live"`)],
  [null as never, new TypeError('options must be an object, got null')],
  [
    { price: 'live' } as never,
    new TypeError(
      'options must be prices, zones, sources, keep, contracts, catalogue, own, figures, now, random, delayMs, trustProxy, log; got "price"',
    ),
  ],
  [{ prices: 'replay', zones: ['DE-LU'] }, new TypeError("zones, sources and keep need prices: 'live'")],
  [{ prices: 'live', zones: ['DE'] }, new RangeError('zones[0] must be a zone that a source has, got "DE"')],
  [
    { prices: 'live', zones: ['ES'] },
    new RangeError(
      'zones[0]: the sources of ES are for your own household; name one in sources: entsoe (with ENTSOE_TOKEN), energy-charts, omie',
    ),
  ],
  [
    { prices: 'live', sources: ['smard=ftp://x'] },
    new RangeError('sources[0] smard: its address must be as https://prices.example or https://prices.example/path'),
  ],
])('a wrong option of the service is refused by name: %j', (options, error) => {
  vi.stubEnv('ENTSOE_TOKEN', '');
  expect(() => createService(options)).toThrow(error);
  vi.unstubAllEnvs();
});
