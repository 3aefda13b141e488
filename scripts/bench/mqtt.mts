import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import type { NowPayload, SeriesPayload } from '../../dist/src/messages/series.js';
import { Connection } from '../../dist/src/mqtt/connection.js';
import { priceTopics } from '../../dist/src/mqtt/price-topics.js';
import { Publisher } from '../../dist/src/mqtt/publisher.js';
import { LOOPBACK, listen } from '../demo/listen.mts';
import { type Figure, measure } from './harness.mts';

const QUARTER_HOUR = 900;
/** Local midnight in Berlin. */
const FIRST = Date.parse('2026-11-19T23:00:00Z') / 1000;

/** Every topic of two days of quarter hours, from the message to the acknowledgements of a broker in this process. */
export async function mqttFigures(): Promise<Figure[]> {
  const broker = await Aedes.createBroker();
  const server = createServer((socket) => broker.handle(socket));
  const port = await listen(server, 0);
  const connection = new Connection({ url: `mqtt://${LOOPBACK}:${port}`, clientId: 'bench' }, 'dayahead/bench');
  const publisher = new Publisher(connection, () => FIRST);
  const connected = once(connection, 'connected');
  publisher.start();
  await connected;
  try {
    return await measure([{ name: 'publish every topic of 192 intervals', run: () => publishOnce(publisher, broker) }]);
  } finally {
    await publisher.stop({ removed: true });
    server.close();
    broker.close();
  }
}

/** The last topic of `priceTopics` is the last to arrive. */
function publishOnce(publisher: Publisher, broker: Aedes): Promise<void> {
  return new Promise((resolve) => {
    const listener = ({ topic }: { topic: string }) => {
      if (!topic.endsWith('/price/availability')) return;
      broker.off('publish', listener);
      resolve();
    };
    broker.on('publish', listener);
    publisher.set(priceTopics(series, now, FIRST));
    publisher.republish();
  });
}

const iso = (instant: number) => `${new Date((instant + 3600) * 1000).toISOString().slice(0, 19)}+01:00`;
const intervals = Array.from({ length: 192 }, (_, i) => ({
  start: iso(FIRST + i * QUARTER_HOUR),
  end: iso(FIRST + (i + 1) * QUARTER_HOUR),
}));

const series: SeriesPayload = {
  country: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  unit: 'EUR/kWh',
  resolution: QUARTER_HOUR,
  fetchedAt: iso(FIRST),
  nextPoll: iso(FIRST + 86_400),
  stale: false,
  missing: [],
  coverage: { from: iso(FIRST), until: iso(FIRST + 192 * QUARTER_HOUR), today: true, tomorrow: true },
  tariff: { consumption: { id: 'A', type: 'dynamic' }, feedin: { id: 'B', type: 'dynamic' } },
  prices: intervals.map((interval, i) => ({
    ...interval,
    energy: 0.08123 + i / 1e5,
    grid: 0.0911,
    fees: 0.0431,
    vat: 0.04093,
    total: 0.25636 + i / 1e5,
  })),
  feedin: intervals.map((interval, i) => ({ ...interval, energy: 0.0712 + i / 1e5, total: 0.0712 + i / 1e5 })),
  attribution: [],
};

const now: NowPayload = {
  now: 0.25636,
  next: 0.25637,
  start: iso(FIRST),
  end: iso(FIRST + QUARTER_HOUR),
  rank: 1,
  slots: 96,
  level: 'VERY_CHEAP',
  min: 0.25636,
  max: 0.25731,
  average: 0.256835,
  currency: 'EUR',
  unit: 'EUR/kWh',
};
