import { readdirSync } from 'node:fs';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { isTrial } from '../support/cases.ts';
import { type Held, liveThroughYears } from '../support/years/decade.ts';

type Line = Parameters<Parameters<typeof liveThroughYears>[0]['onOpen']>[0];
const line = vi.hoisted(() => ({ world: undefined as unknown }));
vi.mock('../../src/mqtt/connection.ts', () => ({
  Connection: class {
    constructor({ url }: { readonly url: string }, root: string) {
      // biome-ignore lint/correctness/noConstructorReturn: stands for the connection, of which there is one at a time.
      return (line.world as Line).open(url, root);
    }
  },
}));
vi.mock('../../src/mqtt/retained/guest.ts', () => ({
  openGuest: ({ url }: { readonly url: string }) => (line.world as Line).enter(url),
}));
const onOpen = (world: Line) => {
  line.world = world;
};

/** `npm run years` asks for ten, and no other span. */
const YEARS = process.env.YEARS ? [Number(process.env.YEARS)] : [];
const YEAR = 365.25;

describe('through whatever fails, no wrong price is shown, no device is left on, and no need is missed once all is well', () => {
  it.each([
    ['the clock change in spring', '2026-03-28', 1],
    ['the clock change in autumn', '2030-10-26', 3],
  ])('over %s', async (_, from, seed) => {
    const { happenings, needs, prices, alarms } = await liveThroughYears({
      from,
      days: isTrial ? 4 : 2,
      seed,
      pause: isTrial ? 3 : 1,
      onOpen,
    });
    expect(Object.keys(happenings).length).toBeGreaterThan(5);
    expect(needs).toBeGreaterThan(2);
    expect(prices).toBeGreaterThan(1000);
    expect(alarms).toBe(0);
  });
});

it.each(YEARS)(
  'over %i years, and memory, alarms and files stay as they are once its accounts are full',
  async (length) => {
    const collect = forcedCollection();
    const quarters: (Held & { readonly heap: number; readonly open: number })[] = [];
    const say = (text: string) => process.stderr.write(`${text}\n`);
    const result = await liveThroughYears({
      ...{ from: '2026-01-02', days: Math.round(length * YEAR), seed: 7, away: 110, every: YEAR / 4 },
      onOpen,
      onHeld(day, held) {
        collect();
        const quarter = { ...held, heap: heldMb(), open: openFiles() };
        quarters.push(quarter);
        say(`year ${(day / YEAR).toFixed(2)}: ${JSON.stringify(quarter)}`);
      },
    });
    say(JSON.stringify(result));
    const [second = expect.unreachable(), last = expect.unreachable()] = [quarters[7], quarters.at(-1)];
    expect(result.clockChanges).toBeGreaterThanOrEqual(2 * length);
    expect(result.leapDays).toBe(Math.floor((length + 1) / 4));
    // Runs, days and months of accounts fill up in the first years; with what is going on each look is half a megabyte off the last.
    const [, settled = 0, , latest = 0] = [0, 1, 2, 3].map((part) => meanHeap(quarters, part));
    expect(latest).toBeLessThan(1.05 * settled);
    // What is written down goes by what has happened lately: it is more at one time and less at another.
    const [former, latter] = [quarters.slice(0, quarters.length / 2), quarters.slice(quarters.length / 2)].map(
      mostBytes,
    );
    expect(latter).toBeLessThan(1.1 * (former ?? 0));
    expect(last.alarms).toBeLessThanOrEqual(second.alarms + 3);
    expect(last.files).toBeLessThanOrEqual(second.files + 2);
    expect(last.open).toBeLessThanOrEqual(second.open + 2);
  },
);

/** Of a fourth of all looks. */
function meanHeap(looks: readonly { readonly heap: number }[], part: number): number {
  const some = looks.slice((part * looks.length) / 4, ((part + 1) * looks.length) / 4);
  return some.reduce((sum, { heap }) => sum + heap, 0) / some.length;
}

const mostBytes = (quarters: readonly Held[]) => Math.max(...quarters.map(({ bytes }) => bytes));

function forcedCollection(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/** What is held but for the code that the engine has made of what ran often: that goes on for as long as it runs. */
function heldMb(): number {
  const held = getHeapSpaceStatistics().filter(({ space_name }) => !/code|trusted/.test(space_name));
  return held.reduce((sum, { space_used_size }) => sum + space_used_size, 0) / 2 ** 20;
}

const openFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
