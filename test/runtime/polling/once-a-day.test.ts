import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { onceADay } from '../../../src/runtime/polling/once-a-day.ts';

const MIDNIGHT = Date.parse('2026-01-15T00:00:00Z') / 1000;

/** A client that notes what it is asked, and fails where it is told to. */
function asking() {
  const clock = { now: () => now };
  let now = MIDNIGHT;
  const asked: string[] = [];
  let failing = false;
  const noting =
    (name: string) =>
    async (...given: unknown[]): Promise<never[]> => {
      asked.push([name, ...given].map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' '));
      if (failing) throw new Error('no route');
      return [];
    };
  const names = ['companies', 'tariffs', 'versions', 'attribution', 'countryStatistics', 'dayAhead'];
  const client = Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Client;
  return {
    client: onceADay(client, clock),
    asked,
    passTo: (seconds: number) => {
      now = MIDNIGHT + seconds;
    },
    fail: (whether: boolean) => {
      failing = whether;
    },
  };
}

describe('what does not change within a day', () => {
  // Promise P-475 operate/reactions: lists, statistics and notices are requested once a day (UTC)
  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['companies', (client) => client.companies('DE', 'grid', { postalCode: '10115' })],
    ['tariffs', (client) => client.tariffs('DE', 'grid', 'N1')],
    ['versions', (client) => client.versions('DE', 'grid', 'T1')],
    ['statistics', (client) => client.countryStatistics()],
    ['notices', (client) => client.attribution('DE')],
  ])('is asked once: %s', async (_, ask) => {
    const { client, asked, passTo } = asking();
    await Promise.all([ask(client), ask(client)]);
    passTo(86_399);
    await ask(client);
    expect(asked).toHaveLength(1);
    passTo(86_400);
    await ask(client);
    expect(asked).toHaveLength(2);
  });

  it('is asked for each question', async () => {
    const { client, asked } = asking();
    for (const country of ['DE', 'DK', 'DE'] as const) await client.companies(country, 'grid');
    await client.companies('DE', 'feedin');
    expect(asked).toEqual(['companies DE grid', 'companies DK grid', 'companies DE feedin']);
  });

  it('is asked again after a failure', async () => {
    const { client, asked, fail } = asking();
    fail(true);
    await expect(client.attribution('DE')).rejects.toThrow('no route');
    fail(false);
    expect(await client.attribution('DE')).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('keeps 200 answers of an endpoint, the latest', async () => {
    const { client, asked } = asking();
    for (let company = 0; company <= 200; company++) await client.tariffs('DE', 'grid', `${company}`);
    await client.tariffs('DE', 'grid', '200');
    expect(asked).toHaveLength(201);
    await client.tariffs('DE', 'grid', '0');
    expect(asked).toHaveLength(202);
  });

  it('is no price', async () => {
    const { client, asked } = asking();
    await client.dayAhead({ country: 'DE', consumption: 'A' });
    await client.dayAhead({ country: 'DE', consumption: 'A' });
    expect(asked).toHaveLength(2);
  });
});
