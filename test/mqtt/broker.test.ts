import { describe, expect, it } from 'vitest';
import { clientOptions } from '../../src/mqtt/broker.ts';

const options = (url: string) => clientOptions({ url, clientId: 'dayahead-home' }, 5, 'dayahead/home/status');

it.each([
  ['mqtt://broker.lan', { protocol: 'mqtt', host: 'broker.lan' }],
  ['mqtts://broker.lan:8884', { protocol: 'mqtts', host: 'broker.lan', port: 8884 }],
  ['mqtt://[::1]:1884', { protocol: 'mqtt', host: '::1', port: 1884 }],
  ['ws://broker.lan:9001/mqtt?house=1', { protocol: 'ws', host: 'broker.lan', port: 9001, path: '/mqtt?house=1' }],
  ['wss://[::1]/', { protocol: 'wss', host: '[::1]', path: '/' }],
  ['tcp://broker.lan:1883', { protocol: 'tcp', host: 'broker.lan', port: 1883 }],
  ['ssl://broker.lan:8883', { protocol: 'ssl', host: 'broker.lan', port: 8883 }],
])('%s is reached at %j', (url, address) => {
  expect(options(url)).toMatchObject(address);
});

it.each([
  '',
  'broker.lan',
  'http://broker.lan',
  'mqtt://',
  'mqtt://house:secret@broker.lan',
  'ws://:secret@broker.lan',
  'mqtt://house:12/secret@broker.lan',
])('%j is refused in words that do not repeat it', (url) => {
  const text = 'broker address: mqtt://, mqtts://, ws:// or wss:// and a host, without a user name or password';
  expect(() => options(url)).toThrow(new TypeError(text));
});

it.each(['username', 'password', 'clientId'])('a %s that no packet can hold is refused, and not repeated', (field) => {
  const settings = { url: 'mqtt://broker.lan', clientId: 'dayahead-home', [field]: 'x'.repeat(65_536) };
  const text = `broker ${field}: at most 65,535 bytes`;
  expect(() => clientOptions(settings, 5, 'dayahead/home/status')).toThrow(new TypeError(text));
});

describe('the greeting', () => {
  const settings = { url: 'mqtt://broker.lan', clientId: 'dayahead-home', username: 'house', password: 'secret' };

  it('asks MQTT 5 to outlive a redeploy', () => {
    expect(clientOptions(settings, 5, 'dayahead/home/status')).toMatchObject({
      protocolVersion: 5,
      clean: false,
      clientId: 'dayahead-home',
      username: 'house',
      password: 'secret',
      properties: { sessionExpiryInterval: 60 },
      will: { topic: 'dayahead/home/status', qos: 1, retain: true, properties: { willDelayInterval: 15 } },
    });
  });

  it('asks MQTT 5 to delay the will by the seconds of the settings', () => {
    const greeting = clientOptions({ ...settings, willDelay: 1 }, 5, 'dayahead/home/status');
    expect(greeting.will?.properties).toEqual({ willDelayInterval: 1 });
  });

  it('asks 3.1.1 for a will at once and no session', () => {
    const greeting = clientOptions(settings, 4, 'dayahead/home/status');
    expect(greeting).toMatchObject({ protocolVersion: 4, clean: true, will: { retain: true } });
    expect([greeting.properties, greeting.will?.properties]).toEqual([undefined, undefined]);
  });

  it('hands the TLS settings on', () => {
    const tls = { ca: 'CA', cert: 'CERT', key: 'KEY', rejectUnauthorized: false };
    const greeting = clientOptions({ ...settings, url: 'wss://broker.lan', tls }, 5, 'x/y/status');
    expect(greeting).toMatchObject({ ...tls, wsOptions: tls });
  });
});
