import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import type { SitePlan } from '../../../../src/planner/house/site.ts';
import type { SharedConnection } from '../../../../src/runtime/power/shared-connection.ts';
import { clock as at, clockText, run } from '../../../support/device/device-value.ts';
import { days } from '../../../support/device/one-device.ts';
import { begin, hour, opened, prices } from '../../../support/device/watched-switcher.ts';

describe('a device that shares its connection', () => {
  type Member = Parameters<SharedConnection['join']>[0];
  function shared(settings: DemandSettings = hour, isShared = true, cost: number | null = 1) {
    const asked: string[] = [];
    const grid: { withheld?: 'dimmed' | 'above-connection' } = {};
    const joint = { isJoint: true };
    let member: Member | undefined;
    const plan: SitePlan & { readonly isAboveLimit: boolean; readonly isJoint: boolean } = {
      ...{ runs: [run('21:00', '22:00', cost)], outcome: { kind: 'complete' }, cost: 1, baselineCost: 2 },
      ...{ limitCost: 0.5, isAboveLimit: false },
    } as unknown as SitePlan & { readonly isAboveLimit: boolean; readonly isJoint: boolean };
    const connection: SharedConnection = {
      join(joined) {
        member = joined;
        return {
          plan: (_, from) => {
            asked.push(`plan ${clockText(from)}`);
            return { ...plan, ...joint };
          },
          request: () => asked.push('request'),
          changed: () => asked.push('changed'),
          makeRoom: () => asked.push('make room'),
          withheld: () => grid.withheld,
          priced: () => asked.push('priced'),
          leave: () => asked.push('leave'),
        };
      },
      beside: () => () => undefined,
      isShared: () => isShared,
      dimming: () => ({ kw: 1, until: at('23:00') }),
      unexpectedKw: () => 0,
    };
    const house = opened({ settings, connection });
    begin([asked]);
    return { ...house, asked, grid, joint, member: () => member as Member };
  }

  it('has its plan made for all, once all have heard of prices; those that are told again are no news', () => {
    const { switcher, asked } = shared();
    expect(switcher.price(prices).plan.limitCost).toBe(0.5);
    expect(asked).toEqual(['plan 20:00', 'changed', 'priced']);
    begin([asked]);
    switcher.price({ ...prices });
    expect(asked).toEqual(['changed']);
    begin([asked]);
    // On prices that are others, its plan stands until all are planned again.
    expect(switcher.price(days(['2026-04-15'], {})).plan.limitCost).toBe(0.5);
    expect(asked).toEqual(['changed', 'priced']);
    begin([asked]);
    switcher.ask({ energyKwh: 3 });
    expect(asked).toEqual(['plan 20:00', 'changed']);
  });

  it('has a plan on no known prices made again as soon as it hears of prices', () => {
    const { switcher, asked } = shared(hour, true, null);
    switcher.price(prices);
    begin([asked]);
    switcher.price(days(['2026-04-15'], {}));
    expect(asked).toEqual(['plan 20:00', 'changed', 'priced']);
  });

  it.each<[string, DemandSettings, boolean]>([
    ['there is nothing to share', hour, false],
    ['nobody knows its power', { minutes: 60 }, true],
    ['it feeds in', { ...hour, direction: 'dearest' }, true],
  ])('plans for itself where %s', (_, settings, isShared) => {
    const { switcher, asked } = shared(settings, isShared);
    switcher.price(prices);
    expect(asked.filter((call) => call !== 'make room')).toEqual(['changed']);
  });

  it('says what it asks for and takes, and is planned again when the others are', () => {
    const { switcher, member, asked, news } = shared();
    switcher.price(prices);
    expect(member().claim?.()?.demand).toMatchObject({ readyBy: at('+00:00') });
    expect(member().takes()).toEqual([{ start: at('21:00'), end: at('22:00'), kw: 2, mostKw: 2 }]);
    begin([asked, news]);
    member().replan();
    expect(asked).toEqual(['plan 20:00', 'changed']);
  });

  it.each(['dimmed', 'above-connection'] as const)(
    'is off while it is withheld as %s, and on again after that',
    async (reason) => {
      const { switcher, clock, member, grid, news } = shared();
      switcher.price(prices);
      await clock.advanceTo(at('21:10'));
      for (const withheld of [reason, undefined]) {
        Object.assign(grid, { withheld });
        member().carryOut();
      }
      expect(news.slice(-3).map(({ switch: { on, reason } }) => [on, reason])).toEqual([
        [true, 'planned'],
        [false, reason],
        [true, 'planned'],
      ]);
    },
  );

  it('has others that are due to be off switched off before it is switched on', async () => {
    const { switcher, clock, asked } = shared();
    switcher.price(prices);
    begin([asked]);
    await clock.advanceTo(at('21:00'));
    expect(asked[0]).toBe('make room');
  });

  it('has a plan of its own carried out a second later, so that all are planned together first', async () => {
    const { switcher, asked, joint, clock } = shared(hour);
    joint.isJoint = false;
    await clock.advanceTo(at('21:00'));
    switcher.price(prices);
    expect([asked.includes('request'), switcher.report().switch.on]).toEqual([true, false]);
    await clock.advanceTo(at('21:00') + 1);
    expect(switcher.report().switch.on).toBe(true);
  });

  it('says what it takes now, by its plan and by an override', async () => {
    const { switcher, clock, member } = shared();
    switcher.price(prices);
    expect(member().load()).toBeUndefined();
    await clock.advanceTo(at('21:00'));
    expect([member().load(), member().isOn()]).toEqual([{ kw: 2, by: 'plan' }, true]);
    switcher.ask({ override: 'on' });
    expect(member().load()).toEqual({ kw: 2, by: 'override' });
  });

  it('leaves it when it is stopped', () => {
    const { switcher, asked } = shared();
    switcher.stop();
    expect(asked).toEqual(['leave']);
  });
});
