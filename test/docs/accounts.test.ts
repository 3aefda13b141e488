import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wallTime } from '../../src/core/time.ts';
import { type AccountedHouse, accountedDevice } from '../support/device/accounted-device.ts';

const ZONE = 'Europe/Copenhagen';
const at = (time: string) => wallTime('2026-04-15', time, ZONE);
const MINUTE = 60;

const prices = (of: Readonly<Record<number, number>> = {}, known = (_hour: number) => true) => ({
  timeZone: ZONE,
  currency: 'EUR',
  prices: Array.from({ length: 24 }, (_, hour) => ({
    start: new Date(at(`${String(hour).padStart(2, '0')}:00`) * 1000).toISOString(),
    end: new Date((at(`${String(hour).padStart(2, '0')}:00`) + 3600) * 1000).toISOString(),
    total: of[hour] ?? (hour === 13 || hour === 14 ? 0.1 : hour >= 20 ? 0.2 : 0.3),
  })).filter((_, hour) => known(hour)),
});

interface Story {
  readonly config?: object;
  readonly first?: object;
  readonly tell?: (house: AccountedHouse) => Promise<void>;
}
/** Says something at a time of the day. */
const then =
  (...said: readonly (readonly [time: string, payload: object])[]) =>
  async (house: AccountedHouse) => {
    for (const [time, payload] of said) {
      await house.until(at(time));
      house.input(payload);
    }
  };
const every10Minutes = async (house: AccountedHouse) => {
  for (let time = at('13:00'); time <= at('15:00'); time += 10 * MINUTE) {
    await house.until(time);
    house.input({ measuredKw: time < at('15:00') ? 1.5 : 0 });
  }
};

const byHand = { override: 'on', overrideUntil: 120 };
const unpriced = { config: { minutes: '0' }, first: prices({}, (hour) => hour < 14) };

const stories: Readonly<Record<string, Story>> = {
  'it runs from 13:00 to 15:00': {},
  'nothing is to run': { config: { minutes: '0' } },
  'it is needed from 12:00 on: requested at 12:00': { config: { earliest: '12:00' } },
  'the same need is sent again at 14:30': { tell: then(['14:30', { minutes: 120 }]) },
  'another hour is requested at 21:00, after the run: it runs at once': {
    tell: then(['21:00', { minutes: 180 }]),
  },
  'an override keeps it on from 20:00 to 21:00': {
    tell: then(['20:00', { override: 'on', overrideUntil: 60 }]),
  },
  'Node-RED is off from 13:30 to 14:15, and the relay stays on': {
    async tell(house) {
      await house.until(at('13:30'));
      await house.restart(45 * MINUTE);
    },
  },
  'it is killed at 14:00 and back at 16:00: the run ends at 15:00': {
    async tell(house) {
      await house.until(at('14:00'));
      await house.restart(120 * MINUTE, { killed: true });
    },
  },
  'its meter measures 1.5 kW at 13:00 and every 10 minutes': { tell: every10Minutes },
  'its meter sends 1.5 kW at 13:00, and nothing after that': { tell: then(['13:00', { measuredKw: 1.5 }]) },
  'the reading of its meter is 70 at 12:00, 73 at 15:00': {
    tell: then(['12:00', { measuredKwh: 70 }], ['15:00', { measuredKwh: 73 }]),
  },
  'the reading is 70 at 12:00, 3 at 14:00, 4.5 at 15:00': {
    tell: then(['12:00', { measuredKwh: 70 }], ['14:00', { measuredKwh: 3 }], ['15:00', { measuredKwh: 4.5 }]),
  },
  'at 18:00 the price from 13:00 to 14:00 is corrected to 0.14': { tell: then(['18:00', prices({ 13: 0.14 })]) },
  'at 18:00 the price from 00:00 to 01:00 is corrected to 0.40': { tell: then(['18:00', prices({ 0: 0.4 })]) },
  'it runs by an override from 13:00 to 15:00, and the prices from 14:00 on are not known': {
    ...unpriced,
    tell: then(['13:00', byHand]),
  },
  'the same, and they come at 18:00': { ...unpriced, tell: then(['13:00', byHand], ['18:00', prices()]) },
};

const page = readFileSync('docs/use/accounts.md', 'utf8');
const rows = page
  .slice(page.indexOf('## A day'), page.indexOf('## What is decided'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the account of a day', () => {
  // Promise P-361 use/accounts: every row of its tables
  it.each(rows)('%s%s: %s kWh for %s, saves %s', async (_, story = '', kWh, cost, saved) => {
    const { config, first = prices(), tell } = stories[story] ?? {};
    expect(Object.keys(stories)).toContain(story);
    const house = await accountedDevice(at('00:00'), { minutes: '120', powerKw: '2', ...config }, ZONE);
    house.input(first);
    await tell?.(house);
    await house.until(at('23:59'));
    const { total, month, realised } = house.account() ?? {};
    const of = total?.pricedKwh === total?.energyKwh ? '' : ` of ${total?.pricedKwh} kWh`;
    const said = [String(total?.energyKwh), `${total?.cost.toFixed(2)}${of}`, total?.saved.toFixed(2)];
    expect(said).toEqual([kWh, cost, saved]);
    expect({ ...month, since: 0 }).toEqual({ ...total, since: 0 });
    expect(realised?.energyKwh).toBe(total?.energyKwh);
    expect(house.errors).toEqual([]);
    await house.close({ removed: true });
    expect([...house.texts]).toEqual([]);
  });
});
