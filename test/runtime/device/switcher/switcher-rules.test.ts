import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import type { Device } from '../../../../src/runtime/device/device.ts';
import { clock as at, deviceOf, run, runTexts, standingOf } from '../../../support/device/device-value.ts';
import { ZONE } from '../../../support/device/one-device.ts';
import { begin, type House, hour, opened, prices } from '../../../support/device/watched-switcher.ts';

describe('the account of a device', () => {
  it('hears how long the relay stayed as it was, and at each change what was and what is, at which prices', async () => {
    const { switcher, clock, accounted } = opened();
    expect(accounted).toEqual(['resume 2 kW until 20:00', 'undefined to false, undefined, undefined']);
    begin([accounted]);
    switcher.price(prices);
    expect(accounted).toEqual(['count 2 kW', 'false to false, cost, DKK']);
    begin([accounted]);
    await clock.advanceTo(at('22:00'));
    expect(accounted).toEqual(['count 2 kW', 'false to true, cost, DKK']);
    begin([accounted]);
    switcher.ask({ measuredKw: 2 });
    expect(accounted).toEqual(['count 2 kW', 'true to true, cost, DKK']);
    begin([accounted]);
    switcher.stop();
    expect(accounted).toEqual(['count 2 kW']);
  });

  it('hears of what is sold, and of a clock that is set', async () => {
    const { switcher, clock, accounted } = opened({ settings: { ...hour, direction: 'dearest', prefer: 'latest' } });
    switcher.price(prices);
    begin([accounted]);
    await clock.setTo(at('21:00'));
    switcher.report();
    expect(accounted.slice(0, 2)).toEqual([`step 3600 ${ZONE}`, 'count 2 kW']);
    expect(accounted).toContain('false to false, revenue, DKK');
  });

  it('is a part of all that is said', () => {
    expect(opened().switcher.report().account).toEqual({ realised: 2 });
  });
});

describe('a meter that speaks often', () => {
  it('has nothing planned nor written down, and is answered with the plan, until a minute is more or less than was planned', async () => {
    const { switcher, clock, plans, remembered } = opened();
    switcher.price(prices);
    await clock.advanceTo(at('22:00'));
    begin([plans, remembered]);
    expect(switcher.ask({ measuredKw: 1 }).tell).toEqual({ switch: false, plan: true });
    await clock.advanceTo(at('22:01'));
    switcher.ask({ measuredKw: 1 });
    expect([plans, remembered]).toEqual([[], []]);
    await clock.advanceTo(at('22:02'));
    switcher.ask({ measuredKw: 1 });
    expect([plans, remembered.length]).toEqual([['22:02'], 1]);
  });
});

describe('an input', () => {
  it('of prices more than a year away is refused, unless the clock is not set', async () => {
    const input = ({ switcher }: House) => switcher.price({ spans: [{ start: 0, end: 3600, price: 1 }] });
    expect(() => input(opened())).toThrow('more than a year');
    const lost = opened();
    await lost.clock.setTo(1000);
    expect(() => input(lost)).not.toThrow();
  });

  it('comes after what a clock that was set has changed, which is told', async () => {
    for (const input of [
      ({ switcher }: House) => switcher.price(prices),
      ({ switcher }: House) => switcher.ask({ readyBy: '07:00' }),
      ({ switcher }: House) => switcher.ask({ measuredKw: 1 }),
      ({ switcher }: House) => switcher.report(),
    ]) {
      const house = opened();
      house.switcher.price(prices);
      await house.clock.advanceTo(at('22:30'));
      // In the same breath, before any alarm rings.
      const set = house.clock.setTo(at('+10:00'));
      input(house);
      await set;
      expect(house.remembered.at(-1)?.seen).toBe(at('+10:00'));
      expect(house.errors).toEqual([]);
    }
  });

  it('that asks for all is told all', () => {
    expect(opened().switcher.report().tell).toEqual({ switch: true, plan: true });
  });

  it('that says nothing new tells only the plan; what is written down is what was adopted', () => {
    const { switcher, remembered } = opened();
    switcher.price(prices);
    begin([remembered]);
    expect(switcher.price(prices).tell).toEqual({ switch: false, plan: true });
    expect(remembered).toHaveLength(1);
    expect(runTexts(remembered[0]?.standing?.plan.runs ?? [])).toEqual(['22:00-23:00']);
  });
});

describe('all that messages have told a device', () => {
  it('is said with the end of what was switched by hand', () => {
    const { switcher } = opened();
    switcher.ask({ readyBy: '07:00' });
    expect(switcher.told()).toEqual({ readyBy: '07:00', override: 'auto', overrideUntil: null });
    switcher.ask({ override: 'on', overrideUntil: 90 });
    expect(switcher.told()).toEqual({ readyBy: '07:00', override: 'on', overrideUntil: '2026-04-15T19:30:00Z' });
  });

  it('goes on by the same settings, from now on, and is forgotten by others', async () => {
    const { switcher, clock } = opened();
    switcher.ask({ readyBy: '07:00' });
    await clock.advanceTo(at('20:30'));
    expect(switcher.goingOn({ ...hour })).toMatchObject({ told: { readyBy: '07:00' }, seen: at('20:30') });
    expect(switcher.goingOn({ ...hour, energyKwh: 3 })).toMatchObject({ told: {}, changed: { at: at('20:30') } });
  });
});

describe('a device that a hand held, after a restart', () => {
  const held = (review: string | null, more: Partial<Device> = {}) =>
    deviceOf(hour, '20:00', {
      standing: standingOf([run('22:00', '23:00', 1)], { review: review === null ? null : at(review), reason: 'kept' }),
      ...{ override: { on: true, until: at('21:00') }, output: { on: true, since: at('19:00') } },
      ...more,
    });

  it.each<[string, Device, string, number]>([
    ['keeps its plan', held('21:30'), 'kept', 0],
    ['keeps a plan that nobody is to look at', held(null), 'kept', 0],
    ['has a plan made that was to be looked at', held('20:00'), 'kept', 1],
    ['has a plan made where it had none', { ...held(null), standing: null }, 'no-prices', 1],
  ])('%s', (_, memory, reason, plans) => {
    const house = opened({ memory });
    expect([house.news[0]?.plan.reason, house.plans.length]).toEqual([reason, plans]);
    const { review } = house.remembered.at(-1)?.standing ?? {};
    expect(review === memory.standing?.review).toBe(plans === 0);
    expect(house.news[0]?.tell).toEqual({ switch: true, plan: true });
  });
});

describe('time alone', () => {
  it('is told where it changes the output or the plan, and where a hand lets go', async () => {
    const { switcher, clock, news } = opened();
    switcher.price(prices);
    switcher.ask({ override: 'off', overrideUntil: 30 });
    begin([news]);
    await clock.advanceTo(at('20:29'));
    expect(news).toEqual([]);
    await clock.advanceTo(at('20:30'));
    expect(news.map(({ demand }) => demand.override)).toEqual(['auto']);
    await clock.advanceTo(at('+00:00') - 1);
    expect(news.slice(1).map(({ switch: { on } }) => on)).toEqual([true, false]);
  });

  it('is told nothing of where it changes nothing, as when a plan begins that has nothing to run yet', async () => {
    const { switcher, clock, news } = opened({ now: '20:00:30' });
    switcher.price(prices);
    begin([news]);
    expect(clock.alarms()).toEqual([at('20:01')]);
    await clock.advanceTo(at('20:02'));
    expect([news, clock.alarms()]).toEqual([[], [at('22:00')]]);
  });

  it('has told what goes wrong meanwhile', async () => {
    const { switcher, clock, remembered, errors } = opened();
    switcher.price(prices);
    remembered.push = () => {
      throw new Error('it cannot be written');
    };
    await clock.advanceTo(at('22:00'));
    expect(errors).toEqual(['Error: it cannot be written']);
  });

  it('has a refusal told once, and what was planned is carried out', async () => {
    let isRefused = false;
    const { switcher, clock, news, errors } = opened({ refuses: () => isRefused });
    switcher.price(prices);
    switcher.ask({ override: 'off', overrideUntil: 30 });
    isRefused = true;
    await clock.advanceTo(at('20:30'));
    expect([errors, news.at(-1)?.plan.reason]).toEqual([['RangeError: refused'], 'planned']);
  });

  it('has a refusal told where nothing was planned, and by which reason nothing runs', async () => {
    let isRefused = false;
    const { switcher, clock, news } = opened({ refuses: () => isRefused });
    switcher.ask({ override: 'off', overrideUntil: 30 });
    isRefused = true;
    await clock.advanceTo(at('20:30'));
    expect(news.at(-1)?.plan.reason).toBe('planner-refused');
  });

  it('sets no alarm where nothing is to come', () => {
    const once: DemandSettings = { ...hour, readyBy: '2026-04-15T19:00:00+02:00' };
    expect(opened({ settings: once }).clock.alarms()).toEqual([]);
  });

  it('ends a device that is stopped: it leaves the output as it is, and is written down as of then', async () => {
    const { switcher, clock, remembered } = opened();
    await clock.advanceTo(at('20:10'));
    switcher.stop();
    expect([clock.alarms(), remembered.at(-1)?.seen]).toEqual([[], at('20:10')]);
  });
});
