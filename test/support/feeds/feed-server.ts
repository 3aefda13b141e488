import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { deliveryDate, deliveryDay } from '../../../src/core/window.ts';
import { priceFeeds } from '../../../src/feeds/price-feeds.ts';
import { ecb } from '../../../src/feeds/rates/ecb.ts';
import { tariffFeeds } from '../../../src/feeds/tariff-feeds.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { type FeedWorld, feedAnswer } from './feed-answers.ts';

/** Every feed at one address on this machine, and the paths it was asked for. What it answers can be changed meanwhile. */
export async function feedServer(first: FeedWorld) {
  const paths: string[] = [];
  const now: { world: FeedWorld | number } = { world: first };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    paths.push(request.url ?? '');
    const { world } = now;
    if (typeof world === 'number') return response.writeHead(world).end();
    const { status, body } = feedAnswer(new URL(request.url ?? '', 'http://feed'), world, await text(request));
    return response.writeHead(status).end(body);
  };
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    handle,
    /** From now on it answers so, or with this status alone. */
    answer(world: FeedWorld | number) {
      now.world = world;
    },
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}

/** Every source at one address, none of them chosen, as `settings.js` says it. */
export const mirrorsAt = (url: string): string =>
  [...priceFeeds, ...tariffFeeds, ecb].map(({ name }) => `${name}=${url}`).join('\n');

/** Euro per MWh: another in each quarter hour of ten days. */
const quarterPrices: FeedWorld['priceAt'] = (_zone, start) => Math.round((start / 900) % 960) / 10;

/** Sources of live prices that have published, by a clock, what auctions would have by then: the next day at 12:58. */
export async function feedsAt(clock: Pick<Clock, 'now'>, priceAt = quarterPrices) {
  const server = await feedServer({
    priceAt,
    get until() {
      return deliveryDay(deliveryDate(clock.now() + 11 * 3600 + 120)).end;
    },
  });
  return { ...server, mirrors: mirrorsAt(server.url) };
}
