import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatteryReport } from '../../../src/messages/battery/report.ts';
import type { PlanSummary } from '../../../src/messages/plan.ts';
import { refusalTopic } from '../../../src/mqtt/command-topics.ts';
import { batteryAnnouncement } from '../../../src/mqtt/discovery/battery-entities.ts';
import { windowAnnouncement } from '../../../src/mqtt/discovery/window-entities.ts';
import { batteryTopics } from '../../../src/mqtt/house/battery-topics.ts';
import { priceTopics } from '../../../src/mqtt/price-topics.ts';
import type { Publication } from '../../../src/mqtt/topics.ts';
import { windowTopics } from '../../../src/mqtt/window-topics.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const DAY = 96 * QUARTER;
const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const site = { discoveryPrefix: 'homeassistant', site: 'home', root: 'dayahead/home', id: 'c0ffee' };

/** The topic of the attributes of the only entity that has a plan. */
function carrierOf({ entities }: ReturnType<typeof batteryAnnouncement>): string {
  const topics = Object.values(entities).map((each) => String(each.json_attributes_topic ?? ''));
  return topics.find((topic) => !topic.endsWith('/error') && topic !== '')?.replace(`${site.root}/`, '') ?? '';
}
const carOf = { id: 'a', name: 'Car', device: 'car', currency: 'EUR' };
const ofDevice = carrierOf(windowAnnouncement(site, { ...carOf, demand: {} }));
const ofBattery = carrierOf(batteryAnnouncement(site, carOf, {}));

const textOn = (topics: readonly Publication[], wanted: string) =>
  topics.find(({ topic }) => topic === wanted)?.payload ?? expect.unreachable(wanted);

/** A plan of runs of so many seconds, a pause of the same length after each. */
function planOf(count: number, seconds: number, price = 0.123456): PlanSummary {
  const runs = Array.from({ length: count }, (_, i) => {
    const start = NOON + 2 * i * seconds;
    return { start, end: start + seconds, kw: 10.123456, energyKwh: 2.530864, cost: price, averagePrice: price };
  });
  return { ...nothingPlanned, runs, start: NOON, end: runs.at(-1)?.end ?? null, reason: 'planned' };
}

function batteryOf(count: number, seconds: number): BatteryReport {
  const stretches = Array.from({ length: count }, (_, i) => {
    const start = NOON + i * seconds;
    const mode = i % 2 === 0 ? ('holdcharge' as const) : ('discharge' as const);
    return { start, end: start + seconds, mode, kw: -10.123, storedKwh: 10.123, soc: 56.7 };
  });
  const order = {
    mode: 'hold',
    chargeKw: 0,
    dischargeKw: 0,
    until: null,
    reason: 'planned',
    valuePerKwh: null,
  } as const;
  const money = { cost: 1.234567, baselineCost: 2.345678, saving: 1.111111 };
  const plan = { battery: 'car', stretches, ...money, knownUntil: NOON, reason: 'planned', timeZone: 'Europe/Berlin' };
  return { order, plan, values: {} };
}

// Promise P-346 integrate/topics: attributes of *known until* and of a plan stay below 16,384 bytes
describe('the attributes of a plan', () => {
  it('are the next 24 hours of a week of 332 runs, whose topic has all', () => {
    const topics = windowTopics('car', { on: false, plan: planOf(332, QUARTER), demand: {} }, NOON);
    const { runs, ...rest } = JSON.parse(textOn(topics, ofDevice));
    const { runs: all, ...whole } = JSON.parse(textOn(topics, 'window/car/plan'));
    expect([runs.length, all.length]).toEqual([48, 332]);
    expect(runs).toEqual(all.slice(0, 48));
    expect(rest).toEqual(whole);
    expect(textOn(topics, 'window/car/plan').length).toBeGreaterThan(40_000);
  });

  it('are the next 24 hours of a battery whose mode changes each quarter hour', () => {
    const topics = batteryTopics('car', batteryOf(240, QUARTER), NOON + 60);
    const { stretches } = JSON.parse(textOn(topics, ofBattery));
    expect(stretches).toEqual(JSON.parse(textOn(topics, 'battery/car/plan')).stretches.slice(0, 97));
    expect(textOn(topics, 'battery/car/plan').length).toBeGreaterThan(30_000);
  });

  it('begin with the run under way, without those that are over', () => {
    const at = NOON + 2 * QUARTER + MINUTE;
    const topics = windowTopics('car', { on: true, plan: planOf(3, QUARTER), demand: {} }, at);
    const { runs } = JSON.parse(textOn(topics, ofDevice));
    expect(runs.map(({ start }: { start: string }) => start)).toEqual([
      '2026-01-15T12:30:00+01:00',
      '2026-01-15T13:00:00+01:00',
    ]);
  });

  it('are cleared with their plan', () => {
    const topics = windowTopics('car', { on: false, plan: planOf(3, QUARTER), demand: {} }, NOON + DAY);
    expect(textOn(topics, ofDevice)).toBe('');
  });

  it('stay below 16,001 bytes, whatever the plan', () => {
    const minutes = fc.integer({ min: 1, max: 30 }).map((length) => length * MINUTE);
    const price = fc.constantFrom(0.1, -123_456.123456, 1e-6);
    fc.assert(
      fc.property(
        fc.nat(2000),
        minutes,
        price,
        fc.integer({ min: 0, max: 9 * DAY }),
        (count, seconds, paid, passed) => {
          const device = { on: false, plan: planOf(count, seconds, paid), demand: {} };
          const texts = [
            textOn(windowTopics('car', device, NOON + passed), ofDevice),
            textOn(batteryTopics('car', batteryOf(count, seconds), NOON + passed), ofBattery),
          ];
          for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_000);
        },
      ),
      { numRuns: 15 },
    );
  });
});

it.each([60, 300, 900, 3600])(
  'prices of intervals of %d s are attributes of both days below 16,001 bytes',
  (seconds) => {
    const days = { from: '2025-10-25T22:00:00Z', until: '2025-10-27T23:00:00Z' };
    const interval = { from: days.from, until: new Date(Date.parse(days.from) + seconds * 1000).toISOString() };
    const [first] = knownSeriesOf({ country: 'HU', ...interval, resolution: 900, total: () => 0 }).prices;
    const count = (Date.parse(days.until) - Date.parse(days.from)) / 1000 / seconds;
    const prices = Array.from({ length: count }, (_, i) => {
      const start = Date.parse(days.from) / 1000 + i * seconds;
      return { ...first, start, end: start + seconds, total: -12_345.123456 - i / 1000 };
    });
    const series = { ...knownSeriesOf({ country: 'HU', ...days, resolution: 900, total: () => 0 }), prices };
    const text = textOn(
      priceTopics(series, undefined, Date.parse('2025-10-26T12:00:00Z') / 1000),
      'price/ha_attributes',
    );
    const { raw_today, raw_tomorrow } = JSON.parse(text);
    expect([raw_today.length, raw_tomorrow.length]).toEqual(seconds === 3600 ? [25, 24] : [100, 96]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_000);
  },
);

it('a refused command keeps 256 characters of its key', () => {
  const refusal = { key: 'k'.repeat(60_000), value: '1', allowed: 'one of …' };
  const { payload } = refusalTopic({ kind: 'device', device: 'car' }, refusal, NOON);
  expect(JSON.parse(payload).key).toHaveLength(256);
});
