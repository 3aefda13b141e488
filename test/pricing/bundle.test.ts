import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay } from '../../src/core/time.ts';
import { unbundled } from '../../src/pricing/bundle.ts';
import { quartersOf } from '../../src/pricing/calendar/quarters.ts';
import { leviesFor } from '../../src/pricing/charges.ts';

const zone = 'Europe/London';
const quarters = quartersOf(localDay('2026-04-15', zone), zone, new Set()).slice(0, 3);
const levies =
  (fees = { perKwh: 0, share: 0 }, grid = { perKwh: 0, share: 0 }) =>
  () => ({ fees, grid });

describe('the energy part of a bundled rate', () => {
  it('is what network and levies leave', () => {
    const without = levies({ perKwh: 0.03, share: 0 }, { perKwh: 0.01, share: 0 });
    const energy = unbundled([0.25, 0.25, 0.25], [0.02, 0.14, 0.3], quarters, without);
    expect(energy.map((price) => price?.toFixed(6))).toEqual(['0.190000', '0.070000', '-0.090000']);
  });

  it('is what the network leaves where nothing is levied', () => {
    const [energy] = unbundled([0.25], [0.125], quarters.slice(0, 1), () => ({ fees: undefined, grid: undefined }));
    expect(energy).toBe(0.125);
  });

  it('is not known where the rate or the network charge is not', () => {
    expect(unbundled([undefined, 0.2, 0.2], [0.1, undefined, 0.1], quarters, levies())).toEqual([
      undefined,
      undefined,
      0.1,
    ]);
  });

  it('makes up the published rate together with network and levies, a share levy included', () => {
    const amount = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.double({ min: 0, max: 0.3, noNaN: true }),
        (rate, network, perKwh, share) => {
          const [energy = Number.NaN] = unbundled([rate], [network], quarters.slice(0, 1), levies({ perKwh, share }));
          expect(energy + network + perKwh + share * (energy + network)).toBeCloseTo(rate, 12);
        },
      ),
      { seed: 20_260_415, numRuns: 200 },
    );
  });
});

describe('the energy part of a rate that holds a share levy with a minimum', () => {
  const levied = { perKwh: 0.01, share: 0.05, minimum: 0.004 };
  const energyOf = (rate: number) => unbundled([rate], [0.03], quarters.slice(0, 1), levies(levied))[0] ?? Number.NaN;

  it.each([
    ['above the minimum the share counts', 0.2, 0.17],
    ['where both are the same', 0.08, 0.05],
    ['below it the minimum counts', 0.05, 0.02],
  ])('is exact: %s', (_, base, energy) => {
    expect(energyOf(base + leviesFor(levied, base))).toBeCloseTo(energy, 12);
  });
});
