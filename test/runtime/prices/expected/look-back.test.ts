import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DayAhead } from '../../../../src/api/read-series.ts';
import { NO_REPLAY, PRICE_FILE_EXTENSION, priceLine } from '../../../../src/core/price-file.ts';
import { addDays } from '../../../../src/core/time.ts';
import type { KnownSeries } from '../../../../src/messages/series.ts';
import { answersBefore } from '../../../../src/runtime/prices/expected/look-back.ts';
import { openPriceSeries } from '../../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../../src/runtime/site.ts';
import { eventually } from '../../../support/eventually.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const DAY = 86_400;
const NOW = Date.parse('2026-01-30T15:05:00+01:00') / 1000;
const question = { country: 'DE', resolution: 3600, include: [], consumption: 'x' } as const;

describe('the answers of earlier days', () => {
  const answer = { currency: 'EUR', next: 0 } as DayAhead;
  const daysAgo = async (oldest: number) => {
    const asked: number[] = [];
    const answers = await answersBefore(
      async ({ historicDays }, at) => {
        asked.push((NOW - at) / DAY);
        expect(historicDays).toBe(3);
        if (asked.at(-1) === oldest) throw new Error('no price is published yet');
        return answer;
      },
      question,
      NOW,
    );
    return [asked, answers.length];
  };

  // Promise P-230 internals/forecast: a new node starts with as many days as its source keeps
  it.each([
    ['nothing is older than yesterday', 1, [1], 0],
    ['two weeks are kept', 13, [1, 5, 9, 13], 3],
    ['more is kept than teaches anything', 1000, [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57], 15],
  ])('are asked for four days at a time, where %s', async (_, oldest, asked, count) => {
    expect(await daysAgo(oldest)).toEqual([asked, count]);
  });
});

describe('a price node on its first day', () => {
  let own = '';
  beforeAll(async () => {
    own = await mkdtemp(join(tmpdir(), 'look-back-'));
    const prices = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 0.1 : 0.2));
    const lines = Array.from({ length: 31 }, (_, i) => priceLine(addDays('2026-01-01', i), 3600, prices));
    await mkdir(join(own, 'prices'));
    await writeFile(join(own, 'prices', `DE-LU${PRICE_FILE_EXTENSION}`), [NO_REPLAY, '', ...lines, ''].join('\n'));
  });
  afterAll(() => rm(own, { recursive: true }));

  /** The forecasts in what a node sends, from its first answer on, with the prices of the folder or with replayed ones. */
  async function forecasts(service: { readonly own?: true; readonly catalogue?: string }) {
    const clock = manualClock(NOW);
    const site = await createSite({ clock, service: { kind: 'embedded', ...service } });
    const sent: KnownSeries[] = [];
    const series = await openPriceSeries({
      site,
      config: { country: 'DE', consumption: { id: 'de-example-spot-15min' } },
      demo: false,
      topic: 'prices',
      owner: { id: 'p', name: 'Prices' },
      keeping: {},
      onUpdate: ({ news }) => news?.series && sent.push(news.series),
      onTrouble: () => undefined,
    });
    await series.input(undefined, undefined);
    const stop = async () => {
      await series.stop({ removed: false });
      await site.stop({ removed: false });
    };
    return { sent, stop, clock, known: async () => (await series.input(undefined, undefined)).series };
  }

  // Promise P-229 internals/forecast: a new node begins with the days that its source still has
  it('expects prices as soon as it has learned the days that its service keeps', async () => {
    const { sent, stop } = await forecasts({ own: true, catalogue: own });
    await eventually(() => expect(sent.at(-1)?.forecast).toBeDefined());
    const at = (iso: string) => sent.at(-1)?.forecast?.find(({ start }) => start === Date.parse(iso) / 1000);
    expect(sent.at(-1)?.forecast).toHaveLength(8 * 96);
    const noon = sent.at(-1)?.prices.find(({ start }) => start === Date.parse('2026-01-30T12:00+01:00') / 1000);
    expect(at('2026-02-03T12:00+01:00')?.total).toBeCloseTo(noon?.total ?? 0, 4);
    await stop();
  });

  // Promise P-226 internals/forecast: a replay is not used for a forecast
  it('learns nothing from days that were replayed', async () => {
    const { known, stop, clock } = await forecasts({});
    await clock.advanceBy(60);
    expect(await known()).toMatchObject({ source: { kind: 'replay' } });
    expect(await known()).not.toHaveProperty('forecast');
    await stop();
  });
});
