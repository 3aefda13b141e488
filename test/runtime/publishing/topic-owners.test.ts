import { describe, expect, it } from 'vitest';
import { createClaims } from '../../../src/runtime/publishing/topic-owners.ts';

const ada = { id: '1', name: 'Ada' };
const bob = { id: '2', name: 'Bob' };

describe('createClaims', () => {
  it('gives a name to the first who asks, and tells the second who that is', () => {
    const claims = createClaims();
    expect(claims.take('price', ada)).toBeUndefined();
    expect(claims.take('price', bob)).toBe('Ada');
    expect(claims.take('price', ada)).toBeUndefined();
    expect(claims.take('price-b', bob)).toBeUndefined();
  });

  it('gives back only what is one’s own', () => {
    const claims = createClaims();
    claims.take('price', ada);
    expect(claims.give('price', bob)).toBe(false);
    expect(claims.take('price', bob)).toBe('Ada');
    expect(claims.give('price', ada)).toBe(true);
    expect(claims.take('price', bob)).toBeUndefined();
  });

  it('is settled as soon as nothing is held', async () => {
    const claims = createClaims();
    await claims.settled();
    claims.take('price', ada);
    claims.take('window/car', bob);
    let settled = false;
    const settling = claims.settled().then(() => {
      settled = true;
    });
    claims.give('price', ada);
    await Promise.resolve();
    expect(settled).toBe(false);
    claims.give('window/car', bob);
    await settling;
    expect(settled).toBe(true);
  });
});
