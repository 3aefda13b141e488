import { expect, it } from 'vitest';
import {
  keepRetained,
  nothingRetained,
  type RetainedBefore,
  readRetained,
} from '../../../src/runtime/publishing/retained-before.ts';
import { openStore } from '../../../src/runtime/store.ts';

const home = { broker: 'mqtt://broker', root: 'dayahead/home' };
const before: RetainedBefore = {
  topics: new Map([
    ['price/now', 'p'],
    ['/homeassistant/device/dayahead_home/config', '/discovery'],
  ]),
  entities: new Map([['homeassistant/device/dayahead_home/config', { dayahead_p_now: 'sensor' }]]),
  holds: new Map([['/cmnd/boiler/POWER', { owner: 'c', letGo: 'OFF' }]]),
};

async function kept() {
  const store = openStore();
  await keepRetained(store, home, before);
  return store;
}

it('is what was kept, on the same broker below the same root', async () => {
  expect(await readRetained(await kept(), home)).toEqual(before);
});

it('is beside the root where that has changed', async () => {
  const { topics } = await readRetained(await kept(), { ...home, root: 'dayahead/villa' });
  expect([...topics.keys()]).toEqual(['/dayahead/home/price/now', '/homeassistant/device/dayahead_home/config']);
});

it('is below the root again where that is what it was before', async () => {
  const store = await kept();
  const villa = { ...home, root: 'dayahead/villa' };
  await keepRetained(store, villa, await readRetained(store, villa));
  expect(await readRetained(store, home)).toEqual(before);
});

it.each([
  ['on another broker', kept, { ...home, broker: 'mqtt://other' }],
  ['before anything was kept', async () => openStore(), home],
])('is nothing %s', async (_, store, at) => {
  expect(await readRetained(await store(), at)).toEqual(nothingRetained);
});

it('that cannot be read is dropped', async () => {
  const store = openStore();
  await store.write({ topics: 'all' });
  await expect(readRetained(store, home)).rejects.toThrow('cannot be read');
  expect(await readRetained(store, home)).toEqual(nothingRetained);
});
