import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { settingsSchema } from '../../../../src/messages/demand/demand.ts';

/** The editor takes a text as the reason why a value is wrong. */
type Validate = (this: object, value: unknown) => boolean | string;

interface Definition {
  readonly defaults: Readonly<Record<string, { value: unknown; validate?: Validate }>>;
  readonly inputLabels: () => string;
  readonly outputLabels: (output: number) => string;
}

describe('the dialog of cheapest-window', () => {
  let definition: Definition;

  beforeAll(async () => {
    vi.stubGlobal('RED', {
      nodes: {
        registerType: (_type: string, its: Definition) => (definition = its),
        eachConfig: (hear: (config: object) => void) =>
          hear({ type: 'dayahead-config', topicRoot: 'dayahead', site: 'home' }),
      },
      i18n: { lang: () => 'de' },
      _: (key: string) => key,
    });
    vi.stubGlobal('$', () => ({ val: () => undefined }));
    await import('../../../../nodes/editor/device/cheapest-window.ts');
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  const verdict = (field: string, value: unknown, others: object = {}) =>
    definition.defaults[field]?.validate?.call(others, value) ?? true;
  const isValid = (field: string, value: unknown, others?: object) => verdict(field, value, others) === true;

  it('starts with values that are valid', () => {
    const values = Object.fromEntries(Object.entries(definition.defaults).map(([key, { value }]) => [key, value]));
    for (const [field, value] of Object.entries(values))
      expect([field, isValid(field, value, values)]).toEqual([field, true]);
  });

  it.each([
    ['minutes', ['120', '0', '', 120], ['2h', '1.5', '-1', ' ']],
    ['energyKwh', ['11', '0.5', '0', ''], ['-1', 'eleven', '1,5']],
    ['earliest', ['22:00', 'Mon-Fri 22:00, Sat-Sun 12:00', ''], ['22', '24:00', 'Mon 7:00']],
    [
      'readyBy',
      ['07:00', '07:00, 17:00', 'Fri 07:00', 'Mon-Fri 06:30, Sat-Sun 09:00', '2026-03-29T07:00:00+02:00', ''],
      ['7:00', 'Mon-Fri', '2026-03-29T07:00:00', '2026-13-29T07:00:00Z'],
    ],
    ['maxStarts', ['1', ''], ['0', '1.5']],
    [
      'commandTopic',
      ['', 'cmnd/boiler/POWER', 'dayahead/home/boiler', 'dayahead/barn/status', 'status'],
      [
        'cmnd/+/POWER',
        'a#',
        'dayahead/home/status',
        ' dayahead/home/price-spot/now',
        'dayahead/home/window/car/set/soc',
      ],
    ],
    ['maxPrice', ['0', '-0.05', '0.3', '80 %', ''], ['cheap', 'Infinity', '-80 %']],
    ['alsoBelowPrice', ['0', ''], ['80 %']],
    ['minSpread', ['0', '0.05', ''], ['-0.05', 'much']],
  ])('%s may be one of %j and none of %j', (field, valid, invalid) => {
    expect(valid.filter((value) => !isValid(field, value))).toEqual([]);
    expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
  });

  it.each([
    ['powerKw', '', { energyKwh: '' }, true],
    ['powerKw', '', { energyKwh: '11' }, false],
    ['powerKw', '', { batteryKwh: '50' }, false],
    ['powerKw', '3.7', { energyKwh: '11' }, true],
    ['powerKw', '0', {}, false],
    ['targetSoc', '', { batteryKwh: '50' }, false],
    ['targetSoc', '101', { batteryKwh: '50' }, false],
    ['targetSoc', '80', { batteryKwh: '50' }, true],
    ['batteryKwh', '', { targetSoc: '80' }, false],
    ['maxOffMinutes', '29', { minOffMinutes: '30' }, false],
    ['maxOffMinutes', '30', { minOffMinutes: '30' }, true],
    ['maxOffMinutes', '0', { minOffMinutes: '' }, false],
    ['maxOffMinutes', '30', { minOffMinutes: `\${PAUSE}` }, true],
  ])('%s "%s" beside %j: %s', (field, value, others, expected) => {
    expect(isValid(field, value, others)).toBe(expected);
  });

  it('names its input and outputs in words of the user', () => {
    const names = [definition.inputLabels(), definition.outputLabels(0), definition.outputLabels(1)];
    expect(names.map((name) => name.split('.').pop())).toEqual(['input', 'switch', 'plan']);
  });

  // Promise P-246 internals/forecast: new *cheapest-window* nodes plan on it
  it('of a new node plans on expected prices', () => {
    expect(definition.defaults.whenUnknown?.value).toBe('estimate');
  });

  it('has every key of a demand that is not for messages alone', () => {
    const missing = Object.keys(settingsSchema.shape).filter((key) => !(key in definition.defaults));
    expect(missing).toEqual(['soc', 'enabled']);
  });

  it.each([
    ['minutes', '2h', 'minutes'],
    ['readyBy', '7:00', 'times'],
    ['maxOffMinutes', '29', 'pause'],
  ])('says at %s "%s" what is allowed', (field, value, reason) => {
    expect(verdict(field, value, { minOffMinutes: '30' })).toMatch(new RegExp(`wrong\\.${reason}$`));
    expect(definition.defaults[field]?.validate?.length).toBe(2);
  });

  it.each([
    [[], true],
    [[{ minutes: 30, kw: 2 }], true],
    [[{ minutes: 30, kw: 0 }], true],
    [[{ minutes: 0, kw: 2 }], false],
    [[{ minutes: 30, kw: Number.NaN }], false],
  ])('takes the phases %j: %s', (profile, expected) => {
    expect(isValid('profile', profile)).toBe(expected);
  });

  it('has a field for every one of them, with words for all that it says', () => {
    const html = readFileSync('nodes/cheapest-window.html', 'utf8');
    const words: object = JSON.parse(readFileSync('nodes/locales/en-US/cheapest-window.json', 'utf8'));
    const fields = Object.keys(definition.defaults).filter((field) => field !== 'schema' && field !== 'profile');
    expect(fields.filter((field) => !html.includes(`id="node-input-${field}"`))).toEqual([]);
    const keys = [...html.matchAll(/data-i18n="(?:\[placeholder\])?([^"]+)"/g)].map(([, key = '']) => key);
    const wordsOf = (key: string) =>
      key.split('.').reduce<unknown>((branch, name) => (branch as Record<string, unknown> | undefined)?.[name], words);
    expect(keys.filter((key) => typeof wordsOf(key) !== 'string')).toEqual([]);
    expect(keys.length).toBeGreaterThan(40);
  });
});
