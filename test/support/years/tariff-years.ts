import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Instant } from '../../../src/core/time.ts';
import { livePrices } from '../../../src/runtime/live/live-prices.ts';
import { chanceOf } from '../chance.ts';
import { manualClock } from '../manual-clock.ts';
import { diskAt } from './disk.ts';
import { tariffLaws } from './laws/tariff-laws.ts';
import { mortal } from './mortal.ts';
import type { FeedFault } from './outside/faults.ts';
import { type TariffSource, tariffSources } from './outside/tariff-sources.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const SOURCES: readonly TariffSource[] = ['tempo', 'datahub'];
const FAULTS: readonly FeedFault[] = [
  '500',
  '404',
  '429 for long',
  'html',
  'half',
  'zip',
  'refuses',
  'redirect',
  'empty',
];
const SKEWS = [-95, 95, HOUR, -3 * HOUR, DAY, -DAY, 40 * DAY, 5 * 365 * DAY, -60 * 365 * DAY];
const START = Date.parse('2026-10-05T08:00:00Z') / 1000;

/** What sources tell of tariffs, for so many days through whatever `seed` has in store. Throws at the first price that is wrong. */
export async function tellForYears(days: number, seed: number) {
  const chance = chanceOf(seed);
  const clock = manualClock(START);
  const born = clock.uptime();
  const right = (): Instant => START + clock.uptime() - born;
  const sources = tariffSources(right);
  const disk = diskAt(mkdtempSync(join(tmpdir(), 'tariff-years-')));
  const dir = join(disk.folder, 'live');
  const met: Record<string, number> = { colours: 0, charges: 0, withoutColour: 0, byCatalogue: 0 };
  const count = (what: string) => {
    met[what] = (met[what] ?? 0) + 1;
  };
  let calmSince: Instant | undefined;
  let last = 'the start';
  const fail = (what: string): never =>
    expect.fail(`seed ${seed}, ${new Date(clock.now() * 1000).toISOString()}, after ${last}: ${what}`);
  const look = tariffLaws({
    clock,
    folder: disk.folder,
    live: dir,
    sources,
    fail,
    count,
    isSettled: () => isSettled(),
  });
  let life = begin();

  function begin() {
    const { clock: own, die, alarms } = mortal(clock);
    const live = livePrices({
      ...{ zones: [], dir, clock: own, random: () => 0.5, version: '9.9.9', fetch: sources.fetch, onNews: () => {} },
      chosen: new Map([
        ['tempo', undefined],
        ['datahub-pricelist', undefined],
      ]),
    });
    live.start();
    return { live, die, alarms };
  }

  async function restart(isCrash: boolean): Promise<void> {
    if (!isCrash) await life.live.stop();
    if (!isCrash && life.alarms() > 0) fail('alarms are left behind');
    life.die();
    if (isCrash && chance.below(3) === 0) tear();
    sources.excuse();
    await clock.advanceBy(chance.below(5 * HOUR));
    life = begin();
  }

  /** A file is cut short somewhere. */
  function tear(): void {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const { parentPath, name } = chance.of(files);
    const path = join(parentPath, name);
    truncateSync(path, chance.below(statSync(path).size + 1));
  }

  async function set(instant: Instant): Promise<void> {
    sources.excuse();
    await clock.setTo(instant);
  }

  const storm: Readonly<Record<string, () => unknown>> = {
    'a source fails': () => sources.failing.set(chance.of(SOURCES), chance.of(FAULTS)),
    'sources are back': () => sources.failing.clear(),
    'a new price of the network': () => sources.newVersion(10 + chance.below(60)),
    'the disk is full': () => disk.fill(true),
    'the disk has room': () => disk.fill(false),
    'the clock is set': () => set(right() + chance.of(SKEWS)),
    'the clock is right': () => set(right()),
    'a restart': () => restart(false),
    'it crashes': () => restart(true),
    'it sleeps': () => clock.jumpTo(clock.now() + chance.below(3 * DAY)),
  };

  const isSettled = () => calmSince !== undefined && right() - calmSince > 1.5 * DAY;

  async function pass(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= 4 * HOUR) {
      await clock.advanceBy(Math.min(left, 4 * HOUR));
      await look();
    }
  }

  async function calm(): Promise<void> {
    sources.failing.clear();
    disk.fill(false);
    await set(right());
    calmSince = right();
    await pass((2 + chance.below(2)) * DAY);
    calmSince = undefined;
  }

  try {
    while (right() < START + days * DAY) {
      for (const [, kind] of Object.keys(storm)
        .map((kind) => [chance.below(1000), kind] as const)
        .sort(([a], [b]) => a - b)) {
        last = kind;
        count(kind);
        await storm[kind]?.();
        await look();
        await pass(chance.below(8 * HOUR));
      }
      last = 'calm';
      await calm();
    }
    await restart(false);
    return { ...met, alarms: life.alarms() };
  } finally {
    await life.live.stop();
    disk.stop();
    rmSync(disk.folder, { recursive: true });
  }
}
