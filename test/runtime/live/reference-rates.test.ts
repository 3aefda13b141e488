import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { feedLines } from '../../../src/runtime/live/feed-lines.ts';
import { openJournal } from '../../../src/runtime/live/journal.ts';
import { keptRates } from '../../../src/runtime/live/reference-rates.ts';

const at = (iso: string) => Date.parse(`${iso}:00Z`) / 1000;
/** Swedish crowns per euro; the figures are examples. 8 November 2026 is a Sunday. */
const published: Readonly<Record<string, number>> = {
  '2026-11-04': 10.04,
  '2026-11-05': 10.05,
  '2026-11-06': 10.06,
  '2026-11-09': 10.09,
  '2026-11-10': 10.1,
  '2026-11-11': 10.11,
  '2026-11-12': 10.12,
};

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rates-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** The bank, which publishes at 15:00 UTC. */
function bank() {
  const asked: string[] = [];
  let now = 0;
  let status = 200;
  const fetch: FeedFetch = async (address) => {
    const span = address.endsWith('daily.xml') ? 'last day' : 'ninety days';
    asked.push(`${new Date(now * 1000).toISOString().slice(5, 13)} ${span}`);
    const days = Object.keys(published).filter((day) => at(`${day}T15:00`) <= now);
    const said = span === 'last day' ? days.slice(-1) : days;
    const cubes = said.map((day) => `<Cube time="${day}"><Cube currency="SEK" rate="${published[day]}"/></Cube>`);
    return { status, headers: { get: () => null }, body: chunks(`<Cube>${cubes.join('')}</Cube>`) };
  };
  const open = () =>
    keptRates(
      openJournal(dir, () => 0),
      feedLines(fetch, new Map(), 'test')({ name: 'ecb', address: 'https://bank' }),
    );
  return {
    asked,
    open,
    /** Asks at these times, by the clock of the house. */
    async refresh(rates: ReturnType<typeof open>, times: readonly string[], isThere = true) {
      status = isThere ? 200 : 500;
      for (const time of times) {
        now = at(time);
        await rates.refresh(now);
      }
    },
  };
}

async function* chunks(text: string) {
  yield Buffer.from(text);
}

describe('reference rates are asked for', () => {
  it.each([
    ['first of all for ninety days', ['2026-11-05T10:00'], ['11-05T10 ninety days']],
    [
      'twice a day for the last day, over a weekend too',
      ['2026-11-06T05:00', '2026-11-06T17:00', '2026-11-07T05:00', '2026-11-09T05:00', '2026-11-09T17:00'],
      ['11-06T05 ninety days', '11-06T17 last day', '11-07T05 last day', '11-09T05 last day', '11-09T17 last day'],
    ],
    [
      'for the last day where the one after it is not out yet',
      ['2026-11-09T05:00', '2026-11-10T05:00'],
      ['11-09T05 ninety days', '11-10T05 last day'],
    ],
    [
      'for ninety days where a rate was missed',
      ['2026-11-09T17:00', '2026-11-11T17:00'],
      ['11-09T17 ninety days', '11-11T17 ninety days'],
    ],
  ])('%s', async (_, times, expected) => {
    const { asked, open, refresh } = bank();
    await refresh(open(), times);
    expect(asked).toEqual(expected);
  });

  it('after a restart for what was missed, and each delivery day has the rate of the day before', async () => {
    const { asked, open, refresh } = bank();
    await refresh(open(), ['2026-11-05T17:00']);
    const rates = open();
    await refresh(rates, ['2026-11-10T17:00']);
    expect(asked).toEqual(['11-05T17 ninety days', '11-10T17 ninety days']);
    const days = ['06', '07', '08', '09', '10', '11'].map((day) => rates.rateOn('SEK', `2026-11-${day}`));
    expect(days).toEqual([10.05, 10.06, 10.06, 10.06, 10.09, 10.1]);
  });
});

it('a rate holds for thirty days where the bank tells none after it, and is none from then on', async () => {
  const { open, refresh } = bank();
  const rates = open();
  await refresh(rates, ['2026-11-12T17:00']);
  await refresh(rates, ['2026-12-12T17:00'], false);
  expect(rates.rateOn('SEK', '2026-12-12')).toBe(10.12);
  expect(rates.rateOn('SEK', '2026-12-13')).toBeUndefined();
});
