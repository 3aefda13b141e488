import { describe, expect, it } from 'vitest';
import { siteSettings } from '../../src/runtime/site-settings.ts';

const remote = { id: 'n', service: 'remote', url: 'https://prices.example/api' };

describe('siteSettings', () => {
  it('is the embedded service on live prices, and no broker, where nothing is chosen', () => {
    expect(siteSettings({ id: 'n', timeZone: 'Europe/Oslo' }, {})).toEqual({
      id: 'n',
      name: '',
      site: 'home',
      service: { kind: 'embedded', live: { sources: '' } },
      resolution: 900,
      timeZone: 'Europe/Oslo',
      contextStore: '',
      root: 'dayahead/home',
      discoveryPrefix: 'homeassistant',
    });
  });

  it.each(['home/assistant/', '/home//assistant'])('takes no slash too many in the prefix %s', (discoveryPrefix) => {
    expect(siteSettings({ id: 'n', discoveryPrefix }, {})).toMatchObject({ discoveryPrefix: 'home/assistant' });
  });

  // Promise P-332 integrate/topics: Home Assistant receives nothing where the prefix is empty
  it('announces nothing where the prefix is empty, and refuses one with a wildcard', () => {
    expect(siteSettings({ id: 'n', discoveryPrefix: '' }, {})).not.toHaveProperty('discoveryPrefix');
    const long = 'a'.repeat(70_000);
    expect(() => siteSettings({ id: 'n', discoveryPrefix: long }, {})).toThrow(
      'discoveryPrefix: at most 200 characters',
    );
    expect(() => siteSettings({ id: 'n', discoveryPrefix: 'a/#' }, {})).toThrow('discoveryPrefix: expected letters');
  });

  it.each([
    [
      'the site and the part before it, slugged',
      { site: 'Möllers Haus/+#', topicRoot: 'Strom' },
      { root: 'strom/mollers-haus' },
    ],
    ['a catalogue', { catalogue: ' /data/own ' }, { service: { kind: 'embedded', catalogue: '/data/own' } }],
    ['an interval as a string', { resolution: '1800' }, { resolution: 1800 }],
    ['an interval as a number', { resolution: 3600 }, { resolution: 3600 }],
    [
      'the choices and the fuse that bills depend on',
      { billFacts: { choices: ['module-1'], fuseA: 25 } },
      { billFacts: { choices: ['module-1'], fuseA: 25 } },
    ],
  ])('reads %s', (_, config, expected) => {
    expect(siteSettings({ id: 'n', ...config }, {})).toMatchObject(expected);
  });

  it.each([
    [
      'the sources of live prices, one a line',
      { sources: ' smard=http://127.0.0.1:1/a \n\nenergy-charts\n' },
      { kind: 'embedded', live: { sources: 'smard=http://127.0.0.1:1/a\nenergy-charts' } },
    ],
    ['a replay', { prices: 'replay', sources: 'omie' }, { kind: 'embedded' }],
    ['a file of figures', { prices: 'replay', figures: ' /f.json ' }, { kind: 'embedded', figures: '/f.json' }],
    ['own files alone', { prices: 'own', catalogue: '/mine' }, { kind: 'embedded', catalogue: '/mine', own: true }],
  ])('reads %s', (_, config, expected) => {
    expect(siteSettings({ id: 'n', ...config }, {}).service).toEqual(expected);
  });

  it.each([
    [{ sources: 'smart' }, 'sources: smart: must be one of all, entsoe, energy-charts'],
    [{ sources: 'smard=ftp://x' }, 'sources: smard: its address must be as https://prices.example'],
    [{ prices: 'own' }, 'catalogue: the folder with your own files is needed'],
    [
      { figures: 'http://figures.example/x.json' },
      'figures: expected a file, or https:// without a user name or password',
    ],
    [
      { figures: 'https://me:pw@figures.example/x.json' },
      'figures: expected a file, or https:// without a user name or password',
    ],
    [{ prices: 'dear' }, 'prices: '],
    [{ billFacts: { fuseA: 0 } }, 'billFacts.fuseA: expected amperes above 0'],
    [{ page: true }, 'page: expected nothing or look or switch'],
  ])('refuses %j by its name', (config, text) => {
    expect(() => siteSettings({ id: 'n', ...config }, {})).toThrow(text);
  });

  it.each([
    ['its own address', '', '', undefined],
    ['a mirror', 'http://127.0.0.1:1', 'http://127.0.0.1:1', undefined],
    ['its own address, and is sent to no mirror', '', 'http://127.0.0.1:1', 'sources: the ENTSO-E token is stored for'],
    ['a mirror, and is sent to no other', 'http://127.0.0.1:1', '', 'sources: the ENTSO-E token is stored for'],
  ])('has an ENTSO-E token for %s', (_, entsoeUrl, address, refusal) => {
    const config = { id: 'n', sources: address ? `entsoe=${address}` : 'entsoe' };
    const read = () => siteSettings(config, { entsoeToken: 'secret', entsoeUrl });
    if (refusal) expect(read).toThrow(refusal);
    else expect(read().service).toMatchObject({ live: { token: 'secret' } });
    if (refusal) expect(read).not.toThrow('secret');
  });

  it('takes the token of a remote service from the credentials alone', () => {
    expect(siteSettings({ ...remote, token: 'in the flow' }, { token: 'secret' }).service).toEqual({
      kind: 'remote',
      url: 'https://prices.example/api',
      token: 'secret',
    });
    expect(() => siteSettings({ ...remote, token: 'in the flow' }, {})).toThrow('token: the access token');
  });

  it.each([
    ['its own address', 'https://prices.example/api', undefined],
    ['an address that no dialog has told', undefined, undefined],
    ['another address', 'https://elsewhere.example', 'url: the token is stored for another address'],
  ])('sends a token that is stored for %s only there', (_, tokenUrl, refusal) => {
    const read = () => siteSettings(remote, { token: 'secret', ...(tokenUrl && { tokenUrl }) });
    if (refusal) expect(read).toThrow(refusal);
    else expect(read().service).toMatchObject({ url: 'https://prices.example/api', token: 'secret' });
  });

  it('reads a broker at an address', () => {
    const config = {
      id: 'n',
      broker: 'typed',
      brokerUrl: 'mqtts://b.example',
      brokerUser: 'u',
      rejectUnauthorized: false,
    };
    expect(siteSettings(config, { brokerPassword: 'p' }).broker).toEqual({
      clientId: 'dayahead_n',
      url: 'mqtts://b.example',
      username: 'u',
      password: 'p',
      tls: { rejectUnauthorized: false },
    });
  });

  it('reads what a core broker node has, under a name of its own', () => {
    const node = {
      brokerurl: 'mqtts://core.example:8883',
      options: {
        username: 'u',
        password: 'p',
        ca: Buffer.from('CA'),
        passphrase: 'k',
        servername: '',
        clientId: 'core',
        keepalive: 60,
      },
    };
    expect(siteSettings({ id: 'n', broker: 'node' }, {}, { broker: node }).broker).toEqual({
      clientId: 'dayahead_n',
      url: 'mqtts://core.example:8883',
      username: 'u',
      password: 'p',
      tls: { ca: Buffer.from('CA'), passphrase: 'k' },
    });
  });

  it('reads the certificates of a core TLS node, which decides itself what has to be valid', () => {
    const tls = {
      valid: true,
      addTLSOptions: (options: object) => ({ ...options, pfx: Buffer.from('P12'), rejectUnauthorized: true }),
    };
    const config = { id: 'n', broker: 'typed', brokerUrl: 'mqtts://b.example', rejectUnauthorized: false };
    expect(siteSettings(config, {}, { tls }).broker?.tls).toEqual({
      pfx: Buffer.from('P12'),
      rejectUnauthorized: true,
    });
  });

  const tlsOptions = {
    ...{ ca: 'CA', cert: 'C', key: 'K', pfx: 'P12', passphrase: 'k', servername: 'b.example', ALPNProtocols: ['mqtt'] },
    rejectUnauthorized: false,
  };
  it.each(Object.entries(tlsOptions))('goes on with %s of the certificates, wherever they are chosen', (key, value) => {
    const options: object = { [key]: value, clientId: 'core', minVersion: 'TLSv1' };
    const broker = { brokerurl: 'mqtts://b.example', options };
    expect(siteSettings({ id: 'n', broker: 'node' }, {}, { broker }).broker?.tls).toEqual({ [key]: value });
    const config = { id: 'n', broker: 'typed', brokerUrl: 'mqtts://b.example' };
    const tls = { valid: true, addTLSOptions: () => options };
    expect(siteSettings(config, {}, { tls }).broker?.tls).toEqual({ [key]: value });
  });

  it.each([
    ['does not exist', null],
    ['could not read its files', { valid: false, addTLSOptions: () => ({}) }],
  ])('does not go on without certificates where the node %s', (_, tls) => {
    const config = { id: 'n', broker: 'typed', brokerUrl: 'mqtts://b.example' };
    expect(() => siteSettings(config, {}, { tls })).toThrow('tls: the chosen certificates');
  });

  it.each([
    ['an address without its scheme', { ...remote, url: 'prices.example' }, /^url: expected https:\/\/ or http:\/\/$/],
    [
      'a broker on another protocol',
      { id: 'n', brokerUrl: 'amqp://b.example' },
      /^brokerUrl: .*mqtt:\/\/ or mqtts:\/\//,
    ],
    ['a zone that no clock knows', { id: 'n', timeZone: 'Berlin' }, /^timeZone: expected an IANA zone/],
  ])('refuses %s', (_, config, message) => {
    expect(() => siteSettings(config, { token: 't' })).toThrow(message);
  });

  it('tells no credential of a configuration that is wrong', () => {
    const wrong = { ...remote, url: 'nowhere', broker: 'typed', brokerUrl: 'nowhere', resolution: '7' };
    const read = () => siteSettings(wrong, { token: 'secret', brokerPassword: 'hidden' });
    expect(read).toThrow(/url: .*brokerUrl: /);
    expect(read).not.toThrow(/secret|hidden/);
  });
});
