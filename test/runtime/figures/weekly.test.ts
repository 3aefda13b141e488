import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import { weeklyFigures } from '../../../src/runtime/figures/weekly.ts';
import { confirmWaiting, newestFigures, waitingBundle } from '../../../src/service/catalogue/figures/installed.ts';
import { shippedCatalogue } from '../../../src/service/catalogue/shipped.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { finnishFactorIn, withFinnishLevy } from '../../support/service/raw-bundle.ts';

const DAY = 86_400;
const START = Date.parse('2026-11-26T12:00:00Z') / 1000;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'weekly-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** An installation whose address answers `answer`; without one the connection fails. */
function house(answer: () => string | undefined) {
  const clock = manualClock(START);
  const asked: number[] = [];
  const news: string[] = [];
  const fetch: FeedFetch = async (_url, { headers }) => {
    asked.push((clock.now() - START) / DAY);
    const text = answer();
    if (text === undefined) throw new Error('connection lost');
    const etag = `"${hash('sha1', text)}"`;
    const isKnown = headers['if-none-match'] === etag;
    async function* body() {
      yield Buffer.from(isKnown ? '' : (text ?? ''));
    }
    return {
      status: isKnown ? 304 : 200,
      headers: { get: (name: string) => (name === 'etag' ? etag : null) },
      body: body(),
    };
  };
  const open = () =>
    weeklyFigures({
      ...{ source: 'https://figures.example/latest.json', dir, clock, line: { fetch, userAgent: 'test' } },
      onNews: ({ outcome, version }) => news.push(`${outcome} ${version}`),
      onProblem: (problem) => news.push(problem),
    });
  return { clock, asked, news, open, days: (n: number) => clock.advanceBy(n * DAY) };
}
const factorInUse = () => finnishFactorIn(newestFigures(shippedCatalogue(), dir));

describe('figures of an address', () => {
  it('are fetched once a week, and put in use', async () => {
    let text = withFinnishLevy(1.02);
    const { asked, news, open, days } = house(() => text);
    const updates = open();
    updates.start();
    await days(6);
    expect([asked, news, factorInUse()]).toEqual([[0], ['installed 2026-11-26'], 1.02]);
    await days(8);
    expect([asked, news]).toEqual([[0, 7, 14], ['installed 2026-11-26']]);
    text = withFinnishLevy(1.06, '2026-12-12');
    await days(7);
    expect([asked, news.at(-1), factorInUse()]).toEqual([[0, 7, 14, 21], 'installed 2026-12-12', 1.06]);
    updates.stop();
    await days(30);
    expect(asked.length).toBe(4);
  });

  it('are not fetched sooner after a restart', async () => {
    const { asked, open, days } = house(() => withFinnishLevy(1.02));
    const before = open();
    before.start();
    await days(3);
    before.stop();
    open().start();
    await days(3);
    expect(asked).toEqual([0]);
    await days(1);
    expect(asked).toEqual([0, 7]);
  });

  it('wait for a confirmation where a levy has more than doubled', async () => {
    let text = withFinnishLevy(1.02);
    const { news, open, days } = house(() => text);
    open().start();
    await days(1);
    text = withFinnishLevy(4, '2026-12-01');
    await days(7);
    expect(news).toEqual(['installed 2026-11-26', 'waiting 2026-12-01']);
    expect([factorInUse(), waitingBundle(dir)?.version]).toEqual([1.02, '2026-12-01']);
    confirmWaiting(dir);
    expect(factorInUse()).toBe(4);
  });

  // Promise P-600 use/catalogue: a bundle is requested once a week, the next day after a failure
  it('are tried again the next day after a failure, which is reported once, and those in use stay', async () => {
    let text: string | undefined = withFinnishLevy(1.02);
    const { asked, news, open, days } = house(() => text);
    open().start();
    await days(1);
    text = undefined;
    await days(8);
    expect(asked).toEqual([0, 7, 8, 9]);
    expect(news.slice(1)).toEqual(['https://figures.example/latest.json: cannot be reached: connection lost']);
    expect(factorInUse()).toBe(1.02);
    text = withFinnishLevy(130);
    await days(1);
    expect(news.at(-1)).toMatch(/^https:\/\/figures\.example\/latest\.json cannot be used:\nFI grid /);
    expect(factorInUse()).toBe(1.02);
  });
});
