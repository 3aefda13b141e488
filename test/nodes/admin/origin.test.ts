import { describe, expect, it } from 'vitest';
import { isForeign } from '../../../nodes/admin/origin.ts';

describe('a request comes from the editor', () => {
  it.each([
    ['that a browser reads on this computer', { host: 'localhost:1880', 'sec-fetch-site': 'same-origin' }],
    ['in a house, without TLS', { host: '192.168.1.5:1880', origin: 'http://192.168.1.5:1880' }],
    ['under an IPv6 address', { host: '[fe80::1]:1880', origin: 'http://[fe80::1]:1880' }],
    [
      'in Home Assistant, through its ingress',
      { host: '172.30.33.2:1880', 'x-forwarded-host': 'ha.local:8123', origin: 'http://ha.local:8123' },
    ],
    [
      'in Home Assistant, over TLS',
      { host: 'home.example', origin: 'https://home.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['behind a proxy that drops the port of Host', { host: 'pi.lan', origin: 'http://pi.lan:8080' }],
    [
      'behind two proxies that each say what they were asked',
      { host: 'inner', 'x-forwarded-host': 'outer.example, middle', origin: 'https://outer.example' },
    ],
    ['that is no browser', { host: '127.0.0.1:1880' }],
    ['whose address was typed in', { host: '127.0.0.1:1880', 'sec-fetch-site': 'none' }],
  ])('%s', (_, headers) => {
    expect(isForeign(headers)).toBe(false);
  });
});

describe('a request comes from a page', () => {
  it.each([
    ['of another site, to this computer', { host: 'localhost:1880', 'sec-fetch-site': 'cross-site' }],
    ['of another port of this computer', { host: 'localhost:1880', 'sec-fetch-site': 'same-site' }],
    ['of another site, to a house', { host: '192.168.1.5:1880', origin: 'http://elsewhere.example' }],
    ['that hides its origin', { host: '192.168.1.5:1880', origin: 'null' }],
    [
      'of another site, through a proxy',
      { host: '172.30.33.2', 'x-forwarded-host': 'ha.local', origin: 'http://elsewhere.example' },
    ],
    ['to a host without a name', { host: '', origin: 'null' }],
  ])('%s', (_, headers) => {
    expect(isForeign(headers)).toBe(true);
  });
});
