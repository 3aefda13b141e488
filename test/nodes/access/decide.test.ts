import { describe, expect, it } from 'vitest';
import { readAccessSettings } from '../../../nodes/access/access-settings.ts';
import { accessFault } from '../../../nodes/access/decide.ts';
import type { AccessRequest } from '../../../nodes/access/route.ts';

interface Asked extends Partial<AccessRequest> {
  readonly hosts?: readonly string[];
  readonly trustedProxies?: readonly string[];
  readonly isAddOn?: boolean;
  readonly isPage?: boolean;
}

/** The code of the refusal; `undefined` for a request that may pass. */
function faultOf({ hosts, trustedProxies, isAddOn = false, isPage = false, ...request }: Asked) {
  const settings = readAccessSettings({ hosts, trustedProxies }, isAddOn, expect.unreachable);
  const plain = { method: 'GET', headers: {}, remoteAddress: '192.168.1.20', isEncrypted: false };
  return accessFault({ ...plain, ...request }, settings, isPage);
}

const pi = 'raspberrypi.local:1880';

/** Home Assistant's ingress into the add-on, as its nginx passes it on; Home Assistant adds to `headers` what the browser sent. */
const ingress = (host: string, headers: object): Asked => ({
  isAddOn: true,
  remoteAddress: '127.0.0.1',
  headers: {
    host,
    'x-forwarded-for': '192.168.1.20, 172.30.32.1, 172.30.32.2',
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
    'x-ingress-path': '/api/hassio_ingress/secret',
    ...headers,
  },
});

/** Nginx or Caddy with a certificate, on another computer. */
const tlsProxy = (headers: object, settings: Asked = {}): Asked => ({
  remoteAddress: '192.168.1.2',
  headers: { host: 'home.example', 'x-forwarded-for': '192.168.1.20', 'x-forwarded-proto': 'https', ...headers },
  hosts: ['home.example'],
  ...settings,
});

describe('a request passes', () => {
  // Promise P-437 use/household-page: forwarded headers of an unknown proxy are ignored, and ingress needs no
  //   settings
  it.each<[string, Asked]>([
    ['of a browser on this computer', { headers: { host: 'localhost:1880', 'sec-fetch-site': 'same-origin' } }],
    ['whose address was typed in', { headers: { host: '127.0.0.1:1880', 'sec-fetch-site': 'none' } }],
    ['that reads by a plain name of the network', { headers: { host: pi } }],
    ['that posts by such a name', { method: 'POST', headers: { host: pi, origin: `http://${pi}` } }],
    ['of a program, which sends no Origin', { method: 'POST', headers: { host: '127.0.0.1:1880' } }],
    ['by an IPv6 address', { headers: { host: '[fe80::1]:1880', origin: 'http://[fe80::1]:1880' } }],
    ['on port 80, which Origin leaves out', { headers: { host: 'pi.lan:80', origin: 'http://pi.lan' } }],
    ['of Docker, to its published port', { headers: { host: '192.168.1.5:8880', origin: 'http://192.168.1.5:8880' } }],
    ['of another container, by its name', { headers: { host: 'node_red:1880' }, remoteAddress: '172.18.0.3' }],
    [
      'over the TLS of Node-RED itself',
      { headers: { host: 'pi.lan:1880', origin: 'https://pi.lan:1880' }, isEncrypted: true },
    ],
    ['over TLS to a proxy', tlsProxy({ 'sec-fetch-site': 'same-origin', origin: 'https://home.example' })],
    [
      'over TLS to a trusted proxy, without Sec-Fetch-Site',
      tlsProxy({ origin: 'https://home.example' }, { trustedProxies: ['192.168.1.0/24'] }),
    ],
    [
      'through a trusted proxy that names the host only as forwarded',
      tlsProxy(
        { host: 'nodered:1880', 'x-forwarded-host': 'home.example', origin: 'https://home.example' },
        { trustedProxies: ['192.168.1.2'] },
      ),
    ],
    [
      'through a trusted proxy with a forwarded local name',
      {
        headers: { host: '10.0.0.9', 'x-forwarded-host': 'pi.lan:8080', origin: 'http://pi.lan:8080' },
        remoteAddress: '::ffff:10.0.0.2',
        trustedProxies: ['10.0.0.2'],
      },
    ],
    ['through ingress, at home', ingress('homeassistant.local:8123', { origin: 'http://homeassistant.local:8123' })],
    [
      'through ingress, over TLS and by any name',
      ingress('house.example', { origin: 'https://house.example', 'sec-fetch-site': 'same-origin' }),
    ],
    [
      'through ingress over TLS, without Sec-Fetch-Site, though the nginx of the add-on reports http',
      ingress('house.example', { origin: 'https://house.example' }),
    ],
    [
      'through ingress into an add-on without an nginx',
      { ...ingress('house.example', { origin: 'https://house.example' }), remoteAddress: '172.30.32.2' },
    ],
    [
      'to the published port of the add-on',
      {
        isAddOn: true,
        remoteAddress: '127.0.0.1',
        headers: { host: 'homeassistant.local:1880', 'x-forwarded-for': '192.168.1.20', 'x-forwarded-proto': 'http' },
      },
    ],
  ])('%s', (_, asked) => {
    expect(faultOf(asked)).toBeUndefined();
  });
});

describe('a request is refused', () => {
  const evil = 'http://evil.test';
  it.each<[string, Asked]>([
    ['of another site, to this computer', { headers: { host: 'localhost:1880', 'sec-fetch-site': 'cross-site' } }],
    ['of another port of this computer', { headers: { host: 'localhost:1880', 'sec-fetch-site': 'same-site' } }],
    ['with two values of Sec-Fetch-Site', { headers: { host: pi, 'sec-fetch-site': 'same-origin, none' } }],
    ['of another site', { headers: { host: pi, origin: evil } }],
    ['of another port', { headers: { host: pi, origin: 'http://raspberrypi.local:8080' } }],
    ['of another scheme', { headers: { host: 'pi.lan', origin: 'https://pi.lan' } }],
    ['that hides its origin', { headers: { host: pi, origin: 'null' } }],
    ['of a proxy that drops the port of Host', { headers: { host: 'pi.lan', origin: 'http://pi.lan:8080' } }],
    ['with a forged forwarded host', tlsProxy({ 'x-forwarded-host': 'evil.test', origin: evil })],
    [
      'with a forged entry before that of a trusted proxy',
      tlsProxy(
        { 'x-forwarded-host': 'evil.test, home.example', 'x-forwarded-proto': 'http', origin: evil },
        { trustedProxies: ['192.168.1.2'] },
      ),
    ],
    ['through ingress, of another site', ingress('ha.local:8123', { origin: evil, 'sec-fetch-site': 'cross-site' })],
  ])('%s', (_, asked) => {
    for (const method of ['GET', 'POST']) expect(faultOf({ method, ...asked })).toEqual({ code: 'origin' });
  });

  it.each<[string, Asked]>([
    ['to an add-on by a forged chain that ends at another client', { isAddOn: true, remoteAddress: '127.0.0.1' }],
    ['to a Node-RED that is no add-on', { remoteAddress: '172.30.32.2' }],
  ])('with the headers of ingress %s', (_, asked) => {
    const { headers } = ingress('evil.test', { 'x-forwarded-for': '172.30.32.2, 192.168.1.66' });
    expect(faultOf({ headers, ...asked } as Asked)).toMatchObject({ code: 'host', values: { host: 'evil.test' } });
  });
});

describe('a link of another site', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const to = (more: object): Asked => ({ headers: { host: pi, ...link, ...more } });
  it.each<[string, string, Asked]>([
    ['opens', 'the page', { ...to({}), isPage: true }],
    ['opens', 'the page from another port', { ...to({ 'sec-fetch-site': 'same-site' }), isPage: true }],
    ['does not open', 'an endpoint', to({})],
    ['does not open', 'the page in a frame', { ...to({ 'sec-fetch-dest': 'iframe' }), isPage: true }],
    ['does not open', 'the page for a script', { ...to({ 'sec-fetch-mode': 'cors' }), isPage: true }],
    ['does not open', 'the page by a form', { ...to({}), isPage: true, method: 'POST' }],
  ])('%s %s', (verdict, _, asked) => {
    expect(faultOf(asked)).toEqual(verdict === 'opens' ? undefined : { code: 'origin' });
  });
});

describe('a name in Host', () => {
  // Promise P-435 use/household-page: local names need no settings
  it.each([
    ...[
      '192.168.1.5',
      '[::1]:1880',
      'localhost',
      'LOCALHOST:1880',
      'nodered.localhost',
      'raspberrypi',
      'node_red:1880',
    ],
    ...['pi.local', 'pi.local.', 'pi.lan:8080', 'nas.home.arpa', 'Home.Example:8443'],
  ])('passes: %s', (host) => {
    expect(faultOf({ headers: { host, 'sec-fetch-site': 'none' }, hosts: ['home.example'] })).toBeUndefined();
  });

  it.each([
    'evil.test',
    'local.evil.test',
    'evillocal.test:1880',
    '192.168.1.5.evil.test',
    '127.1',
    'home.example.test',
  ])('is refused, though the page says that it is of the same origin: %s', (host) => {
    const asked = { headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' } };
    expect(faultOf({ ...asked, hosts: ['home.example'] })).toMatchObject({ code: 'host' });
  });

  it.each(['', 'evil.test@localhost', 'localhost/evil.test', 'localhost evil', 'a..b', '<b>', 'pi.lan:port'])(
    'is no name: %j',
    (host) => {
      const fault = { code: 'settings', detail: 'Host: expected a host name or an IP address' };
      expect(faultOf({ headers: { host } })).toEqual(fault);
    },
  );

  it.each([
    ['beside a forwarded one', { host: 'evil.test', 'x-forwarded-host': 'localhost' }],
    ['that a trusted proxy forwards', { host: 'localhost', 'x-forwarded-host': 'evil.test' }],
  ])('is refused %s', (_, headers) => {
    expect(faultOf({ headers, trustedProxies: ['192.168.1.20'] })).toMatchObject({ code: 'host' });
  });
});

describe('a refusal shows the line for settings.js', () => {
  it.each<[string, Asked, object]>([
    [
      'with the name',
      { headers: { host: 'home.example:8443' } },
      { code: 'host', values: { host: 'home.example', line: "dayahead: { hosts: ['home.example'] }," } },
    ],
    [
      'with the names that are there, and the proxy that the request came through',
      tlsProxy({ host: 'new.example' }),
      {
        code: 'host',
        values: {
          host: 'new.example',
          line: "dayahead: { hosts: ['home.example', 'new.example'], trustedProxies: ['192.168.1.2'] },",
        },
      },
    ],
    [
      'with the proxy, whose headers explain the difference',
      { ...tlsProxy({ origin: 'https://home.example' }), remoteAddress: '::ffff:192.168.1.2' },
      {
        code: 'proxy',
        values: {
          address: '192.168.1.2',
          line: "dayahead: { hosts: ['home.example'], trustedProxies: ['192.168.1.2'] },",
        },
      },
    ],
    [
      'without a proxy in an add-on, where the last address is that of the client',
      { isAddOn: true, remoteAddress: '127.0.0.1', headers: { host: 'a.example', 'x-forwarded-for': '192.168.1.20' } },
      { code: 'host', values: { host: 'a.example', line: "dayahead: { hosts: ['a.example'] }," } },
    ],
  ])('%s', (_, asked, fault) => {
    expect(faultOf(asked)).toEqual(fault);
  });
});
