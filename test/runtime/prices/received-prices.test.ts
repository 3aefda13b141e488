import { expect, it } from 'vitest';
import { receivedPrices } from '../../../src/runtime/received-prices.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z') / 1000;
const message = (value: number) => [
  { start: '2026-01-15T12:00:00Z', end: '2026-01-15T13:00:00Z', value },
  { start: '2026-01-15T13:00:00Z', end: '2026-01-15T14:00:00Z', value: 0.3 },
];

it('gives one object for the copies of a message, and for equal prices of a later message', () => {
  const prices = receivedPrices(message(0.2), NOW);
  expect(prices.spans.map(({ price }) => price)).toEqual([0.2, 0.3]);
  expect(receivedPrices(message(0.2), NOW)).toBe(prices);
  expect(receivedPrices(message(0.2), NOW + 60)).toBe(prices);
});

it('gives another object for other prices', () => {
  const prices = receivedPrices(message(0.2), NOW);
  const others = receivedPrices(message(0.25), NOW);
  expect(others.spans[0]?.price).toBe(0.25);
  expect(receivedPrices(message(0.2), NOW)).toEqual(prices);
});

it('reads prices beside a value that contains itself, and refuses what is no price', () => {
  const message = {
    prices: [{ start: '2026-01-15T12:00:00Z', end: '2026-01-15T13:00:00Z', total: 0.2 }],
    currency: 'EUR',
  };
  const looped: Record<string, unknown> = { ...message };
  looped.self = looped;
  expect(receivedPrices(looped, NOW).spans).toHaveLength(1);
  expect(() => receivedPrices([{ start: 'soon' }], NOW)).toThrow();
});
