import { describe, expect, it } from 'vitest';
import type { BatteryState } from '../../../src/runtime/battery/open-battery.ts';
import type { BatteryMember } from '../../../src/runtime/editor/overview.ts';
import { householdOf } from '../../../src/runtime/household/household.ts';
import { readSwitch, switchDevice } from '../../../src/runtime/household/switching.ts';
import { iso, noon, oneBattery, prices } from '../../support/device/one-battery.ts';
import { nights, oneCar } from '../../support/device/one-car.ts';
import { at } from '../../support/device/one-device.ts';

const memberOf = (state: BatteryState | undefined): BatteryMember => ({
  ...{ kind: 'battery', id: 'b1', name: 'Cellar', site: 'home' },
  ...(state && { state }),
});
/** Says what the page does, and answers with what takes it back. */
function sayTo(state: BatteryState | undefined, set: object) {
  const answer = switchDevice([memberOf(state)], readSwitch({ site: 'home', id: 'b1', set }));
  return 'undo' in answer ? answer.undo : {};
}

describe('commands of the page for a battery', () => {
  async function start(config: object = {}) {
    const house = await oneBattery(config);
    const battery = await house.open();
    battery.input(prices);
    battery.input({ soc: 30 });
    const say = (set: object) => sayTo(house.state(), set);
    const present = () => {
      const { mode, until, reason } = house.state()?.report.order ?? {};
      return { mode, until, reason };
    };
    return { ...house, say, present };
  }
  const planned = { mode: 'charge', until: noon + 3600, reason: 'planned' };
  const midnight = noon + 12 * 3600;

  it.each([
    ['hold until midnight', { override: 'hold', override_until: '' }, { mode: 'hold', until: midnight }],
    ['hold for two hours', { override: 'hold', override_until: '120' }, { mode: 'hold', until: noon + 7200 }],
    ['charge for one', { override: 'charge', override_until: '60' }, { mode: 'charge', until: noon + 3600 }],
  ])('has it %s, and what they answer takes that back', async (_, set, after) => {
    const { say, present } = await start();
    const undo = say(set);
    expect(present()).toEqual({ ...after, reason: 'override' });
    say(undo);
    expect(present()).toEqual(planned);
  });

  it('puts back an order by hand with the end that it had', async () => {
    const { say } = await start();
    say({ override: 'hold', override_until: '120' });
    expect(say({ override: 'charge', override_until: '' })).toEqual({
      override: 'hold',
      override_until: iso(noon + 7200).replace('.000', ''),
    });
  });

  it.each([
    [{ override: 'discharge' }, /^override: .*allowed are auto, normal, hold, holdcharge, charge$/],
    [{ override: 'hold', override_until: 'soon' }, /^override_until: 1 to \d+ minutes/],
    [{ override: 'hold', ready_by: '07:00' }, /^ready_by: one of soc/],
    [
      { override: 'hold', override_until: iso(noon - 60) },
      /^override_until: \S+ has passed; a time in the future is allowed$/,
    ],
  ])('refuses %j, and changes nothing', async (set, reason) => {
    const { say, present } = await start();
    expect(() => say(set)).toThrow(reason);
    expect(present()).toEqual(planned);
  });

  it.each([
    ['has never said how full it is', 'nobody has said yet how full it is: until then it is normal', 0, {}],
    [
      'has said nothing for too long',
      'it has said nothing for 15 minutes: until it does it is normal',
      900,
      { soc: 30 },
    ],
  ])('says that one which %s follows no order by hand', async (_, reason, silence, said) => {
    const house = await oneBattery();
    const battery = await house.open();
    battery.input({ ...prices });
    if ('soc' in said) battery.input({ ...said, override: 'hold' });
    await house.clock.advanceBy(silence);
    const say = (set: object) => sayTo(house.state(), set);
    expect(() => say({ override: 'charge', override_until: '60' })).toThrow(`override: ${reason}`);
    if ('soc' in said) expect(() => say({ override_until: '60' })).toThrow(`override: ${reason}`);
    expect(house.command('override', 'charge')).toEqual({ key: 'override', value: 'charge', allowed: reason });
    say({ override: 'auto' });
    battery.input({ soc: 30 });
    say({ override: 'charge', override_until: '60' });
    expect(house.state()?.report.order).toMatchObject({ mode: 'charge', reason: 'override' });
  });

  it('are for those of its site alone, and for those that run', async () => {
    const { state, present } = await start();
    const asked = { id: 'b1', set: { override: 'hold' } };
    expect(() => switchDevice([memberOf(state())], { ...asked, site: 'other' })).toThrow('id: no device b1 is running');
    expect(() => switchDevice([memberOf(undefined)], { ...asked, site: 'home' })).toThrow(
      'id: no device b1 is running',
    );
    expect(present()).toEqual(planned);
  });

  it.each([
    [{}, ['normal', 'hold', 'holdcharge', 'charge']],
    [{ fromGrid: false }, ['normal', 'hold', 'holdcharge']],
    [{ toGrid: true }, ['normal', 'hold', 'holdcharge', 'charge', 'discharge']],
  ])('are those that its dialog lets it do: %j', async (config, modes) => {
    const { state, clock, powers } = await start(config);
    const [shown] = householdOf([memberOf(state())], 'home', { clock, powers }).batteries ?? [];
    expect(shown).toMatchObject({ modes, override: 'auto', soc: 30 });
    expect(shown).not.toHaveProperty('asked');
  });
});

describe('commands of the page for a car', () => {
  async function start() {
    const car = await oneCar({ energyKwh: '11.04' });
    car.input(nights({ 1: 0.1, 2: 0.1 }));
    return { ...car, say: (set: object) => sayTo(car.state(), set) };
  }
  const present = ({ state }: Awaited<ReturnType<typeof start>>) => {
    const { order, values } = state()?.report ?? {};
    return { mode: order?.mode, until: order?.until, energyKwh: values?.energyKwh, readyBy: values?.readyBy };
  };
  const [eight, seven] = [at('2026-01-15 20:00'), at('2026-01-16 07:00')];
  const before = { mode: 'hold', until: at('2026-01-16 01:00'), energyKwh: 11.04, readyBy: '07:00' };

  it.each([
    ['for an hour', { override: 'charge', override_until: '60' }, { mode: 'charge', until: eight + 3600 }],
    ['until its deadline', { override: 'charge', override_until: '' }, { mode: 'charge', until: seven }],
    ['not at all', { override: 'hold', override_until: '' }, { mode: 'hold', until: seven }],
    [
      'with another amount by another time',
      { energy_kwh: '20', ready_by: '06:00' },
      { energyKwh: 20, readyBy: '06:00' },
    ],
  ])('charge it %s, and what they answer takes that back', async (_, set, after) => {
    const car = await start();
    expect(present(car)).toEqual(before);
    const undo = car.say(set);
    expect(present(car)).toMatchObject(after);
    car.say(undo);
    expect(present(car)).toEqual(before);
  });

  it('let it go on until its deadline after an hour was said', async () => {
    const car = await start();
    car.say({ override: 'charge', override_until: '60' });
    car.say({ override: 'charge', override_until: '' });
    expect(present(car).until).toBe(seven);
  });

  it('give back what was told of amount and time, and only that is said to be otherwise than its settings', async () => {
    const car = await start();
    const { state, clock, powers } = car;
    const otherwise = () => householdOf([memberOf(state())], 'home', { clock, powers }).batteries?.[0]?.toldOtherwise;
    expect(otherwise()).toBeUndefined();
    car.say({ energy_kwh: '20', target_soc: '80', ready_by: '06:00', override: 'charge' });
    expect(otherwise()).toEqual(['energy_kwh', 'ready_by']);
    car.say({ energy_kwh: '', ready_by: '' });
    expect(otherwise()).toBeUndefined();
    expect(present(car)).toMatchObject({ energyKwh: 11.04, readyBy: '07:00', mode: 'charge' });
  });

  it('are said by what it was asked for and by when', async () => {
    const { state, clock, powers } = await start();
    const [shown] = householdOf([memberOf(state())], 'home', { clock, powers }).batteries ?? [];
    expect(shown).toMatchObject({
      ...{ car: true, modes: ['charge', 'hold'], deadline: '2026-01-16T07:00:00+01:00' },
      asked: { energy_kwh: 11.04, target_soc: 80, ready_by: '07:00', soc: null },
    });
  });
});
