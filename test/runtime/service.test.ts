import { expect, it } from 'vitest';
import { openService, type RunningServices } from '../../src/runtime/service.ts';
import { manualClock } from '../support/manual-clock.ts';

const clock = manualClock(Date.parse('2026-04-15T12:00:00+02:00') / 1000);
const sites = (running: RunningServices) => [...running].map(([catalogue, { sites }]) => [catalogue, sites]);

it('sites on one catalogue share one embedded service until the last of them closes', async () => {
  const running: RunningServices = new Map();
  const first = await openService({ kind: 'embedded' }, clock, running);
  const second = await openService({ kind: 'embedded' }, clock, running);
  const own = await openService({ kind: 'embedded', catalogue: 'examples/catalogue' }, clock, running);
  expect(sites(running)).toEqual([
    ['', 2],
    ['examples/catalogue', 1],
  ]);
  await first.close();
  expect((await second.companies('DK', 'consumption')).length).toBeGreaterThan(0);
  await second.close();
  await own.close();
  expect(sites(running)).toEqual([]);
});

it('a catalogue that cannot be loaded keeps no service', async () => {
  const running: RunningServices = new Map();
  await expect(openService({ kind: 'embedded', catalogue: '/nowhere' }, clock, running)).rejects.toThrow('/nowhere');
  expect(sites(running)).toEqual([]);
});
