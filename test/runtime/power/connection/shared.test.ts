import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../../src/planner/house/order.ts';
import type { ConnectionProblem } from '../../../../src/planner/joint/connection-house.ts';
import { connectionSearch } from '../../../../src/planner/joint/plan-connection.ts';
import type { Store } from '../../../../src/planner/store/types.ts';
import type { Horizon } from '../../../../src/planner/types.ts';
import { finish } from '../../../../src/planner/work.ts';
import type { DeviceLoad } from '../../../../src/runtime/power/connection/guard.ts';
import type { ConnectedSite } from '../../../../src/runtime/power/connection/outlook.ts';
import { createPowers } from '../../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../../src/runtime/power/shared-connection.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { at, contiguous, hours, idleState } from '../../../support/planner/planning.ts';

interface Means extends Pick<ConnectedSite, 'planElsewhere' | 'peak'> {
  readonly prices?: Horizon;
}

/** Devices behind a grid connection that count what is asked of them. */
function site(
  count: number,
  limitKw = 14,
  exportKw?: number,
  { prices = hours(0.3, 0.1, 0.2, 0.4), ...more }: Means = {},
) {
  const turned = manualClock(at(0));
  /** Seconds that pass while something is worked out; each alarm after that is late by as much. */
  let late = 0;
  const clock = { ...turned, now: () => turned.now() + late };
  const powers = createPowers();
  const warnings: string[] = [];
  const connection = sharedConnection(limitKw, clock, powers, undefined, {
    exportKw,
    onWarning: (text) => warnings.push(text),
    ...more,
  });
  const claim: Claim = {
    demand: contiguous(60, { readyBy: at(240) }),
    horizon: prices,
    state: idleState,
  };
  const joined = (i: number) => {
    const device = {
      claims: 0,
      load: undefined as DeviceLoad | undefined,
      replans: 0,
      onReplan: () => {},
      onCarryOut: () => {},
    };
    const seat = connection.join({
      name: `device ${i}`,
      claim: () => {
        device.claims++;
        return claim;
      },
      takes: () => [],
      load: () => device.load,
      isOn: () => device.load !== undefined,
      replan() {
        device.replans++;
        device.onReplan();
      },
      carryOut: () => device.onCarryOut(),
    });
    return Object.assign(device, { seat });
  };
  const devices = Array.from({ length: count }, (_, i) => joined(i));
  const first = devices[0] as (typeof devices)[number];
  const pass = (seconds: number) => {
    late += seconds;
  };
  return { clock, powers, connection, warnings, devices, joined, first, claim, pass };
}

describe('devices of one grid connection', () => {
  it('are planned together once for 50 commands of one turn of the event loop', async () => {
    const { clock, devices } = site(10);
    for (let i = 0; i < 50; i++) devices[i % 10]?.seat.request();
    expect(devices.map(({ replans }) => replans)).toEqual(Array(10).fill(0));
    await clock.advanceBy(0);
    expect(devices.map(({ claims, replans }) => [claims, replans])).toEqual(Array(10).fill([1, 1]));
  });

  it('are planned once more, a second later, for a command that comes while they are planned', async () => {
    const { clock, devices, first } = site(100);
    first.seat.request();
    await clock.advanceBy(0);
    const { claims, replans } = first;
    expect([claims, replans]).toEqual([1, 1]);
    first.seat.request();
    first.seat.request();
    await clock.advanceBy(2);
    expect(devices.map((each) => each.claims)).toEqual(Array(100).fill(2));
  });

  it.each(['before', 'while'])(
    'are planned together after a deploy that replaced all of them %s they were planned',
    async (when) => {
      const { clock, devices, joined, first } = site(100);
      const leave = () => {
        for (const { seat } of devices) seat.leave();
      };
      first.seat.request();
      if (when === 'before') leave();
      first.onReplan = () => queueMicrotask(leave);
      await clock.advanceBy(0);
      const next = joined(0);
      next.seat.request();
      await clock.advanceBy(2);
      expect([devices[99]?.replans, next.replans]).toEqual([0, 1]);
    },
  );

  it.each([
    ['from the next minute on where that begins before all have their plans, which begin now', [0.1, 0.3], 2],
    ['no second time where a minute begins, for plans that begin later', [0.3, 0.1], 1],
  ])('are planned %s', async (_, [now, later], times) => {
    const prices = hours(now as number, later as number, 0.2, 0.4);
    const { clock, devices, first, pass } = site(100, 14, undefined, { prices });
    first.onReplan = () => {
      first.onReplan = () => {};
      pass(1);
    };
    first.seat.request();
    await clock.advanceBy(59);
    // The first one had its plan before the minute began.
    expect(devices.map(({ replans }) => replans)).toEqual([times, ...Array(99).fill(1)]);
    expect(first.claims).toBe(times);
  });

  it('are planned elsewhere where there are many, and switched meanwhile; a command waits for two plannings at most', async () => {
    const problems: ConnectionProblem[] = [];
    const { clock, devices } = site(100, 14, undefined, {
      /** Takes 20 seconds. */
      planElsewhere: (problem) =>
        new Promise((resolve) => {
          problems.push(problem);
          clock.alarm(clock.now() + 20, () => resolve(finish(connectionSearch(problem))));
        }),
    });
    const [one, other] = devices as [(typeof devices)[number], (typeof devices)[number]];
    const times: (readonly [string, number])[] = [];
    one.onReplan = () => times.push(['one', clock.now() - at(0)]);
    other.onReplan = () => times.push(['other', clock.now() - at(0)]);
    await clock.advanceBy(30);
    one.seat.request();
    await clock.advanceBy(1);
    // It is planned already: this command does without these plans. It is withheld at once.
    one.seat.request();
    one.load = { kw: 15, by: 'plan' };
    expect(one.seat.withheld()).toBe('above-connection');
    await clock.advanceBy(60);
    expect(times).toEqual([
      ['other', 50],
      ['one', 70],
      ['other', 70],
    ]);
    expect(problems.map(({ claims, now }) => [claims.length, now])).toEqual([
      [100, at(1)],
      [100, at(1)],
    ]);
  });

  const rule = { measure: 60, pick: 1, per: 'month', perKw: 2 } as const;
  const peak = { house: () => ({ rule, dailyMaxima: [] }) };
  it.each([
    ['elsewhere beside a battery', 1, undefined, 1],
    ['elsewhere below a charge for peaks', 0, peak, 1],
    ['here behind a fuse alone', 0, undefined, 0],
  ])('are planned %s where there are only two', async (_, batteries, charge, elsewhere) => {
    let searches = 0;
    const { clock, connection, devices, first } = site(2, 14, undefined, {
      peak: charge,
      planElsewhere: async (problem) => {
        searches++;
        return finish(connectionSearch({ ...problem, batteries: [] }));
      },
    });
    if (batteries > 0) connection.beside(() => ({ store: {} as Store, slots: [], worthAChange: 0 }));
    first.seat.request();
    await clock.advanceBy(0);
    expect([searches, ...devices.map(({ replans }) => replans)]).toEqual([elsewhere, 1, 1]);
  });

  it('keep their plans where planning elsewhere fails, with one warning, and are planned at the next change', async () => {
    let attempts = 0;
    const { clock, devices, first, warnings } = site(100, 14, undefined, {
      planElsewhere: async (problem) => {
        if (++attempts < 3) throw new Error('out of memory');
        return finish(connectionSearch(problem));
      },
    });
    for (const expected of [0, 0, 1]) {
      first.seat.request();
      await clock.advanceBy(10);
      expect(devices.map(({ replans }) => replans)).toEqual(Array(100).fill(expected));
    }
    expect(warnings).toEqual([
      'grid connection: the devices were not planned together (out of memory); each keeps its plan until the next change',
    ]);
  });

  it('are planned together where one of them needs a plan as it is withheld', async () => {
    const { clock, devices, first } = site(2);
    first.load = { kw: 15, by: 'plan' };
    first.onCarryOut = () => first.seat.request();
    first.seat.changed();
    await clock.advanceBy(0);
    expect(devices.map(({ replans }) => replans)).toEqual([1, 1]);
  });

  it('plan by themselves on what the others leave until all are planned together', () => {
    const { first, claim } = site(2, 1);
    expect(first.seat.plan(claim, at(0))).toMatchObject({ isJoint: false, isAboveLimit: false });
    const { first: alone } = site(1, 1);
    expect(alone.seat.plan(claim, at(0))).toMatchObject({ isJoint: true });
  });

  it('are withheld at once where a meter shows more than is expected, and are planned again', async () => {
    const { clock, powers, devices, first, warnings } = site(2);
    let metered = 5;
    powers.set('meter', { kind: 'grid', expected: () => undefined, measured: () => metered });
    first.load = { kw: 11, by: 'plan' };
    first.seat.changed();
    powers.set('meter', { kind: 'grid', expected: () => undefined, measured: () => metered });
    await clock.advanceBy(60);
    expect(first.seat.withheld()).toBeUndefined();
    // 11 kW of the device, and 4 kW that nobody has expected.
    metered = 15;
    powers.set('meter', { kind: 'grid', expected: () => undefined, measured: () => metered });
    expect(first.seat.withheld()).toBe('above-connection');
    await clock.advanceBy(0);
    expect(devices.map(({ replans }) => replans)).toEqual([1, 1]);
    expect(warnings).toEqual(['grid connection: device 0 switched off, as 10 kW are left for device 0 11 kW (plan)']);
  });

  it('leave a meter out of account that was read within a minute of a switch', async () => {
    const { clock, powers, first } = site(2);
    first.load = { kw: 11, by: 'plan' };
    first.seat.changed();
    powers.set('meter', { kind: 'grid', expected: () => undefined, measured: () => 20 });
    await clock.advanceBy(59);
    powers.set('meter', { kind: 'grid', expected: () => undefined, measured: () => 20 });
    expect(first.seat.withheld()).toBeUndefined();
  });

  it('that sell are withheld above the export limit', () => {
    const { first } = site(2, 14, 3);
    first.load = { kw: -4, by: 'plan' };
    expect(first.seat.withheld()).toBe('above-connection');
    first.load = { kw: -3, by: 'plan' };
    expect(first.seat.withheld()).toBeUndefined();
  });

  it('have the guard request plannings no more than twice a minute', async () => {
    const { clock, devices } = site(2);
    for (const device of devices) device.load = { kw: 11, by: 'plan' };
    // Whoever is withheld takes nothing until it is looked at again: as if plans and guard never agreed.
    for (let second = 0; second < 120; second++) {
      const [one, other] = devices as [(typeof devices)[number], (typeof devices)[number]];
      one.load = second % 2 === 0 ? { kw: 15, by: 'plan' } : undefined;
      other.load = second % 2 === 1 ? { kw: 15, by: 'plan' } : undefined;
      one.seat.changed();
      await clock.advanceBy(1);
    }
    expect(devices[0]?.claims).toBeLessThanOrEqual(4);
  });
});

it('a connection follows the grid operator and sources of power while devices are at it', () => {
  const clock = manualClock(at(0));
  const followers = new Set<unknown>();
  const follow = (changed: unknown) => {
    followers.add(changed);
    return () => followers.delete(changed);
  };
  const connection = sharedConnection(
    14,
    clock,
    { expected: () => undefined, onChange: follow },
    { dimming: () => undefined, onChange: follow },
  );
  const join = () =>
    connection.join({
      ...{ takes: () => [], load: () => undefined, isOn: () => false },
      ...{ replan: () => undefined, carryOut: () => undefined },
    });
  const counts = [followers.size];
  for (let i = 0; i < 2; i++) {
    const seats = [join(), join()];
    counts.push(followers.size);
    for (const seat of seats) seat.leave();
    counts.push(followers.size);
  }
  expect(counts).toEqual([0, 2, 0, 2, 0]);
});
