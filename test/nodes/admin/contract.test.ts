import { describe, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import type { ContractAnswer } from '../../../src/runtime/editor/contract-preview.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Flow, nodeRed } from '../../support/node-red/node-red-helper.ts';
import { formOf } from '../../support/service/contract-form.ts';

/** The form of a contract as its dialog asks about it. */

const NOW = Date.parse('2026-01-15T08:00:00Z') / 1000;
const start = nodeRed(config);
const replay = { schema: 2, service: 'embedded', prices: 'replay' };

const open = (fields: object = {}): Promise<Flow> =>
  start(manualClock(NOW), [{ id: 'site', type: 'dayahead-config', ...replay, ...fields }], {});
const ask = async (contract: object, more: object = {}) =>
  (await (await open()).post('/dayahead/typed/contract', { typed: replay, contract, ...more })).body;

describe('a contract while it is typed', () => {
  it('has the price of this hour, part by part, and a file', async () => {
    expect(await ask(formOf({ vat: 'in', energy: { kind: 'fixed', price: '18,445' } }))).toMatchObject({
      problems: [],
      vat: 0.19,
      preview: {
        currency: 'EUR',
        missing: ['grid'],
        consumption: {
          start: '2026-01-15T09:00:00+01:00',
          energy: 0.155,
          fees: 0.06316,
          vat: 0.0414504,
          total: 0.25961,
        },
      },
      file: { unit: 'ct/kWh', companies: [{ id: 'own-1' }] },
    });
  });

  it('takes the network charge of the address', async () => {
    expect(await ask(formOf(), { postalCode: '10115' })).toMatchObject({
      preview: { missing: [], consumption: { grid: 0.0746 } },
    });
  });

  it('has the means of the day and the monthly charge, without VAT, for a comparison with a bill', async () => {
    // 8 ct from 22 to 6 h and 20 ct for the other 16 hours are 16 ct in the mean.
    const energy = { kind: 'clock', rows: [{ days: 'all', from: '22', to: '6', price: '8' }], otherwise: '20' };
    const { preview } = (await ask(formOf({ energy, monthly: '9' }), { postalCode: '10115' })) as ContractAnswer;
    const fees = 0.06316;
    expect(preview?.billed).toEqual({
      flat: {
        energy: expect.closeTo(0.16, 6),
        grid: expect.closeTo(0.0746, 6),
        fees: expect.closeTo(fees, 6),
        vat: expect.closeTo(0.19 * (0.16 + 0.0746 + fees), 6),
      },
      monthly: 9,
    });
  });

  it('says that a price is a replay', async () => {
    const energy = { kind: 'exchange', zone: 'DE-LU', factor: '1', margin: '2,5', settlement: '900' };
    expect(await ask(formOf({ energy }))).toMatchObject({ preview: { source: { kind: 'replay' } } });
  });

  it('says that nothing is known of a zone', async () => {
    const energy = { kind: 'exchange', zone: 'nowhere', factor: '1', margin: '2,5', settlement: '900' };
    expect(await ask(formOf({ energy }))).toMatchObject({ problems: [], unpriced: { code: 'service' } });
  });

  it.each([
    [{ energy: { kind: 'fixed', price: '1.234,5' } }, 'energy.price', 'grouped'],
    [{ country: 'BG' }, 'country', 'unknown-country'],
    [{ network: { kind: 'listed', tariff: 'gone' } }, 'network.tariff', 'unknown-network'],
    [{ vat: 'in', from: '1999-01-01' }, 'from', 'unknown-vat'],
  ])('names what is wrong with %j', async (change, field, code) => {
    expect(await ask(formOf(change))).toEqual({ problems: [expect.objectContaining({ field, code })] });
  });

  it('cannot be kept where the service is another’s', async () => {
    const typed = { service: 'remote', url: 'http://127.0.0.1:1', token: 'x' };
    expect(await ask(formOf(), { typed })).toEqual({ fault: { code: 'contract-service' } });
  });
});

it('starts from the zones of a country and from what suppliers have published there', async () => {
  const { body } = await (await open()).post('/dayahead/contract/start', { country: 'BE' });
  expect(body).toMatchObject({ currency: 'EUR', hundredth: 'ct', zones: ['BE'] });
  expect((body as { presets: readonly object[] }).presets).toContainEqual(
    expect.objectContaining({ name: 'Cociter Dynamic', card: 'card of April or May 2026' }),
  );
});

// Promise P-584 use/catalogue: the site keeps it, and every node of the site has it in its list
it('a contract of a site is listed and priced beside the suppliers, whatever node asks', async () => {
  const flow = await open({ contracts: [formOf()] });
  const german = { config: 'site', country: 'DE', sector: 'consumption' };
  const companies = await flow.post('/dayahead/listings', { ...german, list: 'companies' });
  expect(companies.body).toMatchObject({
    items: expect.arrayContaining([{ id: 'own-1', name: 'My contract', country: 'DE' }]),
  });
  const tariffs = await flow.post('/dayahead/listings', { ...german, list: 'tariffs', company: 'own-1' });
  expect(tariffs.body).toMatchObject({ items: [{ id: 'own-1', name: 'My contract', type: 'static' }] });
  const node = { country: 'DE', consumption: { id: 'own-1' } };
  const { body } = await flow.post('/dayahead/preview', { config: 'site', node });
  expect(body).toMatchObject({ consumption: { total: 0.25961 }, source: { kind: 'own' } });
});

it('a contract that a flow holds wrongly is named by its field', async () => {
  const flow = await open({ contracts: [formOf({ energy: { kind: 'fixed', price: '1.234,5' } })] });
  const { body } = await flow.post('/dayahead/listings', { config: 'site', list: 'countries' });
  expect(body).toEqual({
    fault: { code: 'settings', detail: expect.stringContaining('contracts.0.energy.price: "1.234,5" can be read') },
  });
});
