import { describe, expect, it } from 'vitest';
import { addDays, type Instant, localDate, localDay, wallTime } from '../../src/core/time.ts';
import { currentPrice } from '../../src/messages/now.ts';
import { type SeriesFacts, seriesAt } from '../../src/messages/series.ts';
import { seriesMessage } from '../../src/messages/to-message.ts';
import { openDevice } from '../../src/runtime/device/open-device.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { publishingHouse, root, siteIn } from '../support/mqtt/publishing-house.ts';

const ZONE = 'Europe/Berlin';
const QUARTER = 900;
const prices = { id: 'p1', name: 'Prices' };
const car = { id: 'w1', name: 'Car' };
const at = (date: string, time: string): Instant => wallTime(date, time, ZONE);

/** Per kWh, to as many digits as a price may have. */
const priceAt = (start: Instant): number => ((start / QUARTER) % 97) / 81.23457;
const micro = (value: number) => Math.round(value * 1e6) / 1e6;

/** An auction comes at 13:05, except on the second day; there is nothing from midnight on until nine hours later. */
function knownUntil(now: Instant, first: string): Instant {
  const second = addDays(first, 1);
  const published =
    now >= at(addDays(second, 1), '09:00') ? addDays(second, 1) : now >= at(first, '13:05') ? second : first;
  return localDay(published, ZONE).end;
}

function factsAt(now: Instant, first: string): SeriesFacts {
  const { start } = localDay(localDate(now, ZONE), ZONE);
  const end = knownUntil(now, first);
  const count = Math.max(0, (end - start) / QUARTER);
  const points = Array.from({ length: count }, (_, i) => {
    const from = start + i * QUARTER;
    return { start: from, end: from + QUARTER, energy: micro(priceAt(from)) };
  });
  return {
    country: 'DE',
    resolution: QUARTER,
    currency: 'EUR',
    consumption: { points },
    asked: ['energy'],
    fetchedAt: now,
    nextPoll: now + 3600,
    attribution: [],
  };
}

/** A price node and a car that needs two hours every night, as their nodes run them. */
async function houseFrom(first: string) {
  const clock: ManualClock = manualClock(localDay(first, ZONE).start);
  const house = publishingHouse(clock);
  const relay = { on: false };
  house.publishing.start();
  house.connect();
  for (const owner of [prices, car]) house.publishing.present(owner);
  const device = await openDevice({
    site: siteIn(house, { clock, timeZone: ZONE, owner: car }),
    config: { minutes: '120', readyBy: '07:00', shape: 'split' },
    owner: car,
    keeping: {},
    onNews: () => undefined,
    onState: ({ report }) => {
      relay.on = report.switch.on;
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  function price(): void {
    const now = clock.now();
    clock.alarm((Math.floor(now / 300) + 1) * 300, price);
    const facts = factsAt(now, first);
    const series = seriesAt(facts, now);
    const current = currentPrice(facts, now);
    if (now % QUARTER === 0 || now % 3600 === 300) {
      house.publishing.prices(prices, { prefix: 'price', series, now: current, problem: undefined });
    }
    if (now % 3600 === 300 && series.prices.length > 0) device.input(seriesMessage(series));
  }
  price();
  return { ...house, clock, relay };
}

/** What a wall display has to show, worked out from the prices alone. */
function truth(now: Instant, first: string): Record<string, string | undefined> {
  const start = Math.floor(now / QUARTER) * QUARTER;
  const end = start + QUARTER;
  const known = (instant: Instant) => instant < knownUntil(now, first);
  if (!known(start)) {
    return {
      availability: 'offline',
      now: undefined,
      next: undefined,
      level: undefined,
      rank: undefined,
      valid_until: undefined,
    };
  }
  const day = localDay(localDate(now, ZONE), ZONE);
  const cheaper = Array.from({ length: (day.end - day.start) / QUARTER }, (_, i) =>
    priceAt(day.start + i * QUARTER),
  ).filter((price) => micro(price) < micro(priceAt(start)));
  return {
    availability: 'online',
    now: String(micro(priceAt(start))),
    next: known(end) ? String(micro(priceAt(end))) : undefined,
    rank: String(cheaper.length + 1),
    valid_until: String(end),
  };
}

describe.each([
  ['an ordinary day', '2026-01-14', 96, 96],
  ['the day of 23 hours', '2026-03-29', 92, 96],
  ['the eve of the day of 23 hours', '2026-03-28', 96, 92],
  ['the day of 25 hours', '2026-10-25', 100, 96],
])('from %s on (%s)', (_, first, today, tomorrow) => {
  it('a subscriber is right at every instant of two days and a half, and no topic speaks twice in a second', async () => {
    const { clock, relay, shown, heard } = await houseFrom(first);
    const end = at(addDays(first, 2), '12:00');
    let switches = 0;
    let wasOn = false;
    for (let start = clock.now(); start < end; start += QUARTER) {
      for (const second of [0, 1, 420, 899]) {
        await clock.advanceTo(start + second);
        const expected = truth(clock.now(), first);
        const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, shown(`price/${name}`)]));
        expect(actual).toEqual(expected);
        expect(shown('window/car/state')).toBe(relay.on ? 'ON' : 'OFF');
        expect(shown('status')).toBe('online');
        if (relay.on !== wasOn) switches++;
        wasOn = relay.on;
      }
    }
    expect(switches).toBeGreaterThan(2);
    const spoken = heard().map(({ topic, at: when }) => `${topic} ${when}`);
    expect(new Set(spoken).size).toBe(spoken.length);
  });

  it('a chart has both days, in no more bytes than the recorder keeps', async () => {
    const { clock, shown } = await houseFrom(first);
    await clock.advanceTo(at(first, '15:00') + 1);
    const payload = shown('price/ha_attributes') ?? '';
    const { raw_today, raw_tomorrow, tomorrow_valid } = JSON.parse(payload);
    expect([raw_today.length, raw_tomorrow.length, tomorrow_valid]).toEqual([today, tomorrow, true]);
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(16_000);
  });
});

it('a price node that hangs leaves nothing that is no longer true', async () => {
  const first = '2026-01-14';
  const clock = manualClock(at(first, '12:00'));
  const house = publishingHouse(clock);
  house.publishing.start();
  house.connect();
  house.publishing.present(prices);
  const facts = factsAt(clock.now(), first);
  const said = { series: seriesAt(facts, clock.now()), now: currentPrice(facts, clock.now()) };
  house.publishing.prices(prices, { prefix: 'price', ...said, problem: undefined });
  await clock.advanceTo(at(first, '12:14'));
  expect(house.shown('price/now')).toBeDefined();
  await clock.advanceTo(at(first, '12:15'));
  for (const name of ['now', 'next', 'level', 'rank', 'state', 'valid_until'])
    expect(house.shown(`price/${name}`)).toBeUndefined();
  expect(house.shown('price/series')).toBeDefined();
  await clock.advanceTo(at(addDays(first, 1), '00:00') + 1);
  expect(Object.keys(house.retained()).filter((topic) => topic.startsWith(`${root}/price/`))).toEqual([
    `${root}/price/availability`,
  ]);
});
