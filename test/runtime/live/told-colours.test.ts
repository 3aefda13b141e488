import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DayAheadBody } from '../../../src/api/bodies.ts';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import { createService } from '../../../src/service/service.ts';
import { manualClock } from '../../support/manual-clock.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
/** Cents per kWh: of each colour by day and by night. */
const price = (day: number, night: number) => [{ price: night, when: { hours: ['22:00-06:00'] } }, { price: day }];
const contract = {
  unit: 'ct/kWh',
  companies: [
    {
      ...{ id: 'me', name: 'Me' },
      tariffs: [
        {
          ...{ id: 'my-tempo', sector: 'consumption', name: 'My Tempo', source: 'my bill' },
          versions: [
            {
              version: '20260201',
              price: {
                ...{ kind: 'calendar', publishedAt: '11:00', calendar: 'tempo', begins: '06:00' },
                clocks: { blue: price(12, 10), white: price(15, 11), red: price(60, 13) },
              },
            },
          ],
        },
      ],
    },
  ],
};

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tempo-'));
  mkdirSync(join(dir, 'own/fr'), { recursive: true });
  writeFileSync(join(dir, 'own/fr/tempo.jsonc'), JSON.stringify(contract));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function* chunks(text: string) {
  yield Buffer.from(text);
}

// Promise P-083 operate/live: a Tempo contract has no price until its colour is known
it('a Tempo contract has the price of the colour of the day, from six to six, and none of a day that is not drawn', async () => {
  const clock = manualClock(at('2026-11-18T08:00:00Z'));
  const colours: Record<string, number> = { '2026-11-17': 2, '2026-11-18': 3, '2026-11-19': 1 };
  const asked: string[] = [];
  const fetch: FeedFetch = async (address) => {
    const { pathname } = new URL(address);
    const date = pathname.slice(-10);
    const drawn = clock.now() >= at(`${date}T10:30:00Z`) - 86_400;
    asked.push(`${new Date(clock.now() * 1000).toISOString().slice(5, 16)} ${pathname}`);
    const body = JSON.stringify({ dateJour: date, codeJour: drawn ? colours[date] : 0, periode: '2026-2027' });
    return { status: 200, headers: { get: () => null }, body: chunks(body) };
  };
  const live = livePrices({
    ...{ zones: [], dir: join(dir, 'live'), clock, random: () => 0.5, version: '9.9.9', fetch },
    chosen: new Map([['tempo', undefined]]),
    onNews: () => {},
  });
  const service = createService({
    ...{
      own: join(dir, 'own'),
      live: { dir: join(dir, 'live'), prices: { get: () => undefined }, sources: () => [] },
      now: () => clock.now(),
    },
  });
  const headers = { authorization: `Bearer ${service.tokens.production}` };
  const query = '/v2/fr/dayahead?consumption_tariff=my-tempo&resolution=900';
  const series = async () => {
    const answer = await service.fetch(new Request(`http://x${query}`, { headers }));
    const { consumption }: DayAheadBody = await answer.json();
    return new Map(consumption?.prices.map(({ from_utc, energy }) => [from_utc, energy]));
  };
  const shown = async () => {
    const prices = await series();
    return ['18T00:00', '18T05:45', '18T06:00', '18T21:45', '18T22:00', '19T05:45', '19T06:00', '19T22:00'].map(
      (time) => prices.get(at(`2026-11-${time}:00+01:00`)) ?? '?',
    );
  };
  expect((await series()).size).toBe(0);
  live.start();
  await clock.advanceBy(1);
  expect(await shown()).toEqual([0.11, 0.11, 0.6, 0.6, 0.13, 0.13, '?', '?']);
  await clock.advanceTo(at('2026-11-18T12:00:00Z'));
  expect(await shown()).toEqual([0.11, 0.11, 0.6, 0.6, 0.13, 0.13, 0.12, 0.1]);
  await live.stop();
  expect(asked).toEqual([
    '11-18T08:00 /api/jourTempo/2026-11-17',
    '11-18T08:00 /api/jourTempo/2026-11-18',
    '11-18T08:00 /api/jourTempo/2026-11-19',
    '11-18T09:00 /api/jourTempo/2026-11-19',
    '11-18T10:35 /api/jourTempo/2026-11-19',
  ]);
});
