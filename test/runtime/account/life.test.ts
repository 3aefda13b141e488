import { describe, expect, it } from 'vitest';
import { type Instant, localDay } from '../../../src/core/time.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import { chanceOf } from '../../support/chance.ts';
import { accountedDevice } from '../../support/device/accounted-device.ts';

const ZONE = 'Europe/Copenhagen';
const HOUR = 3600;
const DAY = 24 * HOUR;
const START = localDay('2026-03-16', ZONE).start;
const DAYS = 20;

describe('through twenty days of whatever happens, an account adds up', () => {
  it.each([1, 2, 3, 4])('seed %i', async (seed) => {
    const chance = chanceOf(seed);
    const minutes = chance.of(['60', '240']);
    const config = {
      minutes,
      powerKw: '2',
      shape: chance.of(['split', 'contiguous']),
      readyBy: chance.of(['', '07:00']),
    };
    const house = await accountedDevice(START, config, ZONE);
    const born = house.clock.uptime();
    const right = (): Instant => START + house.clock.uptime() - born;
    let reading = 100;
    const nextReading = () => {
      reading = chance.below(9) > 0 ? reading + chance.below(3) : 0;
      return reading;
    };
    const prices = () => ({
      timeZone: ZONE,
      currency: 'DKK',
      prices: Array.from({ length: 48 }, (_, i) => ({
        start: new Date((Math.floor(right() / DAY) * DAY + i * HOUR) * 1000).toISOString(),
        end: new Date((Math.floor(right() / DAY) * DAY + (i + 1) * HOUR) * 1000).toISOString(),
        total: chance.below(100) / 100,
      })).filter(() => chance.below(20) > 0),
    });
    const events = {
      prices: () => house.input(prices()),
      need: () => house.input({ minutes: chance.of([0, 30, 180]) }),
      hand: () => house.input({ override: chance.of(['on', 'off', 'auto']), overrideUntil: 90 }),
      power: () => house.input({ measuredKw: chance.of([0, 1.5, 2]) }),
      reading: () => house.input({ measuredKwh: nextReading() }),
      forget: () => house.input({ reset: true }),
      restart: () => house.restart(chance.below(2 * HOUR)),
      kill: () => house.restart(chance.below(2 * HOUR), { killed: true }),
      sleep: () => house.clock.jumpTo(house.clock.now() + chance.below(10 * HOUR)),
      set: () => house.clock.setTo(right() + chance.of([0, 0, 95, -HOUR, 5 * HOUR, -DAY, -50 * 365 * DAY])),
    };
    const kinds = [
      'prices',
      'prices',
      'need',
      'hand',
      'power',
      'reading',
      'forget',
      'restart',
      'kill',
      'sleep',
      'set',
    ] as const;
    for (let most = 0; right() < START + DAYS * DAY; ) {
      try {
        const kind = chance.of(kinds);
        await events[kind]();
        // What was not written down yet is lost.
        if (kind === 'kill') most = 0;
      } catch (error) {
        // What is years away by a wrong clock is refused.
        expect(error).toBeInstanceOf(MessageError);
      }
      await house.until(house.clock.now() + chance.below(6 * HOUR));
      const { total } = house.account() ?? expect.unreachable('an account');
      expect(total.energyKwh).toBeGreaterThanOrEqual(most);
      expect(total.pricedKwh).toBeLessThanOrEqual(total.energyKwh + 1e-6);
      most = total.energyKwh;
    }
    const rows = house.csv().trim().split('\r\n').slice(1);
    const sum = (column: number) => rows.reduce((all, row) => all + Number(row.split(',')[column]), 0);
    const { total } = house.account() ?? expect.unreachable('an account');
    expect(house.errors).toEqual([]);
    expect(total.energyKwh).toBeGreaterThan(10);
    expect([sum(3), sum(4), sum(5), sum(7)]).toEqual(
      [total.energyKwh, total.pricedKwh, total.cost, total.saved].map((value) => expect.closeTo(value, 3)),
    );
  });
});
