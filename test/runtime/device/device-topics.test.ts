import { describe, expect, it } from 'vitest';
import { createDeviceTopics } from '../../../src/runtime/device/device-topics.ts';
import { openDevice } from '../../../src/runtime/device/open-device.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { undimmed } from '../../support/device/undimmed.ts';
import { manualClock } from '../../support/manual-clock.ts';

const boiler = { id: 'n1', name: 'Warmwasser Süd' };
const report = { switch: { on: true }, plan: { runs: [] }, demand: { minutes: 60 } } as unknown as DeviceReport;
const follow = () => undefined;

/** A site that writes down what it is asked, and where others have the names of `taken`. */
function siteWhere(taken: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const site = {
    clock: manualClock(1_800_000_000),
    timeZone: 'Europe/Berlin',
    powers: createPowers(),
    grid: undimmed,
    takeTopic: (kind: string, name: string) => {
      asked.push(`take ${kind} ${name}`);
      return taken[name];
    },
    releaseTopic: (kind: string, name: string) => asked.push(`release ${kind} ${name}`),
    publishDevice: (name: string, { on }: { readonly on: boolean }) => asked.push(`publish ${name} ${on}`),
    onCommand: (name: string) => asked.push(`hear ${name}`),
  };
  return { site, asked };
}

describe('the topics of a device', () => {
  it('are below its name as one level, and one of the user’s own', () => {
    const { site, asked } = siteWhere();
    const topics = createDeviceTopics(site, boiler, { commandTopic: 'cmnd/boiler/POWER' });
    expect(topics.publish(report, follow)).toBeUndefined();
    topics.release({ removed: false });
    expect(asked).toEqual([
      'take device warmwasser-sud',
      'take command cmnd/boiler/POWER',
      'publish warmwasser-sud true',
      'hear warmwasser-sud',
      'release device warmwasser-sud',
      'release command cmnd/boiler/POWER',
    ]);
  });

  it('are below its id where its name leaves nothing', () => {
    expect(createDeviceTopics(siteWhere().site, { id: 'n1', name: '☀' }, {}).slug).toBe('n1');
  });

  // Promise P-330 integrate/topics: such a topic is refused where a site uses it itself
  it('are none that a site uses itself', () => {
    const site = { ...siteWhere().site, ownsTopic: (topic: string) => topic === 'dayahead/home/status' };
    expect(() => createDeviceTopics(site, boiler, { commandTopic: ' dayahead/home/status' })).toThrow(
      'commandTopic: dayahead/home/status is a topic of the site itself',
    );
  });

  it.each(['warmwasser-sud', 'cmnd/boiler/POWER'])('stay silent where another node has %s', (name) => {
    const { site, asked } = siteWhere({ [name]: 'Other' });
    const topics = createDeviceTopics(site, boiler, { commandTopic: 'cmnd/boiler/POWER' });
    expect(topics.publish(report, follow)).toBe('Other');
    expect(asked.filter((text) => /^(publish|hear)/.test(text))).toEqual([]);
  });

  it.each([
    [{ minutes: '60' }, ['take', 'take', 'publish', 'hear']],
    [{ energyKwh: '11' }, ['take', 'release']],
    [{ minutes: 'two' }, []],
  ])('with the settings %j: %j', async (config, steps) => {
    const { site, asked } = siteWhere();
    const options = { site, config, owner: boiler, keeping: {}, onNews: follow, onState: follow, onError: follow };
    const device = await openDevice(options).catch(() => undefined);
    expect(asked.map((text) => text.split(' ')[0])).toEqual(steps);
    await device?.close({ removed: true });
  });
});
