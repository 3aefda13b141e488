import { describe, expect, it } from 'vitest';
import { createClient, type DayAheadQuestion } from '../../src/client/client.ts';
import { type Components, totalOf } from '../../src/core/components.ts';
import { pointAt } from '../../src/core/series.ts';
import { createService } from '../../src/service/service.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const JANUARY = at('2026-01-15T08:00:00Z');

/** A client of the embedded service, whose clock stands at `now`. */
function clientAt(now: number, token: 'testing' | 'production' | string = 'production') {
  const service = createService({ now: () => now, random: () => 0 });
  const known = new Map(Object.entries(service.tokens));
  return createClient({
    baseUrl: 'http://embedded',
    token: known.get(token) ?? token,
    fetch: (url, init) => service.fetch(new Request(url, init)),
  });
}

describe('the client and the embedded service', () => {
  it('lead from a country to a price', async () => {
    const client = clientAt(JANUARY);
    const company = (await client.companies('DK', 'consumption'))[0]?.id ?? '';
    const tariff = (await client.tariffs('DK', 'consumption', company, { type: 'dynamic' }))[0]?.id ?? '';
    expect(await client.versions('DK', 'consumption', tariff)).not.toEqual([]);
    const answer = await client.dayAhead({ country: 'DK', consumption: tariff, resolution: 900 });
    expect(answer).toMatchObject({ currency: 'DKK', consumption: { tariff: { id: tariff, type: 'dynamic' } } });
    expect(answer.consumption?.points.length).toBeGreaterThanOrEqual(96);
    expect(pointAt(answer.consumption?.points ?? [], JANUARY)).toMatchObject({ start: JANUARY, end: JANUARY + 900 });
    expect(answer.next).toBeGreaterThan(JANUARY);
  });

  it('read what both public endpoints say', async () => {
    const client = clientAt(JANUARY, '');
    expect((await client.countryStatistics()).DK).toMatchObject({ hasTariffs: true, hasFees: true });
    const danish = await client.attribution('DK');
    expect(danish.map(({ publisher }) => publisher)).toContain('Energinet');
    expect((await client.attribution()).length).toBeGreaterThan(danish.length);
  });

  // Radius' C tariff, transmission, system and duty in øre: 87.88 or 9.76, 4.3, 7.2 and 0.8, with 25 % VAT.
  it.each([
    ['17:00', '2026-01-15T16:00:00Z', 1.25225],
    ['03:00', '2026-01-15T02:00:00Z', 0.27575],
  ])('agree on everything but energy at Radius in January 2026, %s', async (_, instant, expected) => {
    const question = {
      country: 'DK',
      consumption: 'dk-example-spot-dk2',
      grid: 'dk-radius-c',
      include: ['fees', 'vat'],
    } as const;
    const { consumption, gridTariff } = await clientAt(JANUARY).dayAhead(question);
    expect(gridTariff?.id).toBe('dk-radius-c');
    const point = pointAt(consumption?.points ?? [], at(instant));
    expect(totalOf(point ?? {}) - 1.25 * (point?.energy ?? 0)).toBeCloseTo(expected, 6);
  });

  it('agree on the German levies without an address, 2026', async () => {
    const question = { country: 'DE', consumption: 'de-example-spot-15min', include: ['fees', 'vat'] } as const;
    const { consumption } = await clientAt(JANUARY).dayAhead(question);
    const point: Components = consumption?.points[0] ?? {};
    expect(point.fees).toBeCloseTo(0.06316, 8);
    expect((point.fees ?? 0) + (point.vat ?? 0) - 0.19 * (point.energy ?? 0)).toBeCloseTo(0.0751604, 8);
    expect('grid' in point).toBe(false);
  });

  it.each([
    ['the day of 23 hours', '2026-03-29', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z', 23 * 3600, 92],
    ['the day of 25 hours', '2025-10-26', '2025-10-26T10:00:00Z', '2025-10-25T22:00:00Z', 25 * 3600, 100],
  ])('agree on the quarter hours of %s, %s', async (_, _day, now, midnight, length, expected) => {
    const question = { country: 'DE', consumption: 'de-example-spot-15min', resolution: 900 } as const;
    const { consumption } = await clientAt(at(now)).dayAhead(question);
    const today = consumption?.points.filter(({ start }) => start < at(midnight) + length) ?? [];
    expect(today.length).toBe(expected);
    expect([today[0]?.start, today.at(-1)?.end]).toEqual([at(midnight), at(midnight) + length]);
  });
});

describe('a refusal of the embedded service', () => {
  const fixed: DayAheadQuestion = { country: 'DE', consumption: 'de-example-fixed' };
  it.each([
    ['an unknown tariff', 'production', { ...fixed, consumption: 'NOPE' }, { kind: 'configuration', status: 400 }],
    ['a tariff of another country', 'production', { ...fixed, country: 'DK' }, { kind: 'configuration', status: 400 }],
    ['no token', '', fixed, { kind: 'credential', status: 401, challenge: 'missing' }],
    ['an unknown token', 'dayahead_prod_sk_unknown', fixed, { kind: 'credential', status: 401, challenge: 'rejected' }],
  ] as const)('for %s is the right error', async (_, token, question, expected) => {
    await expect(clientAt(JANUARY, token).dayAhead(question)).rejects.toMatchObject({
      ...expected,
      requestId: expect.any(String),
    });
  });

  it('says when new things may be asked again', async () => {
    const client = clientAt(JANUARY, 'testing');
    const operators = (await client.companies('DK', 'grid')).slice(0, 6);
    const answers = await Promise.allSettled(operators.map(({ id }) => client.tariffs('DK', 'grid', id)));
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected']);
    expect(answers[5]).toMatchObject({
      reason: {
        kind: 'rate-limit',
        status: 429,
        rateLimit: { limit: 5, remaining: 0, resetAt: '2026-01-16T00:00:00Z' },
      },
    });
  });
});
