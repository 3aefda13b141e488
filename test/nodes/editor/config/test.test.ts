import { afterAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('RED', {});
afterAll(() => {
  vi.unstubAllGlobals();
});
const { exchangePrice, typedIn } = await import('../../../../nodes/editor/config/test.ts');

it.each([
  ['EUR', 'de', '4,5 ct/kWh'],
  ['NOK', 'en', '0.045 EUR/kWh'],
  ['DKK', 'de', '0,045 EUR/kWh'],
])('a price of the exchange is in euro: where one pays in %s, said in %s as %s', (currency, language, said) => {
  expect(exchangePrice(0.0453, currency, language)).toBe(said);
});

describe('the site that is tried out', () => {
  /** A dialog whose fields have their own names as values, or these. */
  function dialogWith(values: Readonly<Record<string, unknown>> = {}) {
    vi.stubGlobal('$', (selector: string) => {
      const field = selector.replace('#node-config-input-', '');
      return { val: () => (field in values ? values[field] : field), prop: () => values[field] ?? true };
    });
    return typedIn('site') as Readonly<Record<string, unknown>>;
  }
  const texts = [
    ...['service', 'catalogue', 'figures', 'prices', 'sources', 'url'],
    ...['broker', 'brokerUrl', 'brokerUser', 'tls', 'mqttBroker'],
  ];
  const secrets = ['token', 'brokerPassword', 'entsoeToken'];

  it('has each field that its service or its broker depends on, and no other', () => {
    const named = Object.fromEntries([...texts, ...secrets].map((field) => [field, field]));
    expect(dialogWith()).toEqual({ id: 'site', rejectUnauthorized: true, ...named });
  });

  it.each(secrets)('leaves out the %s that the server keeps, and says where one was taken out', (secret) => {
    expect(dialogWith({ [secret]: '__PWRD__' })).not.toHaveProperty(secret);
    expect(dialogWith({ [secret]: '' })).toHaveProperty(secret, '');
  });

  it.each(['tls', 'mqttBroker'])('has no %s where one is yet to be added', (field) => {
    expect(dialogWith({ [field]: '_ADD_' })).toHaveProperty(field, '');
  });

  it('says where certificates are not checked', () => {
    expect(dialogWith({ rejectUnauthorized: false })).toHaveProperty('rejectUnauthorized', false);
  });
});
