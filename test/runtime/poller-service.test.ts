import { expect, it } from 'vitest';
import type { DayAhead } from '../../src/api/read-series.ts';
import { createClient } from '../../src/client/client.ts';
import { pointAt } from '../../src/core/series.ts';
import type { Instant } from '../../src/core/time.ts';
import { createPoller } from '../../src/runtime/poller.ts';
import { createService } from '../../src/service/service.ts';
import { manualClock } from '../support/manual-clock.ts';

const at = (iso: string): Instant => Date.parse(iso) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Lets a poller follow the embedded service for `days` days of hours, while nothing answers in `outage`. Tells the
 * hours for which no price was at hand, and how many requests were made.
 */
async function follow(from: Instant, days: number, outage = { start: 0, end: 0 }) {
  const clock = manualClock(from);
  const service = createService({ now: () => clock.now(), random: () => 0.5 });
  let requests = 0;
  let latest: DayAhead | undefined;
  const poller = createPoller({
    clock,
    random: () => 0.5,
    soon: () => false,
    question: { country: 'DE', consumption: 'de-example-spot-15min', resolution: 900 },
    client: createClient({
      baseUrl: 'http://embedded',
      token: service.tokens.production,
      async fetch(url, init) {
        requests++;
        if (outage.start <= clock.now() && clock.now() < outage.end) throw new Error('connect ENETUNREACH');
        return service.fetch(new Request(url, init));
      },
    }),
    onAnswer({ series }) {
      latest = series;
    },
    onProblem() {},
  });
  poller.start();
  const unknown: Instant[] = [];
  for (let hour = from + HOUR; hour <= from + days * DAY; hour += HOUR) {
    await clock.advanceTo(hour);
    if (!pointAt(latest?.consumption?.points ?? [], hour)) unknown.push(hour);
  }
  poller.stop();
  return { unknown, requests, alarms: clock.alarms() };
}

it('has the price of every hour of a year at hand, both clock changes included, at about a request a publication', async () => {
  const { unknown, requests, alarms } = await follow(at('2026-01-01T09:00:00Z'), 365);
  expect(unknown).toEqual([]);
  expect(requests).toBeLessThanOrEqual(1.2 * 365);
  expect(alarms).toEqual([]);
});

it('has no price of the hours that an outage hid, and all others within the hour after it', async () => {
  const outage = { start: at('2026-03-02T09:00:00Z'), end: at('2026-03-09T09:00:00Z') };
  const { unknown, requests } = await follow(at('2026-03-01T09:00:00Z'), 14, outage);
  // The 2nd of March was published before; its delivery day ends at 23:00 UTC.
  expect(unknown[0]).toBe(at('2026-03-02T23:00:00Z'));
  expect(unknown.at(-1)).toBe(outage.end);
  expect(unknown.length).toBe((outage.end - at('2026-03-02T23:00:00Z')) / HOUR + 1);
  expect(requests).toBeLessThanOrEqual(14 + 7 * 48);
});
