import { describe, expect, it } from 'vitest';
import { liveThrough } from '../../../support/device/device-life.ts';

/** `npm run trials` asks for 300. */
const SEEDS = Number(process.env.TRIALS ?? 8);

describe('through thirty days of whatever happens, a device is never on without a reason', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))('seed %i', async (seed) => {
    const { onMinutes } = await liveThrough(seed);
    expect(onMinutes).toBeGreaterThan(60);
  });
});
