import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DayAheadQuestion } from '../../../src/client/client.ts';
import type { PolledAnswer } from '../../../src/runtime/polling/poller.ts';
import { openPriceMemory } from '../../../src/runtime/prices/memory.ts';
import { openStore } from '../../../src/runtime/store.ts';

const START = 1_800_000_000;
const END = START + 192 * 900;
const spot: DayAheadQuestion = { country: 'DE', consumption: 'SPOT', resolution: 900 };
const answer: PolledAnswer = {
  fetchedAt: START + 60,
  nextPoll: START + 20_000,
  series: {
    currency: 'EUR',
    next: START + 19_000,
    consumption: {
      tariff: { id: 'SPOT', type: 'dynamic' },
      points: Array.from({ length: 192 }, (_, i) => ({
        start: START + i * 900,
        end: START + (i + 1) * 900,
        energy: 0.3 - 0.012_345_678 * i,
        ...(i !== 7 && { grid: 0.091_123_4, vat: 0 }),
      })),
    },
    feedin: { points: [{ start: START, end: START + 900, energy: 0.07 }] },
    gridTariff: { id: 'HOUSE', type: null },
    origin: { kind: 'live', feed: 'smard' },
  },
};

const known = {
  answer,
  market: {
    notices: [{ publisher: 'P', licence: 'L', notice: 'N', updated: '2026-08-23' }],
    hasFees: true,
    hasLocationScopedFees: false,
  },
};

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'price-memory-'));
});
afterEach(() => rm(directory, { recursive: true }));

const file = () => join(directory, 'node.json');

async function open(source = 'https://prices.example', edition = '') {
  const problems: string[] = [];
  const site = { source, edition };
  const memory = await openPriceMemory(openStore({ file: file() }), site, ({ message }) => problems.push(message));
  return { memory, problems };
}

/** What a node recalls that was stopped and started again. */
async function afterRestart(questions: DayAheadQuestion[]) {
  const { memory } = await open();
  for (const question of questions) memory.keep(question, known);
  await memory.close({ removed: false });
  return (await open()).memory;
}

describe('the network charge of a node', () => {
  it('is mentioned once where the node had prices before this version, and not for a new node', async () => {
    const { memory: first } = await open();
    expect(first.isFirstStartWith('de-netze-bw-module-3')).toBe(false);
    await first.close({ removed: false });
    // An earlier version keeps no such note.
    const { mentionedGrid: _, ...earlier } = JSON.parse(await readFile(file(), 'utf8'));
    await writeFile(file(), JSON.stringify(earlier));
    const mentions: boolean[] = [];
    for (let start = 0; start < 2; start += 1) {
      const { memory } = await open();
      mentions.push(memory.isFirstStartWith('de-netze-bw-module-3'));
      await memory.close({ removed: false });
    }
    expect(mentions).toEqual([true, false]);
  });
});

describe('the prices of a node', () => {
  it('are not those by tariffs that have changed since, nor forgotten where nobody said which they are by', async () => {
    const { memory } = await open('embedded /tariffs', 'one');
    memory.keep(spot, known);
    await memory.close({ removed: false });
    const recalled = async (edition: string) => (await open('embedded /tariffs', edition)).memory.recall(spot, START);
    expect([await recalled('one'), await recalled('another')]).toEqual([known, undefined]);
    const { edition: _, ...of01 } = JSON.parse(await readFile(file(), 'utf8'));
    await writeFile(file(), JSON.stringify(of01));
    expect(await recalled('another')).toEqual(known);
  });

  it('are the same after a restart, what is absent absent', async () => {
    const memory = await afterRestart([spot]);
    expect(memory.recall(spot, START)).toEqual(known);
  });

  it.each([
    ['embedded ', { kind: 'replay' }],
    ['https://prices.example', undefined],
  ])('that a version kept which knew no origins come, from the service "%s", from %j', async (source, origin) => {
    const { memory } = await open(source);
    const { origin: _, ...series } = answer.series;
    memory.keep(spot, { ...known, answer: { ...answer, series } });
    await memory.close({ removed: false });
    expect((await open(source)).memory.recall(spot, START)?.answer.series.origin).toEqual(origin);
  });

  // Promise P-502 operate/reactions: a restart shows the last prices if they reach beyond now
  it.each([
    ['while one of them lasts', END - 1, true],
    ['not when all have run out', END, false],
  ])('are recalled %s', async (_, now, recalled) => {
    const memory = await afterRestart([spot]);
    expect(memory.recall(spot, now) !== undefined).toBe(recalled);
  });

  it('belong to their question and to their service', async () => {
    const memory = await afterRestart([spot]);
    expect(memory.recall({ ...spot, postalCode: '10115' }, START)).toBeUndefined();
    const { memory: elsewhere } = await open('https://other.example');
    expect(elsewhere.recall(spot, START)).toBeUndefined();
  });

  it('stay below 40 kB, the latest answers', async () => {
    const questions = Array.from({ length: 12 }, (_, i) => ({ ...spot, consumption: `SPOT ${i}` }));
    const memory = await afterRestart(questions);
    expect((await stat(file())).size).toBeLessThan(40_000);
    const recalled = questions.map((question) => memory.recall(question, START) !== undefined);
    expect(recalled.filter(Boolean).length).toBeGreaterThan(1);
    expect(recalled).toEqual([...recalled].sort());
  });

  it('go before the selections of inputs, of which the latest are kept', async () => {
    const long = (i: number) => ({
      topic: `house ${i}`,
      selection: { country: 'DE' as const, consumption: { id: 'SPOT', name: 'é'.repeat(2500) } },
    });
    const { memory } = await open();
    memory.choose({}, [0, 1, 2, 3, 4].map(long));
    for (let i = 0; i < 5; i++) memory.keep({ ...spot, consumption: `SPOT ${i}` }, known);
    await memory.close({ removed: false });
    expect((await stat(file())).size).toBeLessThan(40_000);
    const again = (await open()).memory;
    expect(again.chosen({})).toEqual([2, 3, 4].map(long));
    expect(again.recall({ ...spot, consumption: 'SPOT 4' }, START)).toEqual(known);
  });

  // Promise P-505 operate/reactions: other settings of the node end the selections of inputs
  it.each([
    ['the same settings', { topic: 'a' }, 1],
    ['other settings', { topic: 'b' }, 0],
  ])('come with the selections that were chosen under %s', async (_, settings, count) => {
    const { memory } = await open();
    memory.choose({ topic: 'a' }, [{ topic: 'x', selection: { country: 'DE', feedin: { id: 'SUN' } } }]);
    await memory.close({ removed: false });
    expect((await open()).memory.chosen(settings)).toHaveLength(count);
  });

  it('leave no file when the node is removed', async () => {
    const { memory } = await open();
    memory.keep(spot, known);
    await memory.close({ removed: true });
    expect(await readdir(directory)).toEqual([]);
  });

  // Promise P-513 operate/reactions: data that cannot be read are reported once, and their file is renamed
  it.each([
    ['half a file', '{"schema":1,"ans'],
    ['something else', '[]'],
    [
      'a price that is none',
      `{"schema":1,"choice":{"settings":"","selections":[]},"answers":[{"question":"x","fetchedAt":1,"nextPoll":1,"next":1,
        "currency":"EUR","consumption":{"rows":[[1,2,1e308]]},"market":{}}]}`,
    ],
    ['a price that is no number', '{"schema":1,"choice":{"settings":"","selections":[]},"answers":[{"question":"x"}]}'],
  ])('begin anew after %s, which is reported once', async (_, text) => {
    await writeFile(file(), text);
    const { memory, problems } = await open();
    expect(problems).toHaveLength(1);
    expect(memory.recall(spot, START)).toBeUndefined();
    memory.keep(spot, known);
    await memory.close({ removed: false });
    const again = await open();
    expect(again.problems).toEqual([]);
    expect(again.memory.recall(spot, START)).toEqual(known);
  });

  it('begin anew beside those of a later version, which stay and are reported', async () => {
    const later = '{"schema":2,"choice":{"settings":"","selections":[]},"answers":[]}';
    await writeFile(file(), later);
    for (let start = 0; start < 2; start++) {
      const { memory, problems } = await open();
      expect(problems).toEqual([expect.stringMatching(/by a newer version/)]);
      memory.keep(spot, known);
      expect(memory.recall(spot, START)).toEqual(known);
      await memory.close({ removed: false });
    }
    expect(await readFile(file(), 'utf8')).toBe(later);
  });
});
