import { expect, it } from 'vitest';
import { createClient, createService, horizonOf, planWindow, totalOf } from '../src/index.ts';

it('plans on the prices of the embedded service, in a few lines and without a port', async () => {
  const now = Date.parse('2026-01-14T12:00:00Z') / 1000;
  const service = createService({ now: () => now });
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
