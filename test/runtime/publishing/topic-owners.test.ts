import { describe, expect, it } from 'vitest';
import { createTopicOwners } from '../../../src/runtime/publishing/topic-owners.ts';

const ada = { id: '1', name: 'Ada' };
const bob = { id: '2', name: 'Bob' };

describe('createTopicOwners', () => {
  it('gives a name to the first who asks, and tells the second who that is', () => {
    const owners = createTopicOwners();
    expect(owners.take('price', ada)).toBeUndefined();
    expect(owners.take('price', bob)).toBe('Ada');
    expect(owners.take('price', ada)).toBeUndefined();
    expect(owners.take('price-b', bob)).toBeUndefined();
  });

  it('gives back only what is one’s own', () => {
    const owners = createTopicOwners();
    owners.take('price', ada);
    expect(owners.release('price', bob)).toBe(false);
    expect(owners.take('price', bob)).toBe('Ada');
    expect(owners.release('price', ada)).toBe(true);
    expect(owners.take('price', bob)).toBeUndefined();
  });

  it('is settled as soon as nothing is owned', async () => {
    const owners = createTopicOwners();
    await owners.settled();
    owners.take('price', ada);
    owners.take('window/car', bob);
    let settled = false;
    const settling = owners.settled().then(() => {
      settled = true;
    });
    owners.release('price', ada);
    await Promise.resolve();
    expect(settled).toBe(false);
    owners.release('window/car', bob);
    await settling;
    expect(settled).toBe(true);
  });
});
