import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import config from '../../nodes/config.ts';
import priceSeries from '../../nodes/price-series.ts';
import type { SeriesPayload } from '../../src/messages/series.ts';
import { manualClock } from '../support/manual-clock.ts';
import { nodeRed } from '../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-01-15T11:00:00Z') / 1000;
const start = nodeRed(config, priceSeries);

/** A service that takes a moment for each answer, and how many requests with a token came, and ran at once. */
let server: Server;
let [requests, running, most] = [0, 0, 0];
let userDir = '';
beforeAll(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'dayahead-token-'));
  server = createServer(({ url = '', headers }, response) => {
    if (!headers.authorization) return void response.end(url.includes('stats') ? '{}' : '[]');
    requests++;
    most = Math.max(most, ++running);
    const prices = [{ from_utc: NOON, energy: 0.1 }];
    setTimeout(() => {
      running--;
      const series = { currency: 'EUR', next: NOON + 7200, consumption: { prices } };
      response.end(JSON.stringify(url.includes('/dayahead') ? series : []));
    }, 20);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.close();
  await rm(userDir, { recursive: true });
});

it('three config nodes with one testing token ask one thing at a time, share their lists with the dialogs, and count together, over a restart too', async () => {
  const ids = ['a', 'b', 'c'];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nodes = ids.flatMap((id) => [
    { id: `site-${id}`, type: 'dayahead-config', service: 'remote', url },
    {
      id,
      type: 'dayahead-price-series',
      config: `site-${id}`,
      country: 'DE',
      consumption: { id: `tariff-${id}` },
      wires: [[`${id}-out`], []],
    },
    { id: `${id}-out`, type: 'collect', wires: [] },
  ]);
  const token = { token: 'dayahead_test_sk_1' };
  const credentials = Object.fromEntries(ids.map((id) => [`site-${id}`, token]));
  const flow = await start(manualClock(NOON), nodes, credentials, { userDir });
  const counted = async () => {
    const { sent } = await flow.input('a', { payload: 'again' });
    const payload = sent[0]?.payload as SeriesPayload | undefined;
    return payload?.allowance?.requestsToday;
  };
  for (const id of ids) await flow.message(`${id}-out`);
  expect(most).toBe(1);
  expect(await counted()).toBe(3);
  for (const config of ['site-a', 'site-b']) {
    const asked = { config, list: 'companies', country: 'DE', sector: 'grid' };
    expect((await flow.post('/dayahead/listings', asked)).status).toBe(200);
  }
  expect(await counted()).toBe(4);
  await flow.deploy(nodes);
  for (const id of ids) await flow.message(`${id}-out`);
  expect(await counted()).toBe(4);
  expect(requests).toBe(4);
});
