import type { Expectations } from '../../../src/runtime/prices/expected/expectations.ts';

/** Expects nothing, as a node does on its first day. */
export const noExpectations: Pick<Expectations, 'of'> = {
  of: () => ({ after: () => ({}), learn: () => false, isFull: true }),
};
