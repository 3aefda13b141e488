import { describe, expect, it } from 'vitest';
import type { ExpectedPowers } from '../../../src/mqtt/house/power-topics.ts';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { openToldMeter } from '../../../src/runtime/power/expected-powers.ts';
import { createPowers, type SitePower } from '../../../src/runtime/power/powers.ts';
import { openSiteMeter } from '../../../src/runtime/power/site-meter.ts';
import { at, ZONE } from '../../support/device/one-device.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

/** The highest clock hour of a month. */
const rule: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 40 };
const EVENING = at('2026-01-15 17:00');

/** What is expected of a source, and what is measured of it. */
type Told = readonly [expected?: number | undefined, measured?: number | undefined];

function house(sources: Readonly<Partial<Record<SitePower['kind'], Told>>>) {
  const clock = manualClock(EVENING);
  const powers = createPowers();
  const tell = (kind: SitePower['kind'], [expected, measured]: Told) =>
    powers.set(kind, {
      ...{ kind, measured: () => measured },
      expected: (_, count) => (expected === undefined ? undefined : Array(count).fill(expected)),
    });
  for (const [kind, told] of Object.entries(sources)) tell(kind as SitePower['kind'], told);
  const kept = new Map<string, string>();
  const open = () =>
    openSiteMeter({
      ...{ clock, powers, timeZone: ZONE, ruleOn: () => rule, keeping: { context: memoryStore(kept) } },
      ...{ onMinute: () => undefined, onError: (error) => expect.unreachable(error.message) },
    });
  return { clock, powers, tell, open };
}

describe('the meter of a site', () => {
  // Promise P-209 use/sun-and-load: `grid/plan` is load (0.4 kW if unknown), devices and batteries, less the sun
  it.each<[string, Parameters<typeof house>[0], number]>([
    [
      'load, devices and batteries, less the sun',
      { consumption: [1], devices: [4], batteries: [-2], production: [5] },
      -2,
    ],
    ['0.4 kW where nobody says the load', { devices: [4] }, 4.4],
    ['nothing of what passes it now', { consumption: [1], grid: [undefined, 9] }, 1],
  ])('has by all plans %s', async (_, sources, kw) => {
    const meter = await house(sources).open();
    expect(meter.plan(EVENING, 2)).toEqual([kw, kw]);
  });

  // Promise P-210 use/sun-and-load: `grid/plan` appears where a load or sun is known or peaks are charged for
  it.each<[string, Parameters<typeof house>[0], boolean, number | undefined]>([
    ['where a load of the house is known', { consumption: [1] }, false, 1],
    ['where its sun is known', { production: [1] }, false, -0.6],
    ['where peaks are charged for', { devices: [4] }, true, 4.4],
    ['not where nothing of that is so', { devices: [4] }, false, undefined],
  ])('is told what will pass it %s', async (_, sources, isCharged, kw) => {
    const { clock, powers } = house(sources);
    let told: ExpectedPowers | undefined;
    const meter = await openToldMeter({
      ...{ clock, powers, timeZone: ZONE, ruleOn: isCharged ? () => rule : undefined, keeping: undefined },
      ...{
        onExpected: (next) => (told = next),
        onPeak: undefined,
        onError: (error) => expect.unreachable(error.message),
      },
    });
    meter.say();
    expect([told?.grid?.length, told?.grid?.[0]]).toEqual(kw === undefined ? [undefined, undefined] : [192, kw]);
  });

  // Promise P-195 use/sun-and-load: the import is that of the meter, otherwise measured, expected or planned
  it.each<[string, Parameters<typeof house>[0], number]>([
    ['what passes it, where a node tells it', { grid: [undefined, 3], consumption: [9, 9], devices: [4] }, 3],
    ['else what is measured, with what is planned', { consumption: [1, 2], production: [0.5, 1], devices: [4] }, 5],
    ['else what is expected, with what is planned', { consumption: [1], production: [0.5], devices: [4] }, 4.5],
    ['0.4 kW and what is planned, where nobody says anything', { devices: [4] }, 4.4],
  ])('has had in its month %s', async (_, sources, kw) => {
    const { clock, open } = house(sources);
    const meter = await open();
    await clock.advanceBy(3660);
    expect(meter.peak?.report(clock.now()).monthKw).toBeCloseTo(kw, 6);
  });

  // Promise P-194 use/sun-and-load: what is bought is looked at once a minute
  it('looks at what is bought once a minute', async () => {
    const { clock, tell, open } = house({ grid: [undefined, 6] });
    const meter = await open();
    // Half of each minute.
    for (let half = 0; half < 122; half++) {
      await clock.advanceBy(30);
      tell('grid', [undefined, half % 2 === 0 ? 6 : 0]);
    }
    expect(meter.peak?.report(clock.now()).monthKw).toBeCloseTo(6, 6);
  });

  // Promise P-196 use/sun-and-load: what passes the meter while Node-RED is off is missing
  it('has nothing of the time in which Node-RED was off', async () => {
    const { clock, open } = house({ grid: [undefined, 6] });
    const meter = await open();
    await clock.advanceTo(EVENING + 1800);
    await meter.close({ removed: false });
    await clock.advanceTo(EVENING + 3000);
    const again = await open();
    await clock.advanceTo(EVENING + 3660);
    // 40 minutes at 6 kW.
    expect(again.peak?.report(clock.now()).monthKw).toBeCloseTo(4, 6);
  });
});
