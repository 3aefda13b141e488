import { describe, expect, it } from 'vitest';
import { markets } from '../../src/core/markets.ts';
import { type Instant, localDay } from '../../src/core/time.ts';
import { currentPrice } from '../../src/messages/now.ts';
import { type SeriesFacts, seriesAt } from '../../src/messages/series.ts';
import { seriesMessage } from '../../src/messages/to-message.ts';
import type { Book } from '../../src/pricing/book.ts';
import { priceSeries } from '../../src/pricing/price-series.ts';
import type { Tariff } from '../../src/pricing/tariff.ts';
import { openDevice } from '../../src/runtime/device/open-device.ts';
import { manualClock } from '../support/manual-clock.ts';
import { publishingHouse, root, siteIn } from '../support/mqtt/publishing-house.ts';
import { exchangeOf } from '../support/service/pricing-fixture.ts';
import { booksUntilYearEnd } from '../support/service/year-end.ts';

const prices = { id: 'p1', name: 'Prices' };
const car = { id: 'w1', name: 'Car' };
const QUARTER = 900;

/** A household of a market: a contract without registers, and a network charge where the market has them. */
function householdOf({ tariffs }: Book): { consumption: Tariff; grid?: Tariff } | undefined {
  const pick = (sector: Tariff['sector']) =>
    [...tariffs.values()].find(
      (tariff) => tariff.sector === sector && tariff.versions.at(-1)?.price.kind !== 'registers',
    );
  const [consumption, grid] = [pick('consumption'), pick('grid')];
  return consumption && { consumption, ...(grid && { grid }) };
}

/** A price node and a car that needs two hours between two and seven, from the last minutes of 2026 on. */
async function houseIn(book: Book, start: Instant) {
  const { country } = book;
  const { timeZone, currency } = markets[country];
  const clock = manualClock(start);
  const house = publishingHouse(clock);
  house.publishing.start();
  house.connect();
  for (const owner of [prices, car]) house.publishing.present(owner);
  const device = await openDevice({
    site: siteIn(house, { clock, timeZone, owner: car }),
    config: { minutes: '120', earliest: '02:00', readyBy: '07:00' },
    owner: car,
    keeping: {},
    onNews: () => undefined,
    onState: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  const household = householdOf(book);
  const question = { historicDays: 0, resolution: 3600, include: new Set(['fees', 'vat'] as const) } as const;
  function price(): void {
    const now = clock.now();
    const exchange = exchangeOf(start + 48 * 3600, (at) => 0.05 + ((at / 3600) % 7) / 100);
    const { consumption: points = [], marks } = priceSeries({ ...question, ...household, now }, book, exchange);
    const facts: SeriesFacts = {
      ...{ country, currency, resolution: 3600, asked: [], attribution: [], consumption: { points } },
      ...{ origin: { kind: 'service', ...marks }, fetchedAt: now, nextPoll: now + 3600 },
    };
    const series = seriesAt(facts, now);
    house.publishing.prices(prices, { prefix: 'price', series, now: currentPrice(facts, now), problem: undefined });
    device.input(seriesMessage(series));
    clock.alarm(now + QUARTER, price);
  }
  price();
  return { ...house, clock };
}

const isTopicOf = (prefix: string) => (topic: string) => topic.startsWith(`${root}/${prefix}/`);

describe('where nothing is published for 2027', () => {
  // Promise P-052 operate/live: no topic or plan is lost when a figure is out of date
  it.each(booksUntilYearEnd())('a house in %s keeps its topics and its plan at midnight', async (country, book) => {
    const { start: midnight } = localDay('2027-01-01', markets[country].timeZone);
    const { clock, shown, retained } = await houseIn(book, midnight - QUARTER);
    await clock.advanceTo(midnight - QUARTER + 10);
    const before = Object.keys(retained()).filter((topic) =>
      ['price', 'window'].some((part) => isTopicOf(part)(topic)),
    );
    const plan = shown('window/car/plan');
    await clock.advanceTo(midnight + QUARTER + 10);
    expect(Object.keys(retained())).toEqual(expect.arrayContaining(before));
    expect(before.length).toBeGreaterThan(10);
    expect(JSON.parse(plan ?? '{}').runs.length).toBeGreaterThan(0);
    expect(JSON.parse(shown('window/car/plan') ?? '{}').runs).toEqual(JSON.parse(plan ?? '{}').runs);
    const meta = JSON.parse(shown('meta') ?? '{}');
    expect(meta).toMatchObject({ problem: 'OFF', reason: null });
    expect(Object.values(meta.source.expired).every((until) => until === '2026-12-31')).toBe(true);
  });
});
