import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPrices } from '../../../src/service/exchange/prices.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';
import { besidePrices, todayOr, watchedPrices } from '../../../src/service/exchange/watched-prices.ts';
import { at, book, openService, tariff } from '../../support/service/service-fixture.ts';

const HEADER = 'zone: MINE\nreplay: no\n\n';
const day = (date: string, price: number, hours = 24) => `${date} 3600 ${price}${' 0'.repeat(hours - 1)}\n`;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'prices-'));
});
afterEach(() => rmSync(dir, { recursive: true }));
const write = (...days: string[]) => writeFileSync(join(dir, 'MINE.txt'), HEADER + days.join(''));

const midday = at('2026-04-15T10:00:00Z');
const evening = at('2026-04-15T15:00:00Z');
const midnight = at('2026-04-14T22:30:00Z');
const spring = at('2026-03-29T09:00:00Z');

describe('a folder of prices that are served as they are dated', () => {
  it.each([
    ['today is held', ['2026-04-15'], midday, '2026-04-15T22:00:00Z', '2026-04-15T11:00:00Z'],
    ['tomorrow is held', ['2026-04-15', '2026-04-16'], midday, '2026-04-16T22:00:00Z', '2026-04-16T11:00:00Z'],
    ['tomorrow is late', ['2026-04-15'], evening, '2026-04-15T22:00:00Z', '2026-04-15T11:00:00Z'],
    [
      'later days are held too',
      ['2026-04-15', '2026-04-16', '2026-04-20'],
      midday,
      '2026-04-16T22:00:00Z',
      '2026-04-16T11:00:00Z',
    ],
    ['today is missing', ['2026-04-13'], midday, '2026-04-13T22:00:00Z', '2026-04-14T11:00:00Z'],
    ['nothing is held', [], midday, '2026-04-14T22:00:00Z', '2026-04-14T11:00:00Z'],
    ['it is still late after midnight', ['2026-04-14'], midnight, '2026-04-14T22:00:00Z', '2026-04-14T11:00:00Z'],
    ['only tomorrow is held', ['2026-04-14', '2026-04-16'], midday, '2026-04-16T22:00:00Z', '2026-04-14T11:00:00Z'],
    [
      'today is not as long as its date',
      ['2026-03-28', '2026-03-29'],
      spring,
      '2026-03-28T23:00:00Z',
      '2026-03-28T12:00:00Z',
    ],
  ])('publication, where %s', (_, dates, now, until, next) => {
    write(...dates.map((date) => day(date, 100)));
    expect(replayed(watchedPrices(dir)).publication('MINE', now)).toEqual({
      until: at(until),
      next: at(next),
      ...(dates.length > 0 && { origin: { kind: 'own' } }),
    });
  });

  it('names the feed that the latest day comes from', () => {
    write(day('2026-04-15', 100), day('2026-04-16', 100).replace('3600', '3600,smard'));
    const prices = replayed(watchedPrices(dir));
    expect(prices.publication('MINE', midday).origin).toEqual({ kind: 'live', feed: 'smard' });
  });

  // Promise P-631 use/catalogue: imported prices are never replayed
  it('stands for no other date', () => {
    write(day('2026-04-15', 10000));
    const span = { start: at('2026-04-14T22:00:00Z'), end: at('2026-04-16T22:00:00Z') };
    const points = replayed(watchedPrices(dir)).pointsOf('MINE', span, midday);
    expect([points.length, points[0]?.price, points.at(-1)?.end]).toEqual([24, 0.1, at('2026-04-15T22:00:00Z')]);
  });

  it('a day that is not as long as its date has no price', () => {
    write(day('2026-03-29', 100));
    const span = { start: at('2026-03-28T23:00:00Z'), end: at('2026-03-29T22:00:00Z') };
    expect(replayed(watchedPrices(dir)).pointsOf('MINE', span, span.start)).toEqual([]);
  });
});

describe('a folder of prices that changes', () => {
  // Promise P-620 use/catalogue: changed prices count at once
  it('is read again when its zone is asked for a second later', () => {
    write(day('2026-04-15', 10000));
    const prices = replayed(watchedPrices(dir));
    expect(prices.publication('MINE', evening).until).toBe(at('2026-04-15T22:00:00Z'));
    write(day('2026-04-15', 10000), day('2026-04-16', 20000));
    expect(prices.publication('MINE', evening).until).toBe(at('2026-04-15T22:00:00Z'));
    expect(prices.publication('MINE', evening + 1)).toEqual({
      until: at('2026-04-16T22:00:00Z'),
      next: at('2026-04-16T11:00:00Z'),
      readIn: evening + 1,
      origin: { kind: 'own' },
    });
  });

  it('may get a zone, and lose one', () => {
    const source = watchedPrices(dir);
    expect(source.get('MINE', 1)).toBeUndefined();
    write(day('2026-04-15', 10000));
    expect(source.get('MINE', 2)?.days.size).toBe(1);
    rmSync(join(dir, 'MINE.txt'));
    expect(source.get('MINE', 3)).toBeUndefined();
  });

  // Promise P-373 operate/service: a price file that changes is read again; a broken one fails by name until it is
  //   mended
  it('fails by name as long as a file is broken, and goes on when it is mended', () => {
    write(day('2026-04-15', 10000));
    const source = watchedPrices(dir);
    writeFileSync(join(dir, 'MINE.txt'), `${HEADER}2026-04-15 3600 half\n`);
    for (const now of [1, 2]) expect(() => source.get('MINE', now)).toThrow(`${join(dir, 'MINE.txt')}: line 4`);
    write(day('2026-04-15', 20000));
    expect(source.get('MINE', 3)?.days.get('2026-04-15')?.prices[0]).toBe(0.2);
  });

  it('may be there only later, where it is optional', () => {
    const later = join(dir, 'later');
    expect(() => watchedPrices(later)).toThrow('later');
    const source = watchedPrices(later, { optional: true });
    expect(source.get('MINE', 1)).toBeUndefined();
    cpSync('test/support/service/own/prices', later, { recursive: true });
    expect(source.get('MINE', 2)?.days.size).toBe(1);
  });

  // Promise P-372 operate/service: a folder that is named is checked wholly at the start
  it('is checked wholly when it is opened, and a zone is no path', () => {
    cpSync('test/support/service/own/prices/MINE.txt', join(dir, 'MINE.txt'));
    expect(watchedPrices(dir).get('../MINE', 1)).toBeUndefined();
    writeFileSync(join(dir, 'A.txt'), `${HEADER}nonsense\n`);
    writeFileSync(join(dir, 'B.txt'), `${HEADER}2026-04-15 3600 1 2\n`);
    expect(() => watchedPrices(dir)).toThrow(/A\.txt: line 4: "nonsense" is no date.*\n.*B\.txt: line 4: 2 prices/);
  });

  // Promise P-632 use/catalogue: they stand before the shipped ones of their zone
  it('stands before what is shipped', () => {
    write(day('2026-04-15', 10000));
    const shipped = loadPrices('data/prices');
    const both = besidePrices(watchedPrices(dir), shipped);
    expect([both.get('MINE', 1)?.days.size, both.get('DK2', 1)]).toEqual([1, shipped.get('DK2')]);
  });
});

describe('the service over a folder of prices that changes', () => {
  const spot = { kind: 'spot', zone: 'MINE', settlement: 3600, coefficient: 1, margin: 0 } as const;
  const catalogue = {
    books: new Map(
      (['DE', 'GB'] as const).map((country) => [
        country,
        book(country, [tariff('me/mine', 'consumption', spot)], { exchangeRates: [{ from: '2026-01-01', value: 1 }] }),
      ]),
    ),
    sources: [],
  };
  const path = '/v2/de/dayahead?consumption_tariff=mine';

  it.each([
    ['de', 'in the evening', '2026-04-15T15:00:00Z'],
    ['de', 'after midnight', '2026-04-15T22:30:00Z'],
    ['gb', 'after midnight in the delivery zone', '2026-04-15T22:30:00Z'],
    ['de', 'the next morning', '2026-04-16T09:00:00Z'],
  ])(
    'next rule 1, window rule 6: a late delivery day is retried until it is read in: %s, %s',
    async (country, _, time) => {
      write(day('2026-04-15', 10000));
      const { get, clock } = openService({ catalogue, prices: replayed(watchedPrices(dir)) });
      clock.now = at(time);
      const answer = await get(`/v2/${country}/dayahead?consumption_tariff=mine&historic_days=1`);
      expect((await answer.json()).next).toBe(clock.now + 300);
    },
  );

  // Promise P-630 use/catalogue: a new file is a publication for a running service
  it('next rule 1, window rule 6: answers less until tomorrow is read in, then more, and calls that a publication', async () => {
    write(day('2026-04-15', 10000));
    const { get, clock } = openService({ catalogue, prices: replayed(watchedPrices(dir)) });
    const ask = async (now: number) => {
      clock.now = now;
      const { consumption, next } = await (await get(path)).json();
      return [consumption.prices.length, consumption.prices.at(-1).energy, next];
    };
    expect(await ask(midday)).toEqual([24, 0.1, at('2026-04-15T11:00:00Z') + 900]);
    expect(await ask(evening)).toEqual([24, 0.1, evening + 300]);
    write(day('2026-04-15', 10000), day('2026-04-16', 20000));
    expect(await ask(evening + 1)).toEqual([48, 0.2, at('2026-04-16T11:00:00Z') + 900]);
    write(day('2026-04-15', 10000), day('2026-04-16', 30000));
    expect((await ask(evening + 2))[1]).toBe(0.3);
  });
});

it.each([
  ['today', ['2026-04-15'], 'own'],
  ['an earlier day alone', ['2026-04-14'], 'live'],
  ['nothing', undefined, 'live'],
])('a file of one’s own that holds %s leaves the price to: %s', (_, held, expected) => {
  const zone = (dates: readonly string[]) => ({
    days: new Map(dates.map((date) => [date, {} as never])),
    replay: false,
  });
  const [own, live] = [held && zone(held), zone(['2026-04-15'])];
  const source = todayOr({ get: () => own }, { get: () => live });
  expect(source.get('DE-LU', Date.parse('2026-04-15T12:00:00Z') / 1000)).toBe(expected === 'own' ? own : live);
});
