import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

type Check = (this: object, value: unknown, options?: object) => true | string;
interface Definition {
  readonly defaults: Readonly<Record<string, { readonly value: unknown; readonly validate?: Check }>>;
}

describe('the dialog of a site', () => {
  let definition: Definition;

  beforeAll(async () => {
    const nodes = { registerType: (_type: string, its: Definition) => (definition = its) };
    vi.stubGlobal('RED', { nodes, i18n: { lang: () => 'de' }, _: (key: string) => key.replace(/^.*:/, '') });
    await import('../../../../nodes/editor/config/config.ts');
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  const check = (field: string, value: unknown, others: object = {}) => {
    const { validate } = definition.defaults[field] ?? {};
    // Node-RED takes reasons from checks with two parameters only.
    expect(validate).toHaveLength(2);
    return validate?.call({ id: 'site', ...others }, value, {});
  };

  it('starts with values that are valid', () => {
    const values = Object.fromEntries(Object.entries(definition.defaults).map(([name, { value }]) => [name, value]));
    const checked = Object.entries(definition.defaults).filter(([, { validate }]) => validate);
    for (const [name, { value }] of checked) expect([name, check(name, value, values)]).toEqual([name, true]);
  });

  it.each(
    (JSON.parse(readFileSync('test/released/0.1.0/node-red/flows.json', 'utf8')) as { type: string; name: string }[])
      .filter(({ type }) => type === 'dayahead-config')
      .map((site) => [site.name, site as object] as const),
  )('finds nothing wrong with the site %s as 0.1 saved it, which has no field that came later', (_, site) => {
    const saved = site as Readonly<Record<string, unknown>>;
    const checked = Object.entries(definition.defaults).filter(([, { validate }]) => validate);
    expect(checked.filter(([name]) => check(name, saved[name], saved) !== true).map(([name]) => name)).toEqual([]);
  });

  it.each([
    ['typed', ['1', '10'], ['0', '11', '']],
    ['', ['1', '', undefined], []],
  ])(
    'asks where peaks are charged by "%s" for highest days that are one of %j and none of %j',
    (peak, valid, invalid) => {
      expect(valid.filter((days) => check('peakDays', days, { peak }) !== true)).toEqual([]);
      expect(invalid.filter((days) => check('peakDays', days, { peak }) === true)).toEqual([]);
    },
  );

  it.each([
    ['site', ['home', 'house-2'], ['', 'My House', 'a/b', '+']],
    ['topicRoot', ['dayahead'], ['', '#', 'A']],
    ['url', ['', 'https://x.example', 'http://127.0.0.1:8080/base'], ['x.example', 'ftp://x', 'https://']],
    [
      'brokerUrl',
      ['', 'mqtt://h', 'mqtts://h:8883', 'ws://h/mqtt', 'wss://h'],
      ['h', 'http://h', 'mqtt://me:pw@h', 'mqtt://me:12/pw@h'],
    ],
    ['timeZone', ['', 'Europe/Berlin'], ['Europe/Nowhere', 'home']],
    ['importKw', ['', '11', '11,5', '7.4', '3x16 A'], ['2x16 A', '-1', 'much', '0', '0,0']],
    ['discoveryPrefix', ['', 'homeassistant', 'a/b '], ['a b', '#']],
  ])('%s may be one of %j and none of %j', (field, valid, invalid) => {
    for (const value of valid) expect([value, check(field, value)]).toEqual([value, true]);
    for (const value of invalid) {
      expect([value, check(field, value)]).toEqual([value, expect.stringMatching(/^config\.allowed\./)]);
    }
  });

  it.each([
    ['url', { service: 'remote' }, 'config.allowed.url'],
    ['url', { service: 'embedded' }, true],
    ['brokerUrl', { broker: 'typed' }, 'config.allowed.brokerUrl'],
    ['brokerUrl', { broker: 'node' }, true],
  ])('%s may be empty beside %j: %s', (field, others, expected) => {
    expect(check(field, '', others)).toBe(expected);
  });
});
