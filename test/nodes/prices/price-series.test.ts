import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import priceSeries from '../../../nodes/price-series.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Flow, type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(priceSeries);

let userDir = '';
beforeAll(async () => {
  userDir = await mkdtemp(join(tmpdir(), 'redeployed-'));
});
// Nodes write there until the flow is unloaded, which is after each test.
afterAll(() => rm(userDir, { recursive: true }));

const instant = (text: string) => Date.parse(text) / 1000;

/** A price node whose outputs reach `series` and `now`. */
const flowOf = (fields: object = {}): FlowNode[] => [
  { id: 'node', type: 'dayahead-price-series', name: 'Prices', wires: [['series'], ['now']], ...fields },
  { id: 'series', type: 'collect', wires: [] },
  { id: 'now', type: 'collect', wires: [] },
];

const danish = { country: 'DK', consumption: { id: 'dk-example-spot-dk2', name: 'Spot' }, grid: { id: 'dk-radius-c' } };
const german = { country: 'DE', consumption: { id: 'de-example-spot-15min' } };

const running = (at: string, fields?: object) => start(manualClock(instant(at)), flowOf(fields));
const payloadOf = (message: { payload?: unknown } | undefined | null) => message?.payload as SeriesPayload;

describe('price-series without a site', () => {
  it('prices a demo house, and says that it is one', async () => {
    const clock = manualClock(instant('2026-11-20T10:20:00Z'));
    const flow = await start(clock, flowOf());
    await eventually(() => expect(clock.alarms()).toContain(clock.now() + 1));
    await clock.advanceBy(1);
    const message = await flow.message('series');
    expect(message.topic).toBe('Prices');
    expect(payloadOf(message)).toMatchObject({
      country: 'DK',
      currency: 'DKK',
      resolution: 900,
      stale: false,
      missing: [],
      coverage: { from: '2026-11-20T00:00:00+01:00', until: '2026-11-21T00:00:00+01:00', today: true, tomorrow: false },
      tariff: { consumption: { id: 'dk-example-spot-dk2', type: 'dynamic' }, grid: { id: 'dk-radius-c' } },
    });
    expect(payloadOf(message).attribution[0]?.notice).toContain('Energinet');
    expect(flow.statuses('node')[0]).toEqual({ fill: 'grey', shape: 'ring', text: 'price-series.status.waiting' });
    const status = await flow.status('node', /demo/);
    expect(status).toMatchObject({ fill: 'green', shape: 'dot' });
    expect(status.text).toMatch(
      /^\d+\.\d øre · price-series\.level\.[A-Z_]+ · price-series\.status\.demo · price-series\.origin\.replay$/,
    );
  });

  it('says so after a redeploy too, and that its prices are a replay', async () => {
    const clock = manualClock(instant('2026-11-20T10:20:00Z'));
    const flow = await start(clock, flowOf(), {}, { userDir });
    for (const name of ['Prices', 'Renamed']) {
      await flow.deploy(flowOf({ name }), 'nodes');
      await eventually(() => expect(clock.alarms()).toContain(clock.now() + 1));
      await clock.advanceBy(1);
      expect((await flow.status('node', /demo/)).text).toMatch(/status\.demo · price-series\.origin\.replay$/);
    }
    expect(payloadOf(await flow.message('series')).source).toMatchObject({ kind: 'replay' });
  });

  it('gives the demo up for the first selection that comes', async () => {
    const flow = await running('2026-11-20T10:20:00Z');
    const { sent } = await flow.input('node', { payload: 'who asks does not wait' });
    expect(payloadOf(sent[0]).country).toBe('DK');
    await flow.input('node', { topic: 'mine', payload: german });
    const again = await flow.input('node', { topic: 'something else', payload: '' });
    expect(payloadOf(again.sent[0]).country).toBe('DE');
    expect(flow.statuses('node').at(-1)?.text).not.toContain('demo');
  });
});

describe('price-series', () => {
  it.each([
    ['2026-03-29', '2026-03-29T08:00:00Z', 92, '2026-03-29T23:45:00+02:00'],
    ['2025-10-26', '2025-10-26T08:00:00Z', 100, '2025-10-26T23:45:00+01:00'],
    ['2026-01-15', '2026-01-15T08:00:00Z', 96, '2026-01-15T23:45:00+01:00'],
  ])('has every quarter hour of %s, from the service to the message', async (date, now, count, last) => {
    const flow = await running(now, german);
    const { prices, coverage } = payloadOf(await flow.message('series'));
    const today = prices.filter((price) => price.start.startsWith(date));
    expect(today).toHaveLength(count);
    expect(today.at(-1)?.start).toBe(last);
    expect(coverage).toMatchObject({ from: today[0]?.start, today: true });
  });

  it.each([
    ['17:00', 1.25225],
    ['03:00', 0.27575],
  ])('asks a Danish household for network, levies and VAT at %s', async (time, charges) => {
    const flow = await running('2026-01-15T08:00:00Z', danish);
    const { prices } = payloadOf(await flow.message('series'));
    const price = prices.find((price) => price.start === `2026-01-15T${time}:00+01:00`);
    expect((price?.total ?? 0) - 1.25 * (price?.energy ?? 0)).toBeCloseTo(charges, 6);
  });

  it('names what is missing of a price, in the message and the status', async () => {
    const flow = await running('2026-01-15T08:00:00Z', german);
    const { missing, warnings, prices } = payloadOf(await flow.message('series'));
    expect(missing).toEqual(['grid']);
    expect(warnings).toEqual(['grid-needs-postal-code', 'fees-need-postal-code']);
    expect(prices[0]).toMatchObject({ fees: expect.closeTo(0.06316, 8) });
    expect(prices[0]).not.toHaveProperty('grid');
    const status = await flow.status('node', /missing/);
    expect(status).toMatchObject({
      fill: 'yellow',
      text: expect.stringMatching(
        /^-?\d+\.\d ct · \S*missing\.grid: \S*warning\.grid-needs-postal-code · \S*origin\.replay$/,
      ),
    });
  });

  it.each([
    ['a code that nobody serves', { postalCode: '99999' }, ['energy', 'fees', 'vat']],
    ['one of another country', { postalCode: 'CH-8001' }, ['energy', 'fees', 'vat']],
  ])('prices without the postal code where it cannot be used, and says so: %s', async (_, address, components) => {
    const flow = await running('2026-01-15T08:00:00Z', { ...german, ...address });
    const { warnings, refusedPostalCode, prices } = payloadOf(await flow.message('series'));
    expect(warnings).toEqual(['postal-code-refused']);
    expect(refusedPostalCode).toContain('postal_code');
    expect(Object.keys(prices[0] ?? {})).toEqual(['start', 'end', ...components, 'total']);
    expect((await flow.status('node', /postal-code-refused/)).fill).toBe('yellow');
  });

  it('takes a postal code that is not on the map beside a chosen network without a warning', async () => {
    const grid = { id: 'de-stromnetz-berlin-household' };
    const flow = await running('2026-01-15T08:00:00Z', { ...german, postalCode: '20095', grid });
    const { warnings, missing, prices } = payloadOf(await flow.message('series'));
    expect({ warnings, missing }).toEqual({ missing: [] });
    expect(prices[0]).toMatchObject({ grid: 0.0746, fees: 0.06316 });
    expect((await flow.status('node', /ct/)).fill).toBe('green');
  });

  it.each([
    ['only energy', { includeFees: false, includeVat: false }, ['energy']],
    ['energy and levies', { includeVat: false }, ['energy', 'fees']],
    ['all there is', {}, ['energy', 'fees', 'vat']],
  ])('asks for %s', async (_, include, components) => {
    const flow = await running('2026-01-15T08:00:00Z', { ...german, ...include });
    const { prices } = payloadOf(await flow.message('series'));
    expect(Object.keys(prices[0] ?? {})).toEqual(['start', 'end', ...components, 'total']);
  });

  it('asks in the configured intervals, which may be a string', async () => {
    const flow = await running('2026-01-15T08:00:00Z', { ...german, resolution: '3600' });
    expect(payloadOf(await flow.message('series'))).toMatchObject({ resolution: 3600 });
    expect(payloadOf(flow.received('series')[0]).prices).toHaveLength(24);
  });

  it('says the price of each interval as it begins, and new prices when they are published', async () => {
    const clock = manualClock(instant('2026-01-15T08:00:00Z'));
    const flow = await start(clock, flowOf(danish));
    await flow.message('now');
    await clock.advanceTo(instant('2026-01-15T09:00:00Z'));
    await flow.message('now', 5);
    expect(flow.received('now').map(({ payload }) => (payload as { start: string }).start)).toEqual(
      ['09:00', '09:15', '09:30', '09:45', '10:00'].map((time) => `2026-01-15T${time}:00+01:00`),
    );
    expect(flow.received('series')).toHaveLength(1);
    await clock.advanceTo(instant('2026-01-15T13:00:00Z'));
    expect(payloadOf(await flow.message('series', 2)).coverage).toMatchObject({
      until: '2026-01-17T00:00:00+01:00',
      tomorrow: true,
    });
  });
});

describe('an input of price-series', () => {
  const known = async (fields: object = danish) => {
    const flow = await running('2026-01-15T08:00:00Z', fields);
    await flow.message('series');
    return flow;
  };

  it.each([
    ['a word', 'again'],
    ['a number', 7],
    ['nothing', undefined],
    ['a refresh', { refresh: true }],
  ])('that is %s is answered with what is known', async (_, payload) => {
    const flow = await known();
    const { calls, sent, error } = await flow.input('node', { _msgid: 'm', topic: 'ask', extra: 1, payload });
    expect(error).toBeUndefined();
    expect(calls).toEqual(['send', 'done']);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ _msgid: 'm', topic: 'ask', extra: 1 });
    expect(payloadOf(sent[0]).prices).toHaveLength(96);
    expect(sent[1]).toMatchObject({ _msgid: 'm', payload: { start: '2026-01-15T09:00:00+01:00' } });
  });

  it('without a topic gets the node’s', async () => {
    const flow = await known();
    const { sent } = await flow.input('node', { topic: '', payload: 1 });
    expect(sent[0]?.topic).toBe('Prices');
  });

  it('that came before the first answer waits for it', async () => {
    const flow = await running('2026-01-15T08:00:00Z', danish);
    const { sent } = await flow.input('node', { payload: 'early' });
    expect(payloadOf(sent[0]).prices).toHaveLength(96);
  });

  it('with a selection takes the place of the configured one', async () => {
    const flow = await known();
    const { sent } = await flow.input('node', { payload: { consumption: { id: 'dk-example-fixed' } } });
    expect(payloadOf(sent[0]).tariff.consumption).toEqual({ id: 'dk-example-fixed', type: 'static' });
    const { sent: later } = await flow.input('node', { payload: 'again' });
    expect(payloadOf(later[0]).tariff.consumption?.id).toBe('dk-example-fixed');
  });

  it('with a selection under another topic is priced beside the configured one', async () => {
    const flow = await known();
    await flow.input('node', { topic: 'other', payload: { consumption: { id: 'dk-example-fixed' } } });
    const tariffOf = async (topic: string) => {
      const { sent } = await flow.input('node', { topic, payload: 'again' });
      return payloadOf(sent[0]).tariff.consumption?.id;
    };
    expect(await tariffOf('Prices')).toBe('dk-example-spot-dk2');
    expect(await tariffOf('other')).toBe('dk-example-fixed');
  });

  it.each([
    ['that no schema allows', { tarif: 1 }, 'unknown key tarif'],
    ['whose tariff the service does not know', { consumption: { id: 'dk-nothing' } }, 'dk-nothing'],
  ])('with a selection %s is refused, and changes nothing', async (_, payload, text) => {
    const flow = await known();
    const { calls, error } = await flow.input('node', { payload });
    expect(calls).toEqual(['done']);
    expect(error?.message).toContain(text);
    expect(flow.statuses('node').at(-1)).toMatchObject({ fill: 'red' });
    const { sent } = await flow.input('node', { payload: 'again' });
    expect(payloadOf(sent[0]).tariff.consumption?.id).toBe('dk-example-spot-dk2');
  });
});

describe('a refused input', () => {
  const wrong = { payload: { tarif: 1 } };

  it.each<[string, (flow: Flow, clock: ManualClock) => Promise<unknown>]>([
    ['input', (flow) => flow.input('node', { payload: 'again' })],
    ['interval', (_, clock) => clock.advanceBy(900)],
  ])('is shown until the next %s', async (_, next) => {
    const clock = manualClock(instant('2026-01-15T08:00:00Z'));
    const flow = await start(clock, flowOf(danish));
    await flow.message('series');
    await flow.input('node', wrong);
    expect(flow.statuses('node').at(-1)).toMatchObject({ fill: 'red', text: expect.stringContaining('tarif') });
    await next(flow, clock);
    expect(flow.statuses('node').at(-1)).toMatchObject({ fill: 'green', text: expect.stringContaining('øre') });
  });
});

describe('a deployment', () => {
  it('that adds a node brings it the prices at once', async () => {
    const flow = await running('2026-01-15T08:00:00Z', danish);
    await flow.message('series');
    await flow.deploy([...flowOf(danish), { id: 'added', type: 'collect', wires: [] }], 'nodes');
    const again = await flow.message('series', 2);
    expect(payloadOf(again)).toEqual(payloadOf(flow.received('series')[0]));
    expect(flow.received('now')).toHaveLength(2);
  });

  it('with a wrong field shows it at the node, and refuses inputs', async () => {
    const flow = await running('2026-01-15T08:00:00Z', { ...danish, resolution: '17' });
    expect(await flow.status('node', /resolution/)).toMatchObject({ fill: 'red' });
    const { error } = await flow.input('node', { payload: 1 });
    expect(error?.message).toContain('resolution');
  });
});
