import { describe, expect, it } from 'vitest';
import { CannotPrice, registerRates } from '../../../src/pricing/calendar/registers.ts';

const low = { name: 'low', when: { hours: ['22:00-06:00'] } };
const high = { name: 'high' };
const rates = (prices: Record<string, number>, ...registers: { name: string }[]) =>
  registerRates(prices, { registers, source: 'a test' });

describe('the registers of a meter', () => {
  it('are priced on the clock that switches them', () => {
    expect(rates({ low: 1, high: 2 }, low, high)).toEqual([{ price: 1, when: low.when }, { price: 2 }]);
  });

  it.each([
    ['lacks one', { low: 1, high: 2 }, [high], 'switches no register "low"'],
    ['has one more', { high: 2 }, [low, high], 'register "low"'],
  ])('cannot be combined with a schedule that %s', (_, prices, registers, message) => {
    const combine = () => rates(prices, ...registers);
    expect(combine).toThrow(CannotPrice);
    expect(combine).toThrow(expect.objectContaining({ name: 'CannotPrice' }));
    expect(combine).toThrow(message);
  });

  it('have no price where nobody publishes a schedule', () => {
    expect(() => registerRates({ low: 1 }, undefined)).toThrow('the time-of-use switching times are not available');
  });
});
