import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, type Instant, localDay } from '../../../src/core/time.ts';
import { type DemandSettings, readSettings } from '../../../src/messages/demand/demand.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import { lawCases } from '../../support/cases.ts';
import { at, HOUR, type House, setUp, shown, ZONE } from '../../support/device/one-device.ts';

/** A fortnight that begins before the spring change and ends after it. */
const FIRST = '2026-03-21';
const dates = Array.from({ length: 16 }, (_, i) => addDays(FIRST, i));
const END = localDay(dates[14] as string, ZONE).start;

/** Quarter-hourly prices that nobody could guess, known as they are published: today's, and tomorrow's from 13:00 on. */
function pricesAt(now: Instant, seed: number): MarketPrices {
  const known = dates.filter(
    (date) =>
      now >= localDay(addDays(date, -1), ZONE).start + 13 * HOUR && now < localDay(addDays(date, 1), ZONE).start,
  );
  const spans = known.flatMap((date) => {
    const { start, end } = localDay(date, ZONE);
    return Array.from({ length: (end - start) / 900 }, (_, i) => ({
      start: start + i * 900,
      end: start + (i + 1) * 900,
      price: Math.round(1000 * Math.sin(seed + (start + i * 900) ** 1.1)) / 1000,
    }));
  });
  return { spans, timeZone: ZONE };
}

/** A fortnight with prices at 13:00 each day, and restarts after `up` minutes for `down` minutes each. */
async function fortnight(settings: DemandSettings, restarts: readonly { up: number; down: number }[], seed: number) {
  const house = setUp({ now: `${FIRST} 00:00`, settings, prices: pricesAt(at(`${FIRST} 00:00`), seed) });
  let [restart, ...later] = restarts.map(({ up, down }) => ({ at: house.clock.now() + up * 60, down: down * 60 }));
  const publications = dates.map((date) => localDay(date, ZONE).start + 13 * HOUR);
  for (const publication of [...publications, END].filter((instant) => instant <= END)) {
    while (restart && restart.at < publication) {
      await watched(house, restart.at);
      await house.restart(house.clock.now() + restart.down);
      house.price(pricesAt(house.clock.now(), seed));
      [restart, ...later] = later;
    }
    await watched(house, publication);
    house.price(pricesAt(publication, seed));
  }
  return house;
}

/** Lets time pass, and looks in now and then whether the output is on inside its runs and off outside them. */
async function watched(house: House, until: Instant): Promise<void> {
  while (house.clock.now() < until) {
    await house.clock.advanceTo(Math.min(until, house.clock.now() + 37 * 60));
    const { switch: output, plan } = house.report();
    const now = house.clock.now();
    const inside = plan.runs.some(({ start, end }) => start <= now && now < end);
    expect([shown(now), output.on]).toEqual([shown(now), inside]);
  }
}

/** How often the relay was switched on between two instants. */
const startsOf = ({ relay }: House, from: Instant, until: Instant) =>
  relay.filter(({ at, on }, i) => on && !relay[i - 1]?.on && from <= at && at < until).length;

/** Minutes that the relay was on between two instants. */
function minutesOn({ relay }: House, from: Instant, until: Instant): number {
  return relay.reduce((sum, { at, on }, i) => {
    const end = relay[i + 1]?.at ?? END;
    return on ? sum + Math.max(0, Math.min(end, until) - Math.max(at, from)) / 60 : sum;
  }, 0);
}

const restarts = fc
  .array(fc.record({ up: fc.nat(14 * 1440), down: fc.nat(15) }), { maxLength: 12 })
  .map((all) => all.sort((a, b) => a.up - b.up).filter(({ up }, i) => up > (all[i - 1]?.up ?? 0) + 30));

/** The devices of the demo's houses as their dialogs would save them. */
const nodes: readonly Readonly<Record<string, unknown>>[] = JSON.parse(readFileSync('examples/demo.json', 'utf8'));
const devices = nodes.filter(({ type }) => type === 'dayahead-cheapest-window');
const deviceOf = (name: string) => readSettings(devices.find((node) => node.name === name) ?? {});

it.each<[string, DemandSettings, number, string]>([
  ['the heat pump', deviceOf('Heat pump'), 360, '00:00'],
  ['the heat pump with three starts', { ...deviceOf('Heat pump'), minOnMinutes: 30, maxStarts: 3 }, 360, '00:00'],
  ['the car', deviceOf('Car'), 179, '07:00'],
  ['the car in pieces', { ...deviceOf('Car'), shape: 'split', minOffMinutes: 30 }, 179, '07:00'],
  ['the dishwasher', deviceOf('Dishwasher'), 150, '06:30'],
  ['the hot water', deviceOf('Hot water'), 120, '18:00'],
])('%s of the demo gets what it needs over a fortnight, whenever it is restarted', async (_, settings, need, time) => {
  await fc.assert(
    fc.asyncProperty(restarts, fc.nat(1000), async (restarts, seed) => {
      const house = await fortnight(settings, restarts, seed);
      expect(house.errors).toEqual([]);
      const away = restarts.reduce((sum, { down }) => sum + down, 0);
      for (const [i, date] of dates.slice(1, 14).entries()) {
        const from = at(`${dates[i]} ${time}`);
        const until = at(`${date} ${time}`);
        const on = minutesOn(house, from, until);
        expect(on).toBeGreaterThanOrEqual(need);
        expect(on).toBeLessThanOrEqual(need + (settings.minOnMinutes ?? 0) + away);
        expect(startsOf(house, from, until)).toBeLessThanOrEqual(settings.maxStarts ?? Number.POSITIVE_INFINITY);
      }
    }),
    lawCases(8, 12, 20_260_321),
  );
});

it('names every device of the demo', () => {
  expect(devices.map(({ name }) => name)).toEqual(['Heat pump', 'Car', 'Dishwasher', 'Hot water']);
});

it.each([
  ['not when it is back in time', 0, []],
  ['when it is back too late', 300, ['overrun']],
])('a need that an absence puts out of reach is reported: %s', async (_, awayMinutes, reports) => {
  const settings = deviceOf('Car');
  const [first] = dates;
  const house = setUp({ now: `${first} 14:00`, settings, prices: pricesAt(at(`${first} 14:00`), 1) });
  const back = at(`${dates[1]} 00:30`) + awayMinutes * 60;
  await house.clock.advanceTo(at(`${first} 14:30`));
  await house.restart(back);
  house.price(pricesAt(back, 1));
  expect(house.plans.filter((reason) => reason === 'overrun')).toEqual(reports);
});
