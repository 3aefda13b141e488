import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { type Computer, type Listening, pageAddresses } from '../../../src/runtime/household/page-addresses.ts';

const ip = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;
const interfaces = { lo: [ip('127.0.0.1', true)], eth0: [ip('192.168.1.20'), ip('fe80::1')] };
const addressesOf = (listening: Partial<Listening> = {}, computer: Partial<Computer> = {}) =>
  pageAddresses(
    { port: 1880, isHttps: false, path: '/dayahead/', ...listening },
    { hostname: 'pi', interfaces, ...computer },
  );

it.each<[string, Partial<Listening>, Partial<Computer>, readonly string[]]>([
  ['of its network, then its name', {}, {}, ['http://192.168.1.20:1880/dayahead/', 'http://pi.local:1880/dayahead/']],
  [
    'with its own .local name',
    {},
    { hostname: 'Mac.local' },
    ['http://192.168.1.20:1880/dayahead/', 'http://mac.local:1880/dayahead/'],
  ],
  ['without a name of a domain', {}, { hostname: 'pi.example.org' }, ['http://192.168.1.20:1880/dayahead/']],
  [
    'with TLS, another port and a path',
    { isHttps: true, port: 8443, path: '/flows/dayahead/' },
    { hostname: 'a.b' },
    ['https://192.168.1.20:8443/flows/dayahead/'],
  ],
  ['without the usual port', { port: 80 }, { hostname: 'a.b' }, ['http://192.168.1.20/dayahead/']],
  ['that uiHost names alone', { host: '192.168.1.21' }, {}, ['http://192.168.1.21:1880/dayahead/']],
  ['of IPv6 that uiHost names', { host: 'fd00::2' }, {}, ['http://[fd00::2]:1880/dayahead/']],
  ['of all, where uiHost is unspecified', { host: '::' }, { hostname: 'a.b' }, ['http://192.168.1.20:1880/dayahead/']],
  [
    'of no bridge or tunnel',
    {},
    {
      hostname: 'a.b',
      interfaces: { docker0: [ip('172.17.0.1')], wg0: [ip('10.8.0.1')], wlan0: [ip('10.0.0.7'), ip('169.254.3.4')] },
    },
    ['http://10.0.0.7:1880/dayahead/'],
  ],
  [
    'of a container in the network of its computer',
    {},
    { runsIn: 'container', hostname: 'a.b' },
    ['http://192.168.1.20:1880/dayahead/'],
  ],
])('the page is at the addresses of the computer %s', (_, listening, computer, urls) => {
  expect(addressesOf(listening, computer)).toEqual({ urls, path: listening.path ?? '/dayahead/' });
});

const bridged = { hostname: '5f2c8d7a9b01', interfaces: { eth0: [ip('172.18.0.3')] } };
it.each<[string, Partial<Listening>, Partial<Computer>, string]>([
  ['it listens on 127.0.0.1', { host: '127.0.0.1' }, {}, 'loopback'],
  ['it listens on localhost', { host: 'localhost' }, {}, 'loopback'],
  ['it runs in a container with a network of its own', {}, { ...bridged, runsIn: 'container' }, 'container'],
  ['it is the add-on, whose proxy is on loopback', { host: '127.0.0.1' }, { ...bridged, runsIn: 'add-on' }, 'add-on'],
])('Node-RED knows no address for phones where %s', (_, listening, computer, unknown) => {
  expect(addressesOf(listening, computer)).toEqual({ urls: [], path: '/dayahead/', unknown });
});

it('Node-RED knows no address without a network', () => {
  expect(addressesOf({}, { interfaces: { lo: [ip('127.0.0.1', true)] } })).toEqual({ urls: [], path: '/dayahead/' });
});
