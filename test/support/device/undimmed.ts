import type { GridLimit } from '../../../src/runtime/power/dimming.ts';

/** A grid whose operator has ordered nothing. */
export const undimmed: GridLimit = {
  dimming: () => undefined,
  told: () => undefined,
  follow: () => undefined,
  onChange: () => () => undefined,
  close: async () => undefined,
};
