import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TlsSettings } from '../../src/mqtt/broker.ts';
import { Connection } from '../../src/mqtt/connection.ts';
import { certificate, mosquittoTls, PASSPHRASE, PEM } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startWebsocketBroker } from '../support/mqtt/websocket-broker.ts';

const house = { cert: PEM.house, key: PEM.house };

/** What lets in clients of the authority alone. */
const demanding = { ca: PEM.ca, cert: PEM.broker, key: PEM.broker, requestCert: true, rejectUnauthorized: true };

describe.each([
  ['mqtts', () => startMosquitto(...mosquittoTls)],
  ['wss', () => startWebsocketBroker('/', demanding)],
])('a private authority over %s', (scheme, start) => {
  let broker: Awaited<ReturnType<typeof start>>;
  let connection: Connection;
  beforeAll(async () => {
    broker = await start();
  });
  afterEach(() => connection.stop({ removed: true }));
  afterAll(() => broker.stop());

  const site = (tls: TlsSettings, host = '127.0.0.1') => {
    const url = `${scheme}://${host}:${broker.port}`;
    connection = new Connection({ url, clientId: 'dayahead-home', tls }, 'dayahead/home');
    return connection;
  };
  const connected = async (site: Connection) => {
    const welcome = once(site, 'connected');
    site.start();
    await welcome;
  };

  it.each([
    ['its PEM texts', { ca: PEM.ca, ...house }],
    ['PEM files as they were read', { ca: readFileSync(certificate('ca.pem')), ...house }],
    ['one file that holds them all', { pfx: readFileSync(certificate('house.p12')), passphrase: PASSPHRASE }],
    ['no authority, where nothing has to be valid', { ...house, rejectUnauthorized: false }],
  ])('lets in a client that has %s', async (_, tls) => {
    await connected(site(tls));
    expect(connection.connected).toBe(true);
  });

  it('lets in a client that reaches the broker under another name and expects the one in its certificate', async () => {
    await connected(site({ ca: PEM.ca, ...house, servername: 'broker.test' }, 'localhost'));
    expect(connection.connected).toBe(true);
  });

  it.each([
    ['knows no authority', house, '127.0.0.1', /self-signed|unable to (verify|get)/],
    ['reaches the broker under a name it does not have', { ca: PEM.ca, ...house }, 'localhost', /does not match/],
    [
      'has no certificate of its own',
      { ca: PEM.ca },
      '127.0.0.1',
      /certificate required|handshake failure|closed|hang up/,
    ],
    [
      'has the wrong word for its key',
      { pfx: readFileSync(certificate('house.p12')), passphrase: 'x' },
      '127.0.0.1',
      /mac/,
    ],
  ])('tells a client that %s', async (_, tls, host, text) => {
    const failed = once(site(tls, host), 'failed');
    connection.start();
    const [told] = await failed;
    expect(told).toMatch(text);
    expect(connection.connected).toBe(false);
  });
});
