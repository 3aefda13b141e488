import { describe, expect, it } from 'vitest';
import { openBattery } from '../../src/runtime/battery/open-battery.ts';
import { openDevice } from '../../src/runtime/device/open-device.ts';
import { createSite, type Site } from '../../src/runtime/site.ts';
import { at, ZONE } from '../support/device/one-device.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryStore } from '../support/memory-store.ts';

const FAR = '9999-12-31T23:59:59Z';
const REFUSED = `${FAR} is more than a year away; a time within a year is allowed`;

type Follow = Parameters<Site['onCommand']>[1];
type Command = (words: Readonly<Record<string, string>>) => unknown;

/** The ways into a device or a store: its node's input, MQTT, and the household page or the sidebar. */
interface Ways {
  readonly input: (payload: object) => unknown;
  readonly follow: () => Follow;
  readonly page: () => Command;
  readonly report: () => object;
}

async function opened(kind: string): Promise<Ways> {
  const clock = manualClock(at('2026-04-15 12:00'));
  const whole = await createSite({ clock, timeZone: ZONE });
  let follow: Follow = () => undefined;
  let command: Command = () => undefined;
  const site: Site = {
    ...whole,
    onCommand: (_, follower) => {
      follow = follower;
    },
  };
  const options = {
    ...{ site, owner: { id: 'n1', name: 'One' }, keeping: {}, onNews: () => undefined, onError: () => undefined },
    onState: (state: { readonly command: Command }) => {
      command = state.command;
    },
  };
  const battery = { capacityKwh: '10', chargeKw: '5', dischargeKw: '5' };
  const car = { kind: 'car', capacityKwh: '60' };
  const running =
    kind === 'window'
      ? await openDevice({ ...options, config: {} })
      : await openBattery({ ...options, config: kind === 'battery' ? battery : car });
  if (kind !== 'window') running.input({ soc: 30 });
  return {
    input: running.input,
    follow: () => follow,
    page: () => command,
    report: () => running.input(undefined),
  };
}

const modes = [
  ['window', 'on'],
  ['battery', 'charge'],
  ['car', 'charge'],
] as const;

describe('an override with an end in the year 9999', () => {
  // Promise P-305 integrate/topics: the limit of a year applies to messages, MQTT and the page, for a device, a
  //   battery, a car and the grid limit
  it.each(modes)(
    'of a %s (%s) is refused as an input, by MQTT and by the page, and changes nothing',
    async (kind, override) => {
      const { input, follow, page, report } = await opened(kind);
      const before = report();
      expect(() => input({ override, overrideUntil: FAR })).toThrow(`overrideUntil: ${REFUSED}`);
      const refusal = { key: 'override_until', value: FAR, allowed: REFUSED };
      expect(follow()('override_until', FAR)).toEqual(refusal);
      expect(page()({ override, override_until: FAR })).toEqual({ refusal });
      expect(report()).toEqual(before);
    },
  );

  it.each(['window', 'battery'])('of the grid limit is refused as an input of a %s and by MQTT', async (kind) => {
    const clock = manualClock(at('2026-04-15 12:00'));
    const site = await createSite({ clock, timeZone: ZONE });
    const { input } = await opened(kind);
    expect(() => input({ importKw: 4, importUntil: FAR })).toThrow(`importUntil: ${REFUSED}`);
    expect(site.grid.follow('import_until', FAR)).toEqual({ key: 'import_until', value: FAR, allowed: REFUSED });
  });
});

describe('a battery that stores an override until the year 9999', () => {
  const config = { capacityKwh: '10', chargeKw: '5', dischargeKw: '5' };

  /** The battery after an update, whose clock shows `now` at boot. */
  async function updated(now: number) {
    const clock = manualClock(at('2026-04-15 12:00'));
    const texts = new Map<string, string>();
    const context = memoryStore(texts);
    const options = {
      ...{ config, owner: { id: 'b1', name: 'Cellar' }, keeping: { context } },
      ...{ onNews: () => undefined, onState: () => undefined, onError: () => undefined },
    };
    const before = await openBattery({ ...options, site: await createSite({ clock, timeZone: ZONE }) });
    before.input({ soc: 30, override: 'charge', overrideUntil: 60 });
    await before.close({ removed: false });
    const kept = JSON.parse(texts.get(context.name) ?? '');
    const forced = { ...kept.forced, until: Date.parse(FAR) / 1000 };
    texts.set(context.name, JSON.stringify({ ...kept, forced, overrideUntil: FAR }));
    await clock.setTo(now);
    return { clock, battery: await openBattery({ ...options, site: await createSite({ clock, timeZone: ZONE }) }) };
  }

  it('does not go on with it', async () => {
    const { battery } = await updated(at('2026-04-15 13:00'));
    expect(battery.input(undefined)).toMatchObject({
      order: { reason: 'no-soc' },
      values: { override: 'auto', overrideUntil: null },
    });
  });

  it('does not go on with it once a clock is right that was not set at boot', async () => {
    const { clock, battery } = await updated(0);
    await clock.setTo(at('2026-04-15 13:00'));
    expect(battery.input(undefined)).toMatchObject({
      order: { reason: 'no-soc' },
      values: { override: 'auto', overrideUntil: null },
    });
  });
});
