import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLive, liveMarkets, liveTable, zonesFollowed } from '../support/feeds/live-markets.ts';

it('the page shows what is live in each market, as feeds and catalogue have it', () => {
  expect(readFileSync('docs/operate/live.md', 'utf8')).toContain(liveTable());
});

it('a market counts when every bidding zone that its catalogue names is live', () => {
  for (const { book, zones } of liveMarkets)
    expect(zonesFollowed(book).filter((zone) => !zones.includes(zone))).toEqual([]);
  expect(liveMarkets.flatMap((market) => (isLive(market) ? [] : market.country))).toEqual(['IE']);
  expect(liveMarkets).toHaveLength(22);
});
