import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import config from '../../../nodes/config.ts';
import { versionOf } from '../../../src/service/catalogue/figures/installed.ts';
import { shippedCatalogue } from '../../../src/service/catalogue/shipped.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';
import { finnishChange, withFinnishLevy } from '../../support/service/raw-bundle.ts';

const start = nodeRed(config);
const shipped = versionOf(shippedCatalogue());

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dialog-figures-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('a site without newer figures has those of the package, and one that is not deployed yet too', async () => {
  const clock = manualClock(Date.parse('2026-11-26T12:00:00Z') / 1000);
  const flow = await start(clock, [{ id: 'site', type: 'dayahead-config' }]);
  for (const id of ['site', 'new'])
    expect((await flow.post('/dayahead/figures', { config: id })).body).toEqual({ version: shipped, skipped: [] });
});

it('a dialog shows the figures that wait, and puts them in use', async () => {
  const figures = join(dir, 'figures.json');
  // The file is another one for each run: what the user directory keeps is named by its path.
  writeFileSync(figures, withFinnishLevy(4));
  const clock = manualClock(Date.parse('2026-11-26T12:00:00Z') / 1000);
  const flow = await start(clock, [{ id: 'site', type: 'dayahead-config', prices: 'replay', figures }]);
  await flow.post('/dayahead/listings', { config: 'site', list: 'countries' });
  await clock.advanceBy(1);
  const change = finnishChange(4);
  await eventually(async () =>
    expect((await flow.post('/dayahead/figures', { config: 'site' })).body).toEqual({
      version: shipped,
      skipped: [],
      waiting: { version: '2026-11-26', changes: [change] },
    }),
  );
  const confirmed = { version: '2026-11-26', skipped: [] };
  expect((await flow.post('/dayahead/figures/confirm', { config: 'site' })).body).toEqual(confirmed);
});
