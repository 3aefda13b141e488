import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPriceSeries } from '../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const MIDNIGHT = Date.parse('2026-04-16T00:00:00+02:00') / 1000;
const kept = new Map<string, string>();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-tariff-'));
  mkdirSync(join(folder, 'de'));
});
afterEach(() => {
  kept.clear();
  rmSync(folder, { recursive: true });
});

/** ct per kWh all day, from these days on. */
function write(prices: Readonly<Record<string, number>>): void {
  const versions = Object.entries(prices).map(([version, price]) => ({
    version,
    price: { kind: 'clock', rates: [{ price }] },
  }));
  const tariff = { id: 'mine', sector: 'consumption', name: 'Mine', source: 'my bill', versions };
  const companies = [{ id: 'my-supplier', name: 'My supplier', tariffs: [tariff] }];
  writeFileSync(join(folder, 'de/mine.jsonc'), JSON.stringify({ unit: 'ct/kWh', companies }));
}

/** What a node says from its start on, in ct per kWh, `later` too; at its end it is stopped as for a deployment. */
async function deployed(
  later?: (clock: ManualClock, said: number[]) => Promise<void>,
  start = NOON,
): Promise<number[]> {
  const clock = manualClock(start);
  const site = await createSite({ clock, service: { kind: 'embedded', catalogue: folder } });
  const said: number[] = [];
  const series = await openPriceSeries({
    site,
    config: { country: 'DE', consumption: { id: 'mine' }, includeFees: false, includeVat: false },
    ...{ demo: false, topic: 'Prices', owner: { id: 'prices', name: 'Prices' } },
    keeping: { context: memoryStore(kept) },
    onUpdate: ({ news }) => {
      if (news?.now) said.push(news.now.now * 100);
    },
    onTrouble: (error) => expect.unreachable(error.message),
  });
  await eventually(() => expect(said).not.toEqual([]));
  await later?.(clock, said);
  await series.stop({ removed: false });
  await site.stop({ removed: false });
  return said;
}

// Promise P-618 use/catalogue: a changed tariff counts from the next deploy on
it('a tariff of one’s own that was changed in its file counts from the next deployment on', async () => {
  write({ '20260101': 15.5 });
  expect(await deployed()).toEqual([15.5]);
  expect(await deployed()).toEqual([15.5]);
  write({ '20260101': 18 });
  expect(await deployed()).toEqual([18]);
});

// Promise P-619 use/catalogue: a version counts from midnight on
it('a version that takes effect tomorrow counts from midnight on, not from the next question', async () => {
  write({ '20260101': 15.5, '20260416': 18 });
  const said = await deployed(async (clock, said) => {
    await clock.advanceTo(MIDNIGHT - 1);
    expect(said.at(-1)).toBe(15.5);
    await clock.advanceTo(MIDNIGHT);
    await eventually(() => expect(said.at(-1)).toBe(18));
    expect(clock.now()).toBe(MIDNIGHT);
  });
  expect(new Set(said)).toEqual(new Set([15.5, 18]));
});

it.each([
  ['ten minutes before it', MIDNIGHT - 600],
  ['ten minutes after it', MIDNIGHT + 600],
])('the same where Node-RED is restarted %s, and remembers what the evening cost', async (_, restart) => {
  write({ '20260101': 15.5, '20260416': 18 });
  await deployed(undefined, MIDNIGHT - 1800);
  await deployed(async (clock, said) => {
    await clock.advanceTo(Math.max(MIDNIGHT, restart));
    await eventually(() => expect(said.at(-1)).toBe(18));
  }, restart);
});
