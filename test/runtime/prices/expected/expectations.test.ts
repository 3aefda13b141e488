import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PriceOrigin } from '../../../../src/core/vocabulary.ts';
import type { SeriesFacts } from '../../../../src/messages/series.ts';
import { type Expectations, openExpectations } from '../../../../src/runtime/prices/expected/expectations.ts';

const DAY = 86_400;
const HOUR = 3600;
/** A Monday in winter time. */
const FIRST = Date.parse('2026-01-05T00:00+01:00') / 1000;

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'expectations-'));
});
const opened = new Set<Expectations>();
afterEach(async () => {
  for (const expectations of opened) await expectations.close({ removed: false });
  opened.clear();
});
afterAll(() => rm(directory, { recursive: true }));

interface Lesson {
  readonly origin?: PriceOrigin;
  /** Of the exchange, per kWh. */
  readonly energy?: number;
}

/** The prices of one day, 20 ct beside the exchange price. */
function factsOn(day: number, { origin = { kind: 'live' }, energy = 0.1 }: Lesson = {}): SeriesFacts {
  const points = Array.from({ length: 24 }, (_, hour) => ({
    start: FIRST + day * DAY + hour * HOUR,
    end: FIRST + day * DAY + (hour + 1) * HOUR,
    energy,
    grid: 0.2,
  }));
  return {
    country: 'DE',
    resolution: 3600,
    currency: 'EUR',
    asked: ['energy', 'grid'],
    origin,
    consumption: { points },
    fetchedAt: FIRST,
    nextPoll: FIRST + DAY,
    attribution: [],
  };
}

/** The same in quarter hours, no two alike. */
function quartersOn(day: number): SeriesFacts {
  const facts = factsOn(day);
  const points = (facts.consumption?.points ?? []).flatMap((point, hour) =>
    [0, 1, 2, 3].map((i) => ({
      ...{ ...point, start: point.start + i * 900, end: point.start + (i + 1) * 900 },
      energy: 0.1 + (hour * 4 + i) / 1000 + day / 100_000,
    })),
  );
  return { ...facts, resolution: 900, consumption: { points } };
}

/** A node from a start to a stop, with a file of its own or an earlier one's. */
async function nodeWith(name: string, source = 'embedded ') {
  const problems: string[] = [];
  const file = join(directory, name);
  const expectations = await openExpectations({ file }, source, ({ message }) => problems.push(message));
  opened.add(expectations);
  return { ...expectations, problems, file };
}

/** A node that has learned days 0 to 13 of contract `a`. */
async function taughtNode(name: string) {
  const node = await nodeWith(name);
  const contract = node.of('a');
  for (let day = 0; day < 14; day++) contract.after(factsOn(day));
  await node.close({ removed: false });
}

describe('expectations', () => {
  // Promise P-228 internals/forecast: past prices are kept over a restart
  it('outlive a restart', async () => {
    await taughtNode('restart');
    const node = await nodeWith('restart');
    const { forecast = [] } = node.of('a').after(factsOn(14));
    expect(forecast).toHaveLength(8 * 24);
    expect(forecast[0]).toEqual({
      start: FIRST + 15 * DAY,
      end: FIRST + 15 * DAY + HOUR,
      total: 0.3,
      low: 0.3,
      high: 0.3,
    });
  });

  // Promise P-225 internals/forecast: another contract, service, or kind of source teaches nothing
  it('are made of no prices but those of the contract, its service and its kind of source', async () => {
    await taughtNode('apart');
    const hours = async (source: string, contract: string, origin: PriceOrigin) =>
      (await nodeWith('apart', source)).of(contract).after(factsOn(14, { origin })).forecast?.length;
    expect([
      ['the same', await hours('embedded ', 'a', { kind: 'live', feed: 'smard' })],
      ['another contract', await hours('embedded ', 'b', { kind: 'live' })],
      ['a replay', await hours('embedded ', 'a', { kind: 'replay' })],
      ['another service', await hours('https://service.example', 'a', { kind: 'live' })],
      ['by message', await hours('embedded ', 'a', { kind: 'external', feed: 'tibber' })],
    ]).toEqual([
      ['the same', 192],
      ['another contract', undefined],
      ['a replay', undefined],
      ['another service', undefined],
      ['by message', undefined],
    ]);
  });

  // Promise P-511 operate/reactions: past prices are some 45 kB for each of at most eight contracts
  it('are kept for eight contracts, some 45 kB of quarter hours each', async () => {
    const node = await nodeWith('eight');
    for (let id = 1; id <= 8; id++) node.of(`${id}`).learn(Array.from({ length: 14 }, (_, day) => factsOn(day)));
    const ninth = node.of('9');
    ninth.learn(Array.from({ length: 69 }, (_, day) => quartersOn(day)));
    ninth.after(quartersOn(69));
    await node.close({ removed: false });
    const { outlooks } = JSON.parse(await readFile(node.file, 'utf8'));
    expect(Math.round(JSON.stringify(outlooks.at(-1)).length / 5000)).toBe(9);
    const again = await nodeWith('eight');
    const expected = [9, 2].map((id) => again.of(`${id}`).after(id === 9 ? quartersOn(70) : factsOn(14)));
    expect(expected.map(({ forecast }) => forecast?.length)).toEqual([8 * 96, 8 * 24]);
    expect(again.of('1').after(factsOn(14))).toEqual({});
  });

  it('begin anew where their file cannot be read, and say so', async () => {
    await taughtNode('corrupt');
    await writeFile(join(directory, 'corrupt'), '{"schema":1,"outlooks":[{"key":');
    const node = await nodeWith('corrupt');
    expect(node.problems[0]).toContain('cannot be read');
    expect(node.of('a').after(factsOn(14))).toEqual({});
  });

  it('are forgotten with their node', async () => {
    await taughtNode('removed');
    const node = await nodeWith('removed');
    opened.clear();
    await node.close({ removed: true });
    await expect(readFile(node.file)).rejects.toThrow('ENOENT');
  });

  it('say how they turned out once the day that they were about has prices', async () => {
    await taughtNode('judged');
    const contract = (await nodeWith('judged')).of('a');
    const told = [
      contract.after(factsOn(14)),
      contract.after(factsOn(15)),
      contract.after(factsOn(16, { energy: 0.14 })),
    ];
    expect(told.map(({ forecastAccuracy }) => forecastAccuracy)).toEqual([
      { meanError: 0, inside: 1, days: 1 },
      { meanError: 0, inside: 1, days: 2 },
      { meanError: 0.0133, inside: 0.6667, days: 3 },
    ]);
  });

  // Promise P-237 internals/forecast: it is made anew when prices come, not in between
  it('are made anew when prices come, and not in between', async () => {
    await taughtNode('between');
    const contract = (await nodeWith('between')).of('a');
    const first = contract.after(factsOn(14));
    expect(contract.after({ ...factsOn(14), fetchedAt: FIRST + 15 * DAY })).toBe(first);
    const next = contract.after(factsOn(15));
    expect(next.forecast?.[0]?.start).toBe(FIRST + 16 * DAY);
  });

  // Promise P-235 internals/forecast: the same where earlier days are learnt later
  it('learn from past days without their charges, which may have changed since', async () => {
    const contract = (await nodeWith('past')).of('a');
    // A Saturday and a Monday.
    for (const day of [12, 14]) contract.after(factsOn(day));
    const dearer = (facts: SeriesFacts): SeriesFacts => {
      const points = (facts.consumption?.points ?? []).map((point) => ({ ...point, grid: 0.5 }));
      return { ...facts, consumption: { points } };
    };
    const past = Array.from({ length: 12 }, (_, day) => dearer(factsOn(day)));
    expect([contract.learn(past), contract.learn(past)]).toEqual([true, false]);
    const totals = contract.after(factsOn(14)).forecast?.map(({ total }) => total);
    expect(totals).toEqual(new Array(8 * 24).fill(0.3));
  });
});
