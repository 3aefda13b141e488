import { describe, expect, it } from 'vitest';
import { peakRules, peakSettings } from '../../src/runtime/peak-settings.ts';

const typed = (more: object) => peakSettings({ peak: 'typed', peakMinutes: '60', peakDays: '3', ...more });

describe('who charges for peaks', () => {
  // Promise P-191 use/sun-and-load: an own rule for peaks, by the kW or by steps
  it.each<[string, object, object | undefined]>([
    ['nobody where nothing is said, as before', {}, undefined],
    ['an operator', { peak: 'no-elvia' }, { operator: 'no-elvia' }],
    [
      'whoever takes so much for each kW',
      { peak: 'typed', peakMinutes: '15', peakDays: '1', peakFloor: '2,5', peakAmounts: '4,36' },
      { rule: { measure: 15, pick: 1, per: 'month', floor: 2.5, perKw: 4.36 } },
    ],
    [
      'whoever takes so much for a step',
      { peak: 'typed', peakDays: '3', peakAmounts: '0: 150; 2: 250; 5: 420' },
      {
        rule: {
          ...{ measure: 60, pick: 3, per: 'month' },
          steps: [
            { fromKw: 0, amount: 150 },
            { fromKw: 2, amount: 250 },
            { fromKw: 5, amount: 420 },
          ],
        },
      },
    ],
  ])('is %s', (_, config, expected) => {
    expect(peakSettings(config)).toEqual(expected);
  });

  it.each([
    [{ peakAmounts: '' }, 'peakAmounts: expected money'],
    [{ peakAmounts: '-4' }, 'peakAmounts: expected money'],
    [{ peakAmounts: '2: 150; 5: 250' }, 'peakAmounts: expected money'],
    [{ peakAmounts: '0: 150; 5: 250; 2: 420' }, 'peakAmounts: expected money'],
    [{ peakAmounts: '0: 150; 250' }, 'peakAmounts: expected money'],
    [{ peakAmounts: '4', peakDays: '0' }, 'peakDays'],
    [{ peakAmounts: '4', peakFloor: '-1' }, 'peakFloor: expected kW from 0 on'],
    [{ peakAmounts: '4', peakMinutes: '30' }, 'peakMinutes'],
  ])('is refused with %j by name', (config, text) => {
    expect(() => typed(config)).toThrow(text);
  });

  it('is an operator by the rule that holds on the day, the first before that', () => {
    const ruleAt = peakRules({ operator: 'no-elvia' }, 'Europe/Oslo');
    const steps = (day: string) => ruleAt(Date.parse(day) / 1000).steps?.[0]?.amount;
    expect([steps('2026-06-30T12:00Z'), steps('2026-07-01T12:00Z')]).toEqual([1800, 1800]);
    expect(() => peakRules({ operator: 'no-such' }, 'Europe/Oslo')).toThrow('peak: no charge of no-such is known');
  });
});
