import { describe, expect, it } from 'vitest';
import { assertPlain, typedSettings, withVariables } from '../../../src/runtime/editor/typed-settings.ts';
import { FaultError } from '../../../src/runtime/problems.ts';

const codeOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error instanceof FaultError ? error.code : String(error);
  }
};

describe('the stored token of a service', () => {
  const url = 'https://prices.example';
  const remote = { id: 'site', schema: 2, service: 'remote', url };
  const tokenFor = (typed: object, stored: object | undefined, credentials: object = {}) =>
    codeOf(() => {
      const { service } = typedSettings(
        { ...remote, ...typed },
        stored && { config: { ...remote, ...stored }, credentials: { token: 'stored', ...credentials } },
      );
      return 'token' in service ? service.token : undefined;
    });
  const missing = 'MessageError: token: the access token of the service is needed';

  it.each<[string, object, object | undefined, object | undefined, string]>([
    ['its address', {}, {}, undefined, 'stored'],
    ['the address that it was typed in for', {}, { url: 'https://elsewhere.example' }, { tokenUrl: url }, 'stored'],
    ['another address', { url: 'https://elsewhere.example' }, {}, undefined, 'retype-token'],
    ['a longer address', { url: `${url}/v2` }, {}, undefined, 'retype-token'],
    ['a longer host', { url: `${url}.elsewhere.example` }, {}, undefined, 'retype-token'],
    ['an address that was changed since', {}, {}, { tokenUrl: 'https://elsewhere.example' }, 'retype-token'],
    [
      'any address where it is typed again',
      { url: 'https://elsewhere.example', token: 'typed' },
      {},
      undefined,
      'typed',
    ],
    ['no address where it was taken out', { token: '' }, {}, undefined, missing],
    ['no address where none is stored', {}, {}, { token: '' }, missing],
    ['no address where no site is stored', {}, undefined, undefined, missing],
  ])('goes to %s, or is asked for', (_, typed, stored, credentials, outcome) => {
    expect(tokenFor(typed, stored, credentials)).toBe(outcome);
  });
});

describe('the stored token of ENTSO-E', () => {
  const embedded = { id: 'site', schema: 2, service: 'embedded', prices: 'live' };
  const mirror = 'entsoe=https://mirror.example';
  const tokenFor = (typed: object, credentials: object | undefined) =>
    codeOf(() => {
      const { service } = typedSettings(
        { ...embedded, ...typed },
        credentials && { config: embedded, credentials: { entsoeToken: 'stored', ...credentials } },
      );
      return 'live' in service ? service.live?.token : undefined;
    });

  it.each<[string, object, object | undefined, string | undefined]>([
    ['its own address', { sources: 'entsoe' }, {}, 'stored'],
    ['the address that it was typed in for', { sources: mirror }, { entsoeUrl: 'https://mirror.example' }, 'stored'],
    ['another address', { sources: mirror }, {}, 'retype-token'],
    ['its own address, of a mirror', { sources: 'entsoe' }, { entsoeUrl: 'https://mirror.example' }, 'retype-token'],
    ['another address among others', { sources: `smard\n${mirror}\nomie` }, {}, 'retype-token'],
    ['any address where it is typed again', { sources: mirror, entsoeToken: 'typed' }, {}, 'typed'],
    ['no address where it was taken out', { sources: mirror, entsoeToken: '' }, {}, undefined],
    ['no address where no site is stored', { sources: mirror }, undefined, undefined],
  ])('goes to %s, or is asked for', (_, typed, credentials, outcome) => {
    expect(tokenFor(typed, credentials)).toBe(outcome);
  });
});

describe('the stored password of a broker', () => {
  const broker = {
    ...{ id: 'site', schema: 2, service: 'embedded', prices: 'replay', broker: 'typed' },
    ...{ brokerUrl: 'mqtts://cellar.lan', brokerUser: 'me', rejectUnauthorized: true, tls: '' },
  };
  const passwordFor = (typed: object, stored: object | undefined = {}) =>
    codeOf(
      () =>
        typedSettings(
          { ...broker, ...typed },
          { config: { ...broker, ...stored }, credentials: { brokerPassword: 'stored' } },
          { tls: { valid: true, addTLSOptions: () => ({}) } },
        ).broker?.password,
    );

  it.each<[string, object, object | undefined, string | undefined]>([
    ['its broker', {}, {}, 'stored'],
    ['its broker by another name', { brokerUser: 'you' }, {}, 'stored'],
    ['another broker', { brokerUrl: 'mqtts://elsewhere.example' }, {}, 'retype-password'],
    ['its broker without TLS', { brokerUrl: 'mqtt://cellar.lan' }, {}, 'retype-password'],
    ['its broker unverified', { rejectUnauthorized: false }, {}, 'retype-password'],
    [
      'its broker, which was not verified before',
      { rejectUnauthorized: false },
      { rejectUnauthorized: false },
      'stored',
    ],
    ['its broker, which is verified now', {}, { rejectUnauthorized: false }, 'stored'],
    ['its broker by other certificates', { tls: 'others' }, {}, 'retype-password'],
    ['any broker where it is typed again', { brokerUrl: 'mqtts://b.example', brokerPassword: 'typed' }, {}, 'typed'],
    ['no broker where it was taken out', { brokerPassword: '' }, {}, undefined],
  ])('goes to %s, or is asked for', (_, typed, stored, outcome) => {
    expect(passwordFor(typed, stored)).toBe(outcome);
  });
});

describe('what a dialog may have read from this computer', () => {
  const variable = `\${HOME}`;
  it.each<[string, object, boolean]>([
    ['an address', { service: 'remote', url: 'https://prices.example' }, true],
    ['a variable in any field', { name: variable }, false],
    ['a variable in a secret', { service: 'remote', token: variable }, false],
    ['what only looks like a variable', { name: `x${variable}` }, true],
    ['a folder', { service: 'embedded', catalogue: '/own' }, false],
    ['a folder of a service that is elsewhere', { service: 'remote', catalogue: '/own' }, true],
    ['an address of figures', { service: 'embedded', figures: 'https://figures.example/x.json' }, true],
    ['a file of figures', { service: 'embedded', figures: '/own/figures.json' }, false],
    ['a folder where no service is said', { catalogue: '/own' }, false],
  ])('is %s: %j, %s', (_, typed, isPlain) => {
    expect(codeOf(() => assertPlain(typed))).toBe(isPlain ? undefined : 'permission');
  });

  it('has a variable in the place of its name, and of nothing else', () => {
    const read = (name: string) => `of ${name}`;
    const typed = { url: variable, name: `x${variable}`, rejectUnauthorized: false, contracts: [] };
    expect(withVariables(typed, read)).toEqual({ ...typed, url: `of ${variable}` });
  });
});
