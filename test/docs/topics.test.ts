import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { carValues } from '../../src/messages/battery/car.ts';
import { batteryValues } from '../../src/messages/battery/command.ts';
import type { BatteryReport } from '../../src/messages/battery/report.ts';
import { commandValues } from '../../src/messages/command.ts';
import { entityNames } from '../../src/mqtt/discovery/entity-names.ts';
import { nothingPlanned } from '../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../support/feeds/known-series.ts';
import { manualClock } from '../support/manual-clock.ts';
import { demand, publishingHouse, root } from '../support/mqtt/publishing-house.ts';

const page = readFileSync('docs/integrate/topics.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
/** `a/b`, `c` of a row's first column stand for a/b and a/c. */
const topics = rows.flatMap((row) => {
  const [first = '', ...others] = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
  const branch = first.slice(0, first.lastIndexOf('/') + 1);
  return [first, ...others.map((name) => (name.includes('/') ? name : `${branch}${name}`))];
});

// Promise P-251 integrate/topics: the page names every topic
it('names every topic that a site publishes', () => {
  const clock = manualClock(Date.parse('2026-01-15T12:00:00+01:00') / 1000);
  const house = publishingHouse(clock);
  house.publishing.start();
  house.connect();
  const owners = [
    { id: 'p', name: 'Prices' },
    { id: 'w', name: 'Car' },
    { id: 'b', name: 'Cellar' },
    { id: 'v', name: 'Van' },
  ] as const;
  for (const owner of owners) house.publishing.present(owner);
  const known = knownSeriesOf({
    country: 'DE',
    from: '2026-01-14T23:00:00Z',
    until: '2026-01-15T23:00:00Z',
    resolution: 3600,
    total: (hour) => hour,
  });
  const now = {
    now: 1,
    next: 2,
    start: Date.parse('2026-01-15T12:00:00+01:00') / 1000,
    end: Date.parse('2026-01-15T13:00:00+01:00') / 1000,
    rank: 1,
    slots: 24,
  };
  const { timeZone } = known;
  const rest = { timeZone, level: 'CHEAP', min: 1, max: 2, average: 1.5, currency: 'EUR', unit: 'EUR/kWh' } as const;
  const forecast = [{ start: now.end, end: now.end + 3600, total: 1, low: 0, high: 2 }];
  const series = { ...known, feedin: known.prices, forecast };
  house.publishing.prices(owners[0], { prefix: 'price', series, now: { ...now, ...rest }, problem: undefined });
  const plan = { ...nothingPlanned, start: now.start, end: now.end, cost: 1 };
  const sums = { since: now.start, energyKwh: 4, pricedKwh: 4, cost: 0.4, saved: 0.8 };
  const account = { currency: 'EUR', timeZone, day: sums, month: sums, total: sums };
  house.publishing.device({ owner: owners[1], slug: 'car', state: { on: true, plan, demand: {}, account } });
  const battery: BatteryReport = {
    order: { mode: 'charge', chargeKw: 3, dischargeKw: 0, until: null, reason: 'planned', valuePerKwh: 0.2 },
    plan: {
      battery: 'cellar',
      stretches: [{ start: now.start, end: now.end, mode: 'charge', kw: 3, storedKwh: 5, soc: 50 }],
      ...{ cost: 1, baselineCost: 2, saving: 1, knownUntil: now.end, reason: 'planned', timeZone },
    },
    values: { enabled: true, reserveSoc: 10, override: 'auto', overrideUntil: 60, soc: 50 },
  };
  house.publishing.device({ owner: owners[2], slug: 'cellar', state: battery });
  const van: BatteryReport = { ...battery, kind: 'car', values: { ...battery.values, override: 'auto' } };
  house.publishing.device({ owner: owners[3], slug: 'van', state: van });
  house.publishing.dimmed({ kw: 4.2, until: now.end });
  const peak = { monthKw: 4, plannedKw: 5, monthCost: 1, plannedCost: 2 };
  house.publishing.powers({ from: now.start, solar: [1], load: [1], grid: [1], peak });
  house.publishing.billed({
    ...{ month: '2026-01', currency: 'EUR', soFar: 1, importKwh: 1, exportKwh: 0, peakKw: 1, status: 'complete' },
    ...{ missing: [], lines: [], until: '2026-01-15T12:00:00Z' },
  });
  const published = Object.keys(house.retained()).flatMap((topic) =>
    topic.startsWith(`${root}/`)
      ? [
          topic
            .slice(root.length + 1)
            .replace('window/car', 'window/<device>')
            .replace(/battery\/(cellar|van)/, 'battery/<name>'),
        ]
      : [],
  );
  const values = [
    ...Object.keys(commandValues(demand)).map((key) => `window/<device>/${key}`),
    ...Object.keys({ ...batteryValues({}), ...carValues({}) }).map((key) => `battery/<name>/${key}`),
  ];
  expect(published.length).toBeGreaterThan(20);
  expect(published.filter((topic) => !topics.includes(topic) && !values.includes(topic))).toEqual([]);
  expect(topics.filter((topic) => topic.includes('/') && !published.includes(topic))).toEqual([
    'window/<device>/set/…',
  ]);
});

// Promise P-253 integrate/topics: the page names every command of batteries
it('names every command of a battery', () => {
  const [sentence = ''] = /Their topics are `battery[\s\S]*?`reset`\./.exec(page) ?? [];
  expect([...Object.keys(batteryValues({})), 'reset'].filter((key) => !sentence.includes(`\`${key}\``))).toEqual([]);
});

// Promise P-254 integrate/topics: the page names every command of cars
it('names every command of a car', () => {
  const [sentence = ''] = /\[A car\]\(\.\.\/use\/car\.md\) takes[\s\S]*?`reset`\./.exec(page) ?? [];
  expect([...Object.keys(carValues({})), 'reset'].filter((key) => !sentence.includes(`\`${key}\``))).toEqual([]);
});

// Promise P-252 integrate/topics: the page names every command of devices
it('names every command', () => {
  const commands = rows.slice(rows.findIndex((row) => row.includes('/set/')) + 1).map((row) => row.split('`')[1]);
  expect(commands.sort()).toEqual([...Object.keys(commandValues({})), 'reset'].sort());
});

// Promise P-335 integrate/topics: the page names every entity
it.each([
  ['the site', { ...entityNames.site, ...entityNames.price }],
  ['each *cheapest-window*', entityNames.window],
  ['each *battery*', entityNames.battery],
])('names every entity of %s', (device, names) => {
  const row = (page.split('\n').find((line) => line.startsWith(`| ${device} |`)) ?? '').toLowerCase();
  const said = (name: string) => name.toLowerCase().replace(/ (this month|in all|today|by plan)$/, '');
  expect(Object.values(names).filter((name) => !row.includes(said(name)))).toEqual([]);
});
