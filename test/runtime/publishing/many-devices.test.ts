import { afterEach, expect, it } from 'vitest';
import { createSite } from '../../../src/runtime/site.ts';
import type { TextStore } from '../../../src/runtime/store.ts';
import { nothingPlanned as plan } from '../../support/device/nothing-planned.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { demand } from '../../support/mqtt/publishing-house.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const owners = Array.from({ length: 300 }, (_, i) => ({ id: `node-${i}`, name: `Device ${i}` }));
const slugOf = ({ id }: { id: string }) => id.replace('node', 'device');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A place that counts what is written to it. */
function place(write = async (_text: string) => {}) {
  let kept: string | undefined;
  let writes = 0;
  const context: TextStore = {
    name: 'the place',
    read: async () => kept,
    remove: async () => {
      kept = undefined;
    },
    async write(text) {
      writes++;
      await write(text);
      kept = text;
    },
  };
  return { context, kept: () => kept, writes: () => writes };
}

/** A site whose devices say what they do. */
async function life(url: string, context: TextStore, devices: typeof owners) {
  const problems: string[] = [];
  const clock = manualClock(NOON);
  const broker = { url, clientId: 'home' };
  const site = await createSite({
    clock,
    broker,
    discoveryPrefix: 'homeassistant',
    topics: { context },
    onProblem: (text) => problems.push(text),
  });
  site.start();
  for (const owner of devices) {
    site.takeTopic('device', slugOf(owner), owner);
    site.publishDevice(slugOf(owner), { on: false, plan, demand });
  }
  return {
    problems,
    clock,
    async stop() {
      for (const owner of devices) site.releaseTopic('device', slugOf(owner), owner, { removed: false });
      await site.stop({ removed: false });
    },
  };
}

it('what 300 devices have said is remembered, in few writes, and cleared of one that is removed while all are off', async () => {
  const { url, stop } = await startMosquitto('max_queued_messages 0');
  cleanups.push(stop);
  const { context, kept, writes } = place();
  const heard = await subscribe(url);
  cleanups.push(heard.close);
  const first = await life(url, context, owners);
  await heard.until('dayahead/home/window/device-299/state', 'OFF');
  await first.clock.advanceBy(70);
  await heard.settled();
  await first.stop();
  expect(first.problems).toEqual([]);
  expect(writes()).toBeLessThan(20);
  expect(kept()?.length).toBeGreaterThan(100_000);
  const second = await life(url, context, owners.slice(1));
  await heard.until('dayahead/home/status', 'online');
  await second.clock.advanceBy(70);
  await heard.until('dayahead/home/window/device-0/state', '');
  await second.stop();
  const late = await subscribe(url);
  cleanups.push(late.close);
  await late.settled();
  expect(Object.keys(late.shown()).filter((topic) => /device-0\/|node-0\//.test(topic))).toEqual([]);
  expect(second.problems).toEqual([]);
});

it('that nothing can be remembered is told once', async () => {
  const { url, stop } = await startMosquitto();
  cleanups.push(stop);
  const full = place(() => Promise.reject(new Error('the disk is full')));
  const { problems, clock, stop: end } = await life(url, full.context, owners.slice(0, 5));
  await clock.advanceBy(70);
  await end();
  expect(full.writes()).toBeGreaterThan(1);
  expect(problems).toEqual(['not kept for a restart: the disk is full (the place)']);
});
