import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmFigures, figuresStatus } from '../../../src/runtime/figures/figures-status.ts';
import { siteService } from '../../../src/runtime/polling/service.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { bundleText, levyOf, withFinnishLevy } from '../../support/service/raw-bundle.ts';

const WEEK = 7 * 86_400;
const NOON = Date.parse('2026-11-26T12:00:00Z') / 1000;
const { name } = levyOf(JSON.parse(bundleText()), 'FI');

let dir = '';
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'site-figures-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(dir, { recursive: true });
});

/** A site with figures of a file. */
function siteWith(text: string) {
  const clock = manualClock(NOON);
  const warnings: string[] = [];
  const figures = join(dir, 'figures.json');
  const means = { folder: dir, running: new Map(), onFigures: (warning: string) => warnings.push(warning) };
  writeFileSync(figures, text);
  const site = siteService({ kind: 'embedded', figures }, clock, { live: means });
  closing.push(() => site.close({ removed: false }));
  const question = { country: 'FI', consumption: 'fi-example-fixed', include: ['fees'] } as const;
  async function fees(): Promise<number | undefined> {
    const { consumption } = await (await site.client()).dayAhead(question);
    return consumption?.points[0]?.fees;
  }
  return { clock, warnings, figures, means, fees, write: (newer: string) => writeFileSync(figures, newer) };
}

describe('a site with figures of a file', () => {
  it('prices with them, and with those of a newer file within a week', async () => {
    const { clock, fees, write } = siteWith(withFinnishLevy(2.3));
    await fees();
    await clock.advanceBy(1);
    await eventually(async () => expect(await fees()).toBe(0.023));
    write(withFinnishLevy(2.4, '2026-11-27'));
    await clock.advanceBy(WEEK);
    await eventually(async () => expect(await fees()).toBe(0.024));
  });

  it('shows which changes wait, warns of them, and uses them once they are confirmed', async () => {
    const { clock, warnings, figures, means, fees } = siteWith(withFinnishLevy(9));
    await fees();
    await clock.advanceBy(1);
    const change = `FI levy "${name}" from 2025-01-01: 2.253 -> 9 ct/kWh (x3.99)`;
    await eventually(() =>
      expect(warnings).toEqual([
        `figures of 2026-11-26 from ${figures} wait for a confirmation in the dialog of the site: rows that more than double or halve: 1, such as ${change}`,
      ]),
    );
    const shipped = figuresStatus(undefined, means);
    expect(figuresStatus(figures, means)).toEqual({
      ...shipped,
      waiting: { version: '2026-11-26', changes: [change] },
    });
    expect(await fees()).toBe(0.022_53);
    expect(confirmFigures(figures, means)).toEqual({ version: '2026-11-26', skipped: [] });
    expect(await fees()).toBe(0.09);
  });

  it('reports why a file cannot be used, and keeps the figures of the package', async () => {
    const { clock, warnings, figures, means, fees } = siteWith('hello');
    await fees();
    await clock.advanceBy(1);
    const problem = `${figures}: must be JSON, as npm run catalogue:bundle writes it`;
    await eventually(() => expect(warnings).toEqual([`figures: ${problem}`]));
    expect(figuresStatus(figures, means)).toMatchObject({ problem });
    expect(await fees()).toBe(0.022_53);
  });
});
