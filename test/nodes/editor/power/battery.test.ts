import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

interface Definition {
  readonly defaults: Readonly<Record<string, { value: unknown; validate?: (value: string) => boolean | string }>>;
  readonly oneditprepare: (this: { readonly id: string; readonly config: string }) => void;
  readonly oneditsave: () => void;
}

describe('the dialog of battery', () => {
  let definition: Definition;
  /** What stands in the dialog, by selector. */
  const shown = new Map<string, string>();
  const nodes = new Map<string, object>();

  beforeAll(async () => {
    vi.stubGlobal('RED', {
      nodes: {
        registerType: (_type: string, its: Definition) => (definition = its),
        node: (id: string) => nodes.get(id) ?? null,
        createCompleteNodeSet: () => [
          { id: 'prices', type: 'dayahead-price-series', wires: [['battery']] },
          { id: 'battery', type: 'dayahead-battery', wires: [[], []] },
        ],
      },
      i18n: { lang: () => 'de' },
      _: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
    });
    vi.stubGlobal('document', { getElementById: () => null });
    vi.stubGlobal('$', (selector: string) => ({
      val: (text?: string) => (text === undefined ? shown.get(selector) : shown.set(selector, text)),
      text: (text: string) => shown.set(selector, text),
      on: () => undefined,
      hide: () => undefined,
      show: () => ({ find: () => ({ trigger: () => undefined }) }),
    }));
    await import('../../../../nodes/editor/power/battery.ts');
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['wearPerKwh', ['0,03', '0.03', ',5', ' 0,03 ', ''], ['-0,03', '0,0,3', '3 ct', '1,000.5']],
    ['capacityKwh', ['7,5', '10'], ['0,0', '']],
    ['efficiency', ['92,5', '1'], ['100,1', '0,99']],
  ])('takes for %s a decimal comma', (field, good, bad) => {
    const isValid = (text: string) => definition.defaults[field]?.validate?.call({}, text) === true;
    expect([good.filter(isValid), bad.filter(isValid)]).toEqual([good, []]);
  });

  it('keeps a decimal comma as a point', () => {
    shown.set('#node-input-wearPerKwh', '0,03').set('#node-input-chargeKw', '5').set('#node-input-reserveSoc', '');
    definition.oneditsave();
    const kept = ['wearPerKwh', 'chargeKw', 'reserveSoc'].map((field) => shown.get(`#node-input-${field}`));
    expect(kept).toEqual(['0.03', '5', '']);
  });

  it.each([
    ['maxAmps', ['6', '16', '32', ''], ['5', '16.5', '81', 'x']],
    ['targetSoc', ['80', '80,5'], ['101', '-1']],
    ['readyBy', ['07:00', '7', 'Mo-Fr 06:30, Sa-So 09:00', ''], ['24', 'tomorrow', '2026-01-15T07:00:00Z']],
  ])('takes for the %s of a car what its schema takes', (field, good, bad) => {
    const isValid = (text: string) => definition.defaults[field]?.validate?.call({}, text) === true;
    expect([good.filter(isValid), bad.filter(isValid)]).toEqual([good, []]);
  });

  it('says the currency of wear where its prices have one', () => {
    const unit = () => shown.get('.dayahead-unit[for="node-input-wearPerKwh"]');
    definition.oneditprepare.call({ id: 'battery', config: '' });
    expect(unit()).toBeUndefined();
    nodes.set('prices', { type: 'dayahead-price-series', country: 'DK' });
    definition.oneditprepare.call({ id: 'battery', config: '' });
    expect(unit()).toMatch(/unit\.wearIn DKK$/);
  });
});
