import { describe, expect, it } from 'vitest';
import { caseCount } from '../../../support/cases.ts';
import { liveThrough } from '../../../support/device/device-life.ts';

const SEEDS = caseCount(8, 300);

describe('through thirty days of whatever happens, a device is never on without a reason', () => {
  // Promise P-430 internals/planner: through thirty days of whatever happens a device is never on without a reason
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))('seed %i', async (seed) => {
    const { onMinutes } = await liveThrough(seed);
    expect(onMinutes).toBeGreaterThan(60);
  });
});
