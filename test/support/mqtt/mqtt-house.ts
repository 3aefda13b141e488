import { once } from 'node:events';
import type { CurrentPrice } from '../../../src/messages/series.ts';
import { Connection } from '../../../src/mqtt/connection.ts';
import { priceTopics } from '../../../src/mqtt/price-topics.ts';
import { Publisher } from '../../../src/mqtt/publisher.ts';
import { publication } from '../../../src/mqtt/topics.ts';
import { knownSeriesOf } from '../feeds/known-series.ts';

export const ROOT = 'dayahead/home';
export const CLIENT_ID = 'dayahead_1';

const MIDNIGHT = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const QUARTER_HOUR = 900;
const SOON_MS = 10;

const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T23:00:00Z',
  until: '2026-01-15T23:00:00Z',
  resolution: QUARTER_HOUR,
  total: (quarter) => quarter / 100,
});

/** A site under a time turned by hand; in each quarter hour of its day the price is the number of it, in cents. */
export interface House {
  readonly connection: Connection;
  readonly publisher: Publisher;
  /** Says everything that is true when so many quarter hours of the day have passed. */
  say(quarter: number): void;
  start(): Promise<void>;
}

interface HouseOptions {
  /** Milliseconds until the next attempt after so many short connections in a row. */
  readonly wait?: (short: number) => number;
  readonly willDelay?: number;
}

/** A house whose next attempt and next second come at once. */
export function houseOn(url: string, { wait = () => SOON_MS, ...settings }: HouseOptions = {}): House {
  let now = MIDNIGHT;
  const connection = new Connection({ url, clientId: CLIENT_ID, ...settings }, ROOT, wait);
  /** The next second is for a topic that was sent something in this one; the trials of suspects last longer. */
  const alarm = (second: number, ring: () => void) => {
    const turnClock = () => {
      now = Math.max(now, second);
      ring();
    };
    const timer = setTimeout(turnClock, second - now > 1 ? (second - now) * 1000 : SOON_MS);
    return () => clearTimeout(timer);
  };
  const publisher = new Publisher(connection, () => now, alarm);
  return {
    connection,
    publisher,
    say: (quarter) => {
      now = MIDNIGHT + quarter * QUARTER_HOUR;
      publisher.set([
        ...priceTopics(series, nowOf(quarter), now),
        publication('window/car/state', quarter % 2 ? 'ON' : 'OFF', now + QUARTER_HOUR),
      ]);
    },
    start: async () => {
      const connected = once(connection, 'connected');
      publisher.start();
      await connected;
    },
  };
}

function nowOf(quarter: number): CurrentPrice {
  const { start = 0, end = 0, total: now = 0 } = series.prices[quarter] ?? {};
  const next = series.prices[quarter + 1]?.total ?? null;
  const day = { rank: quarter + 1, slots: 96, min: 0, max: 0.95, average: 0.475 };
  return {
    now,
    next,
    start,
    end,
    level: 'NORMAL',
    currency: 'EUR',
    unit: 'EUR/kWh',
    timeZone: series.timeZone,
    ...day,
  };
}
