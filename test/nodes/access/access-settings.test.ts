import { expect, it } from 'vitest';
import { readAccessSettings } from '../../../nodes/access/access-settings.ts';

function read(given: object) {
  const warnings: string[] = [];
  return { settings: readAccessSettings(given, false, (text) => warnings.push(text)), warnings };
}

it('host names are compared in lower case, without a port', () => {
  const { settings, warnings } = read({ hosts: ['Home.Example:8443', 'nas.example.'] });
  expect([settings.hosts, warnings]).toEqual([['home.example', 'nas.example'], []]);
});

it.each([
  ['192.168.1.2', true],
  ['192.168.1.3', false],
  ['10.20.30.40', true],
  ['11.0.0.1', false],
  ['fd00::17', true],
  ['fd01::17', false],
  ['::1', true],
  ['no address', false],
])('a proxy at %s is trusted: %s', (address, isTrusted) => {
  const { settings } = read({ trustedProxies: ['192.168.1.2', '10.0.0.0/8', 'fd00::/16', '::1'] });
  expect(settings.isTrustedProxy(address)).toBe(isTrusted);
});

it('without settings no proxy is trusted', () => {
  const { settings, warnings } = read({});
  expect([settings.isTrustedProxy('127.0.0.1'), settings.isTrustedProxy('::1'), warnings]).toEqual([false, false, []]);
});

// Promise P-441 use/household-page: settings that cannot be used are ignored with a warning
it.each([
  [
    { hosts: 'home.example' },
    'dayahead.hosts must be a list of host names such as [\'home.example\'], got "home.example"',
  ],
  [{ hosts: ['http://home.example/'] }, 'got "http://home.example/"'],
  [{ hosts: [17] }, 'got 17'],
  [{ trustedProxies: ['proxy.lan'] }, 'dayahead.trustedProxies must be a list of addresses such as'],
  [{ trustedProxies: ['10.0.0.0/33'] }, 'got "10.0.0.0/33"'],
  [{ trustedProxies: ['10.0.0.0/'] }, 'got "10.0.0.0/"'],
  [{ trustedProxies: true }, 'got true'],
])('an entry that cannot be used is ignored with a warning: %j', (given, text) => {
  const { settings, warnings } = read(given);
  expect([settings.hosts, settings.trustedProxies]).toEqual([[], []]);
  expect(warnings).toEqual([expect.stringContaining(text)]);
  expect(warnings[0]).toMatch(/^settings\.js: .*\. It is ignored\.$/);
});
