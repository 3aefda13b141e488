import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:tls';
import type { Node, NodeDef, NodeInitializer } from 'node-red';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import { listen } from '../../../scripts/demo/listen.mts';
import { type RunningServer, startServer } from '../../../src/service/server.ts';
import { createService } from '../../../src/service/service.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { PEM } from '../../support/mqtt/certificates.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { startScriptedBroker } from '../../support/mqtt/scripted-broker.ts';
import { type Flow, nodeRed } from '../../support/node-red/node-red-helper.ts';

const NOW = Date.parse('2026-01-15T08:00:00Z') / 1000;
/** Another package's node that happens to be built alike. */
const stranger: NodeInitializer = (RED) => {
  RED.nodes.registerType('stranger', function (this: Node, def: NodeDef) {
    RED.nodes.createNode(this, def);
    Object.assign(this, { def, credentials: { token: 'of-a-stranger' } });
  });
};
const start = nodeRed(config, stranger);
const site = (fields: object = {}) => ({ id: 'site', type: 'dayahead-config', ...fields });
const open = (fields: object = {}, secrets: object = {}) => start(manualClock(NOW), [site(fields)], { site: secrets });

describe('the lists of a dialog', () => {
  let flow: Flow;
  beforeEach(async () => {
    flow = await open();
  });
  const items = async (place: object, question: object, path = '/dayahead/listings') => {
    const { body } = await flow.post(path, { ...place, ...question });
    return (body as { items: readonly unknown[] }).items;
  };

  it.each([
    ['of a site', { config: 'site' }, '/dayahead/listings'],
    ['of the embedded service', {}, '/dayahead/listings'],
    ['of a site that is only typed in', { typed: { service: 'embedded' } }, '/dayahead/typed/listings'],
  ])('lead from a country to a version %s', async (_, place, path) => {
    const ask = (question: object) => items(place, question, path);
    expect(await ask({ list: 'countries' })).toEqual(expect.arrayContaining(['DE', 'DK']));
    const danish = { country: 'DK', sector: 'consumption' };
    expect(await ask({ list: 'companies', ...danish })).toContainEqual(
      expect.objectContaining({ id: 'dk-example-spot', name: 'Example Spot, Denmark' }),
    );
    expect(await ask({ list: 'tariffs', ...danish, company: 'dk-example-spot' })).toContainEqual(
      expect.objectContaining({ id: 'dk-example-spot-dk2', type: 'dynamic' }),
    );
    expect(await ask({ list: 'versions', ...danish, tariff: 'dk-example-spot-dk2' })).toEqual([
      { version: '20250101', available: true },
    ]);
  });

  it('narrow the network operators to a postal code', async () => {
    const question = { list: 'companies', country: 'DK', sector: 'grid', postalCode: '2100' };
    expect(await items({ config: 'site' }, question)).toMatchObject([{ id: 'dk-radius' }]);
  });

  it.each([
    ['no list', {}, 400, 'settings', 'list'],
    ['a country that is none', { list: 'companies', country: 'XX', sector: 'grid' }, 400, 'settings', '"XX" is not'],
    ['a site that is not there', { config: 'gone', list: 'countries' }, 200, 'internal', 'does not exist'],
    [
      'a company that is none',
      { list: 'tariffs', country: 'DK', sector: 'grid', company: 'x' },
      200,
      'configuration',
      'x',
    ],
  ])('refuse %s in words', async (_, question, status, code, text) => {
    const answer = await flow.post('/dayahead/listings', question);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ fault: { code, detail: expect.stringContaining(text) } });
  });
});

describe('the price before saving', () => {
  const preview = async (node: object) =>
    (await (await open()).post('/dayahead/preview', { config: 'site', node })).body;
  const node = { country: 'DK', consumption: { id: 'dk-example-spot-dk2' }, grid: { id: 'dk-radius-c' } };

  it('is the one of the interval that runs, with every component and its day', async () => {
    const { consumption, ...rest } = (await preview(node)) as { consumption: Record<string, number> };
    const { energy = 0, grid = 0, fees = 0, vat = 0, total } = consumption;
    expect(Math.round((energy + grid + fees + vat) * 1e6) / 1e6).toBe(total);
    expect(consumption).toMatchObject({ start: '2026-01-15T09:00:00+01:00', end: '2026-01-15T09:15:00+01:00' });
    expect(rest).toMatchObject({ currency: 'DKK', missing: [], now: { now: total, slots: 96 } });
  });

  it('names what is missing, and why', async () => {
    expect(await preview({ ...node, grid: null })).toMatchObject({
      missing: ['grid'],
      warnings: ['grid-needs-postal-code'],
    });
  });

  it('is asked as the node would: its interval, without what it leaves out', async () => {
    const answer = await preview({ ...node, resolution: '3600', includeFees: false, includeVat: false });
    expect(answer).toMatchObject({ consumption: { end: '2026-01-15T10:00:00+01:00' }, missing: [] });
    expect(Object.keys((answer as { consumption: object }).consumption)).not.toContain('vat');
  });

  it('is shown for export alone', async () => {
    const answer = await preview({ country: 'DE', feedin: { id: 'de-example-spot-feedin' } });
    expect(answer).toMatchObject({ feedin: { total: expect.any(Number) }, currency: 'EUR' });
  });

  it.each([
    ['no tariff', {}, 'settings'],
    ['a tariff that is none', { ...node, consumption: { id: 'gone' } }, 'configuration'],
  ])('says what is wrong with %s', async (_, chosen, code) => {
    expect(await preview(chosen)).toEqual({ fault: { code, detail: expect.any(String) } });
  });
});

describe('the test of a service', () => {
  let server: RunningServer;
  let tokens: { readonly testing: string; readonly production: string };
  let flow: Flow;
  beforeAll(async () => {
    const service = createService({ now: () => NOW });
    tokens = service.tokens;
    server = await startServer(service);
  });
  afterAll(() => server.stop());

  const remote = (fields: object = {}) => ({ service: 'remote', url: server.url, ...fields });
  const probe = async (typed: object) => (await flow.post('/dayahead/typed/service', { typed })).body;

  it('works before anything is deployed', async () => {
    flow = await open();
    expect(await probe(remote({ token: tokens.production }))).toEqual({ ok: true, countries: expect.any(Number) });
    expect(await probe({ service: 'embedded' })).toMatchObject({ ok: true });
  });

  it('costs a testing token no allowance but one request', async () => {
    flow = await open();
    expect(await probe(remote({ token: tokens.testing }))).toMatchObject({
      ok: true,
      allowance: { requestsToday: 1, newToday: {}, tariffsLeft: 20, companiesLeft: 20 },
    });
  });

  it.each([
    ['an address where nobody listens', () => remote({ url: 'http://127.0.0.1:2', token: 'x' }), 'refused'],
    ['an address without a host', () => remote({ url: 'http://nowhere.invalid', token: 'x' }), 'unknown-host'],
    ['a wrong path', () => remote({ url: `${server.url}/elsewhere`, token: 'x' }), 'not-a-service'],
    ['https where there is none', () => remote({ url: server.url.replace('http', 'https'), token: 'x' }), 'no-tls'],
    ['a token that is not known', () => remote({ token: 'dayahead_test_sk_unknown' }), 'token-rejected'],
    ['a catalogue that is not there', () => ({ service: 'embedded', catalogue: '/nowhere' }), 'own-files'],
  ])('says what is wrong with %s', async (_, typed, code) => {
    flow = await open();
    expect(await probe(typed())).toMatchObject({ ok: false, fault: { code } });
  });

  it('says that a certificate is signed by nobody known, for the service and for the broker', async () => {
    flow = await open();
    const strangers = createSecureServer({ cert: PEM.broker, key: PEM.broker });
    const port = await listen(strangers, 0);
    const typed = { url: `https://127.0.0.1:${port}`, token: 'x', brokerUrl: `mqtts://127.0.0.1:${port}` };
    const unknown = { ok: false, fault: { code: 'certificate-unknown' } };
    expect(await probe({ service: 'remote', ...typed })).toEqual(unknown);
    expect((await flow.post('/dayahead/typed/broker', { typed: { broker: 'typed', ...typed } })).body).toEqual(unknown);
    strangers.close();
  });

  it('sends no token to an address that is no service', async () => {
    flow = await open();
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      heard.push(`${request.url} ${request.headers.authorization}`);
      response.end('{"hello": "world"}');
    });
    const port = await listen(stranger, 0);
    const answer = await probe(remote({ url: `http://127.0.0.1:${port}`, token: 'secret' }));
    stranger.close();
    expect(answer).toMatchObject({ fault: { code: 'not-a-service' } });
    expect(heard).toEqual(['/public/country-stats undefined']);
  });

  it('sends a stored token nowhere but where it was typed in for, though the flow has another address by now', async () => {
    flow = await open(remote(), { token: tokens.production, tokenUrl: 'http://127.0.0.1:2' });
    const answer = await flow.post('/dayahead/typed/service', { typed: remote({ id: 'site' }) });
    expect(answer).toMatchObject({ status: 403, body: { fault: { code: 'retype-token' } } });
  });

  it('uses a stored token with its stored address alone, and shows it to nobody', async () => {
    flow = await open(remote(), { token: tokens.production });
    const stored = remote({ id: 'site' });
    expect(await probe(stored)).toMatchObject({ ok: true });
    const elsewhere = await flow.post('/dayahead/typed/service', { typed: { ...stored, url: `${server.url}/` } });
    expect(elsewhere).toMatchObject({ status: 403, body: { fault: { code: 'retype-token' } } });
    const listed = await flow.post('/dayahead/typed/listings', {
      typed: { ...stored, url: 'http://127.0.0.1:2' },
      list: 'countries',
    });
    expect(listed).toMatchObject({ status: 403, body: { fault: { code: 'retype-token' } } });
    expect(JSON.stringify([elsewhere.body, listed.body])).not.toContain(tokens.production);
  });

  it('takes the secrets of no other kind of node', async () => {
    flow = await start(manualClock(NOW), [{ id: 'other', type: 'stranger', url: server.url }]);
    const { status, body } = await flow.post('/dayahead/typed/service', { typed: remote({ id: 'other' }) });
    expect([status, body]).toEqual([400, { fault: { code: 'settings', detail: expect.stringContaining('token:') } }]);
  });

  it('tells that nothing is stored where a token was taken out', async () => {
    flow = await open(remote(), { token: tokens.production });
    const { status, body } = await flow.post('/dayahead/typed/service', { typed: remote({ id: 'site', token: '' }) });
    expect([status, body]).toEqual([400, { fault: { code: 'settings', detail: expect.stringContaining('token:') } }]);
  });

  it('shows with every list what a testing token has left', async () => {
    flow = await open();
    const typed = remote({ token: tokens.testing });
    const { body } = await flow.post('/dayahead/typed/listings', {
      ...{ typed, list: 'companies', country: 'DK', sector: 'grid' },
    });
    expect(body).toMatchObject({ allowance: { newToday: { companies: { limit: 5, remaining: 4 } } } });
  });
});

describe('the test of a broker', () => {
  let mosquitto: Mosquitto;
  beforeAll(async () => {
    mosquitto = await startMosquitto();
  });
  afterAll(() => mosquitto.stop());
  const typed = (fields: object = {}) => ({ broker: 'typed', brokerUrl: mosquitto.url, ...fields });
  const probe = async (asked: object, fields: object = {}, secrets: object = {}) =>
    (await open(fields, secrets)).post('/dayahead/typed/broker', { typed: asked });

  it('says which version it speaks', async () => {
    expect((await probe(typed())).body).toEqual({ ok: true, version: 5 });
  });

  it.each([
    ['nobody', 'mqtt://127.0.0.1:2', 'refused'],
    ['no such host', 'mqtt://nowhere.invalid', 'unknown-host'],
  ])('says that there is %s', async (_, brokerUrl, code) => {
    expect((await probe(typed({ brokerUrl }))).body).toMatchObject({ ok: false, fault: { code } });
  });

  it('says that certificates are asked where there are none', async () => {
    const brokerUrl = mosquitto.url.replace('mqtt', 'mqtts');
    // Mosquitto closes the connection during the TLS handshake, which some TLS stacks report as a protocol error.
    const code = expect.stringMatching(/^no-(broker|tls)$/);
    expect((await probe(typed({ brokerUrl }))).body).toMatchObject({ ok: false, fault: { code } });
  });

  it.each([
    ['5', [0x20, 3, 0, 0x86, 0]],
    ['3.1.1', [0x20, 2, 0, 4]],
  ])('says that user or password are refused over MQTT %s', async (_, refusal) => {
    const broker = await startScriptedBroker({
      1: (packet) => (packet.readUInt8(8) === 5 && refusal[1] === 2 ? [0x20, 2, 0, 1] : refusal),
    });
    const asked = typed({ brokerUrl: broker.url, brokerUser: 'me', brokerPassword: 'hunter2' });
    const { body } = await probe(asked);
    broker.stop();
    expect(body).toEqual({ ok: false, fault: { code: 'broker-credentials' } });
  });

  it.each([
    ['another address', { brokerUrl: 'mqtt://127.0.0.1:2' }],
    ['less verification', { rejectUnauthorized: false }],
    ['other certificates', { tls: 'others' }],
  ])('sends a stored password nowhere with %s', async (_, changed) => {
    const stored = typed({ brokerUser: 'me', rejectUnauthorized: true });
    const answer = await probe({ id: 'site', ...stored, ...changed }, stored, { brokerPassword: 'hunter2' });
    expect(answer).toMatchObject({ status: 403, body: { fault: { code: 'retype-password' } } });
  });
});
