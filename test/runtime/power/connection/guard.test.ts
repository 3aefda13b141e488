import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeviceLoad, withheldAmong } from '../../../../src/runtime/power/connection/guard.ts';
import { lawCases } from '../../../support/cases.ts';

const NONE = Number.POSITIVE_INFINITY;
const load = (kw: number, by: DeviceLoad['by'] = 'plan'): DeviceLoad => ({ kw, by });
const limits = (importKw: number, gridKw = NONE, exportKw = NONE) => ({ importKw, gridKw, exportKw });
const withheld = (loads: Record<string, DeviceLoad>, left: ReturnType<typeof limits>) =>
  Object.fromEntries(withheldAmong(Object.entries(loads), left));

describe('the guard, of devices in the order of their priority, withholds', () => {
  it.each<[string, Record<string, DeviceLoad>, ReturnType<typeof limits>, Record<string, string>]>([
    ['none where all fit into 14 kW', { car: load(11), boiler: load(3) }, limits(14), {}],
    ['the last one that passes 14 kW', { car: load(11), boiler: load(5) }, limits(14), { boiler: 'above-connection' }],
    [
      'no device that fits beside one that does not',
      { car: load(11), boiler: load(5), pump: load(3) },
      limits(14),
      { boiler: 'above-connection' },
    ],
    [
      'planned devices for an override, whatever their priority',
      { car: load(11), boiler: load(5, 'override') },
      limits(14),
      { car: 'above-connection' },
    ],
    ['no override, even above the limit', { car: load(11, 'override'), boiler: load(5, 'override') }, limits(14), {}],
    [
      'every planned device where overrides alone pass the limit',
      { pump: load(0.1), car: load(11, 'override'), boiler: load(5, 'override') },
      limits(14),
      { pump: 'above-connection' },
    ],
    [
      'every planned device where the house alone passes the limit',
      { pump: load(0.1) },
      limits(-1),
      { pump: 'above-connection' },
    ],
    ['no device of 0 kW', { fan: load(0) }, limits(-1), {}],
    ['none for half a watt of rounding', { car: load(11), boiler: load(3.0004) }, limits(14), {}],
    [
      'overrides as well by the grid operator’s limit',
      { heater: load(6, 'override'), boiler: load(3) },
      limits(14, 4.2),
      { heater: 'dimmed' },
    ],
    [
      'for the grid connection nothing that the grid operator withholds already',
      { heater: load(6, 'override'), boiler: load(4) },
      limits(5, 4.2),
      { heater: 'dimmed' },
    ],
    [
      'what sells above the export limit, and nothing that buys',
      { store: load(-4), panel: load(-3), boiler: load(5) },
      limits(14, NONE, 5),
      { panel: 'above-connection' },
    ],
  ])('%s', (_, loads, left, expected) => {
    expect(withheld(loads, left)).toEqual(expected);
  });

  it('so much that what is left of any devices keeps the limits, and no override for the grid connection', () => {
    const any = fc.record({
      kw: fc.constantFrom(-5, -2, 0, 0.1, 2, 3.7, 5, 11),
      by: fc.constantFrom('plan' as const, 'override' as const, 'fallback' as const),
    });
    const law = fc.property(
      fc.array(any, { maxLength: 6 }),
      fc.constantFrom(-3, 0, 4, 9, 14, NONE),
      fc.constantFrom(0, 4.2, NONE),
      fc.constantFrom(0, 3, NONE),
      (loads, importKw, gridKw, exportKw) => {
        const reasons = withheldAmong(
          loads.map((each, i) => [i, each] as const),
          { importKw, gridKw, exportKw },
        );
        const on = loads.filter((_, i) => !reasons.has(i));
        const sum = (some: readonly DeviceLoad[], sign: number) =>
          some.reduce((kw, each) => kw + Math.max(0, sign * each.kw), 0);
        const planned = on.filter(({ by }) => by !== 'override');
        expect(sum(on, 1)).toBeLessThanOrEqual(gridKw + 0.001);
        if (sum(planned, 1) > 0) expect(sum(on, 1)).toBeLessThanOrEqual(importKw + 0.001);
        if (sum(planned, -1) > 0) expect(sum(on, -1)).toBeLessThanOrEqual(exportKw + 0.001);
        for (const [i, reason] of reasons) if (loads[i]?.by === 'override') expect(reason).toBe('dimmed');
      },
    );
    fc.assert(law, lawCases(2000, 100_000));
  });
});
