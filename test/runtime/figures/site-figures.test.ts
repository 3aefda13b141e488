import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmFigures, figuresStatus } from '../../../src/runtime/figures/figures-status.ts';
import { siteService } from '../../../src/runtime/polling/service.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { finnishChange, finnishLevy, withFinnishLevy } from '../../support/service/raw-bundle.ts';

const WEEK = 7 * 86_400;
const NOON = Date.parse('2026-11-26T12:00:00Z') / 1000;
/** EUR/kWh of the shipped levy. */
const SHIPPED = finnishLevy.value / 100;

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
  let first: number | undefined;
  /** The rise of the levies since the first answer, as a multiple of the shipped levy. */
  async function rise(): Promise<number> {
    const { consumption } = await (await site.client()).dayAhead(question);
    const fees = consumption?.points[0]?.fees ?? Number.NaN;
    first ??= fees;
    return Number(((fees - first) / SHIPPED).toFixed(3));
  }
  return { clock, warnings, figures, means, rise, write: (newer: string) => writeFileSync(figures, newer) };
}

describe('a site with figures of a file', () => {
  it('prices with them, and with those of a newer file within a week', async () => {
    const { clock, rise, write } = siteWith(withFinnishLevy(1.02));
    await rise();
    await clock.advanceBy(1);
    await eventually(async () => expect(await rise()).toBe(0.02));
    write(withFinnishLevy(1.06, '2026-11-27'));
    await clock.advanceBy(WEEK);
    await eventually(async () => expect(await rise()).toBe(0.06));
  });

  // Promise P-605 use/catalogue: the confirmation exists in Node-RED too
  it('shows which changes wait, warns of them, and uses them once they are confirmed', async () => {
    const { clock, warnings, figures, means, rise } = siteWith(withFinnishLevy(4));
    await rise();
    await clock.advanceBy(1);
    const change = finnishChange(4);
    await eventually(() =>
      expect(warnings).toEqual([
        `figures dated 2026-11-26 from ${figures} need your confirmation in the dialog of the site: rows that more than double or halve: 1, such as ${change}`,
      ]),
    );
    const shipped = figuresStatus(undefined, means);
    expect(figuresStatus(figures, means)).toEqual({
      ...shipped,
      waiting: { version: '2026-11-26', changes: [change] },
    });
    expect(await rise()).toBe(0);
    expect(confirmFigures(figures, means)).toEqual({ version: '2026-11-26', skipped: [] });
    expect(await rise()).toBe(3);
  });

  it('reports why a file cannot be used, and keeps the figures of the package', async () => {
    const { clock, warnings, figures, means, rise } = siteWith('hello');
    await rise();
    await clock.advanceBy(1);
    const problem = `${figures}: must be JSON, as npm run catalogue:bundle writes it`;
    await eventually(() => expect(warnings).toEqual([`figures: ${problem}`]));
    expect(figuresStatus(figures, means)).toMatchObject({ problem });
    expect(await rise()).toBe(0);
  });
});
