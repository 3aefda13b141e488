import { describe, expect, it } from 'vitest';
import { type Instant, wallTime } from '../../../src/core/time.ts';
import { accountedDevice } from '../../support/device/accounted-device.ts';

const ZONE = 'Europe/Copenhagen';
const HOUR = 3600;
const at = (text: string): Instant => {
  const [date = '', time = ''] = text.split(' ');
  return wallTime(date, time, ZONE);
};

/** So many hours from a moment on, the fourth and the fifth of them at 0.1, each other at 0.3. */
const prices = (from: string, hours: number, more: object = {}) => ({
  timeZone: ZONE,
  currency: 'EUR',
  prices: Array.from({ length: hours }, (_, i) => ({
    start: new Date((at(from) + i * HOUR) * 1000).toISOString(),
    end: new Date((at(from) + (i + 1) * HOUR) * 1000).toISOString(),
    total: i === 3 || i === 4 ? 0.1 : 0.3,
  })),
  ...more,
});

const own = { minutes: '120', powerKw: '2' };

describe('the account of a device', () => {
  it.each([
    [
      'takes what its phases take',
      {
        profile: [
          { minutes: 30, kw: 2 },
          { minutes: 90, kw: 0.2 },
        ],
      },
      1.3,
      0.13,
    ],
    ['takes a power of its own', own, 4, 0.4],
  ])('that %s', async (_, config, kWh, cost) => {
    const house = await accountedDevice(at('2026-04-15 10:00'), config);
    house.input(prices('2026-04-15 10:00', 14));
    await house.until(at('2026-04-15 18:00'));
    expect(house.account()?.total).toMatchObject({ energyKwh: kWh, cost });
  });

  // Promise P-363 use/accounts: no cost history if the energy of a device is unknown
  it('is none where nobody knows what it takes, and begins with the first that a meter says', async () => {
    const house = await accountedDevice(at('2026-04-15 10:00'), { minutes: '120' });
    house.input(prices('2026-04-15 10:00', 14));
    await house.until(at('2026-04-15 13:00'));
    expect([house.account(), house.plan()?.realised]).toEqual([undefined, undefined]);
    house.input({ measuredKw: 1 });
    await house.until(at('2026-04-15 18:00'));
    expect(house.account()?.total).toMatchObject({ energyKwh: 0.25, cost: 0.025 });
  });

  // Promise P-365 use/accounts: months begin at the local midnight
  it('begins a month at its local midnight, and a period at its deadline', async () => {
    const config = { minutes: '120', powerKw: '2', readyBy: '06:00' };
    const house = await accountedDevice(at('2026-04-30 18:00'), config);
    house.input(prices('2026-04-30 20:00', 30));
    await house.until(at('2026-05-01 05:59'));
    expect(house.account()).toMatchObject({
      total: { since: at('2026-04-30 18:00'), energyKwh: 4, cost: 0.4 },
      month: { since: at('2026-05-01 00:00'), energyKwh: 2, cost: 0.2 },
      day: { since: at('2026-05-01 00:00'), energyKwh: 2, cost: 0.2 },
      realised: { energyKwh: 4, cost: 0.4 },
    });
    await house.until(at('2026-05-01 06:01'));
    expect(house.account()?.realised).toEqual({ energyKwh: 0, cost: 0, baselineCost: 0 });
  });

  // Promise P-370 use/accounts: what is sold is a negative cost
  it('of what is sold says in the plan what it earned, and in the sums what it cost', async () => {
    const house = await accountedDevice(at('2026-04-15 10:00'), { ...own, direction: 'dearest' });
    const { prices: paid, ...series } = prices('2026-04-15 10:00', 14);
    const feedin = paid.map((price, i) => ({ ...price, total: i === 5 || i === 6 ? 0.5 : 0.2 }));
    house.input({ ...series, prices: paid, feedin });
    await house.until(at('2026-04-15 18:00'));
    expect(house.account()).toMatchObject({
      total: { energyKwh: 4, cost: -2, saved: 1.2 },
      realised: { cost: 2, baselineCost: 0.8 },
    });
  });

  // Promise P-364 use/accounts: another currency begins the account anew
  it('begins anew in another currency, and keeps the runs in theirs', async () => {
    const house = await accountedDevice(at('2026-04-15 10:00'), own);
    house.input(prices('2026-04-15 10:00', 14));
    await house.until(at('2026-04-15 18:00'));
    house.input(prices('2026-04-15 10:00', 14, { currency: 'DKK' }));
    expect(house.account()).toMatchObject({
      currency: 'DKK',
      total: { since: at('2026-04-15 18:00'), energyKwh: 0, cost: 0 },
    });
    expect(house.csv().split('\r\n')).toEqual([
      'start,end,switched_by,energy_kwh,priced_kwh,cost,baseline_cost,saved,currency',
      '2026-04-15T13:00:00+02:00,2026-04-15T15:00:00+02:00,plan,4,4,0.4,1.2,0.8,EUR',
      '',
    ]);
  });

  // Promise P-368 use/accounts: what ran by a clock that was not set moves to the time that is shown once it is
  it('of what ran by a clock that was not set is that of the time that it shows then', async () => {
    const house = await accountedDevice(at('1970-01-02 10:00'), own);
    house.input({ override: 'on', overrideUntil: 600 });
    await house.until(at('1970-01-02 11:00'));
    await house.clock.setTo(at('2026-04-15 13:00'));
    house.input(prices('2026-04-15 09:00', 14));
    house.input({ override: 'off' });
    expect(house.account()?.total).toMatchObject({ energyKwh: 2, pricedKwh: 2, cost: 0.2 });
  });

  // Promise P-318 integrate/topics: `measured_kwh` only grows
  // Promise P-367 use/accounts: a reading that falls or leaps is another meter's
  it.each([
    ['a month later is spread over all of it', 31, 73, 3],
    ['months later is that of another meter', 200, 73, 0],
    ['falls is that of another meter', 1, 3, 0],
    ['leaps as far as 100 kW can is spread over all of it', 1, 2470, 2400],
    ['leaps by more is that of another meter', 1, 2471, 0],
  ])('takes a reading that %s', async (_, days, reading, kWh) => {
    const house = await accountedDevice(at('2026-04-15 10:00'), { minutes: '0', powerKw: '2' });
    house.input({ measuredKwh: 70 });
    await house.until(at('2026-04-15 10:00') + days * 24 * HOUR);
    house.input({ measuredKwh: reading });
    expect(house.account()?.total.energyKwh).toBe(kWh);
  });

  it('keeps the time between two readings, however many messages there are in it', async () => {
    const house = await accountedDevice(at('2026-04-15 10:00'), own);
    house.input(prices('2026-04-15 10:00', 14));
    house.input({ measuredKwh: 70 });
    for (let time = at('2026-04-15 10:00'); time < at('2026-04-15 16:00'); time += 30) {
      await house.until(time);
      house.input({ measuredKw: 1 });
    }
    expect(house.texts.get('account')?.length).toBeLessThan(5000);
    house.input({ measuredKwh: 73 });
    expect(house.account()?.total).toMatchObject({ energyKwh: 3, cost: 0.3 });
  });

  // Promise P-369 use/accounts: a cost history that cannot be read begins anew, with a warning
  // Promise P-782 operate/failures: the cost history of a device cannot be read
  it('begins anew where it cannot be read, says so, and the device runs all the same', async () => {
    const house = await accountedDevice(at('2026-04-15 10:00'), own);
    house.input(prices('2026-04-15 10:00', 14));
    await house.until(at('2026-04-15 14:00'));
    await house.restart(0);
    house.texts.set('account', '{"schema":1,"account":{}}');
    await house.restart(0, { killed: true });
    await house.until(at('2026-04-15 18:00'));
    expect(house.errors).toEqual([expect.stringMatching(/^Error: account cannot be read: account\.since: /)]);
    expect(house.account()?.total).toMatchObject({ since: at('2026-04-15 14:00'), energyKwh: 2 });
  });

  it('is written in a few kB, when it switches, when prices come, and after each quarter hour while it runs', async () => {
    const house = await accountedDevice(at('2026-04-15 10:00'), own);
    house.input(prices('2026-04-15 10:00', 14));
    const written: string[] = [];
    for (let time = at('2026-04-15 10:01'); time <= at('2026-04-15 18:00'); time += 60) {
      const before = house.texts.get('account');
      await house.until(time);
      const text = house.texts.get('account') ?? '';
      if (text !== before) written.push(new Date(time * 1000).toISOString().slice(11, 16));
      expect(text.length).toBeLessThan(10_000);
    }
    const running = ['11:00', '11:16', '11:31', '11:46', '12:01', '12:16', '12:31', '12:46', '13:00'];
    expect(written).toEqual(['08:01', ...running]);
  });
});
