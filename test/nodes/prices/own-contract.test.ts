import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import priceSeries from '../../../nodes/price-series.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Flow, nodeRed } from '../../support/node-red/node-red-helper.ts';
import { formOf } from '../../support/service/contract-form.ts';

const start = nodeRed(config, priceSeries);

let userDir = '';
beforeAll(() => {
  userDir = mkdtempSync(join(tmpdir(), 'contract-'));
});
afterAll(() => rmSync(userDir, { recursive: true }));

/** A household in Berlin on contracts of its own. */
const flowWith = (...contracts: readonly ContractForm[]) => [
  { id: 'site', type: 'dayahead-config', schema: 2, prices: 'replay', contracts },
  {
    ...{ id: 'node', type: 'dayahead-price-series', config: 'site', wires: [['series'], []] },
    ...{ country: 'DE', postalCode: '10115', consumption: { id: 'own-1', name: 'My contract' } },
  },
  { id: 'series', type: 'collect', wires: [] },
];
const day = formOf({ vat: 'in', energy: { kind: 'fixed', price: '18,445' } });
/** 18.445 / 1.19 is 15.5 ct; the network of Berlin 7.46, levies 6.316: 29.276 x 1.19. */
const dayTotal = 0.348384;
const night = formOf({
  energy: { kind: 'clock', rows: [{ days: 'all', from: '22', to: '6', price: '9,5' }], otherwise: '15,5' },
  network: { kind: 'fixed', price: '8' },
});
/** At 10: 15.5 + 8 + 6.316 = 29.816, x 1.19. */
const nightTotal = 0.35481;

const lastSeries = async (flow: Flow) => (flow.received('series').at(-1)?.payload ?? {}) as Partial<SeriesPayload>;
const totals = async (flow: Flow, clock: ManualClock, expected: number) => {
  await eventually(async () => {
    await clock.advanceBy(1);
    const { prices = [] } = await lastSeries(flow);
    expect(prices.find(({ start }) => start === '2026-01-15T10:00:00+01:00')?.total).toBe(expected);
  });
};

it('what a contract costs is what its figures say, also once they are changed, and without it an error says so', async () => {
  const clock = manualClock(Date.parse('2026-01-15T09:05:00Z') / 1000);
  const flow = await start(clock, flowWith(day), {}, { userDir });
  await totals(flow, clock, dayTotal);
  expect(await lastSeries(flow)).toMatchObject({ currency: 'EUR', missing: [], source: { kind: 'own' } });
  await flow.deploy(flowWith(night), 'nodes');
  await totals(flow, clock, nightTotal);
  await flow.deploy(flowWith({ ...night, id: 'own-2' }), 'nodes');
  await clock.advanceBy(1);
  expect(await flow.status('node', /fault\.contract-gone/)).toMatchObject({ fill: 'red' });
});
