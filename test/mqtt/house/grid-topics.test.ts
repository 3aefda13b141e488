import { expect, it } from 'vitest';
import { dimmingTopics } from '../../../src/mqtt/house/grid-topics.ts';

const until = Date.parse('2026-01-15T18:00:00Z') / 1000;

// Promise P-274
it.each([
  [{ kw: 4.2, until }, ['4.2', '2026-01-15T18:00:00Z'], until],
  [undefined, ['', ''], undefined],
])('of %j say %j', (dimming, payloads, expiresAt) => {
  const [kw, end] = payloads;
  const expires = expiresAt === undefined ? {} : { expiresAt };
  expect(dimmingTopics(dimming)).toEqual([
    { topic: 'grid/import_kw', payload: kw, ...expires },
    { topic: 'grid/import_until', payload: end, ...expires },
  ]);
});
