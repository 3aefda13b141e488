import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDialogs } from '../../support/browser/dialog-page.ts';
import { attributes, values } from '../../support/feeds/sent-prices.ts';

const boiler = {
  ...{ id: 'boiler', type: 'dayahead-cheapest-window', z: 'tab', name: 'Boiler', minutes: '60', x: 400, y: 100 },
  wires: [[], []],
};
const broker = { id: 'in', type: 'mqtt in', z: 'tab', x: 100, y: 100, wires: [['boiler']] };
const flow = [{ id: 'tab', type: 'tab', label: 'Home' }, broker, boiler];

describe('prices from elsewhere, without a price node, in Node-RED 4', () => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDialogs(flow, '2026-01-15T10:05:00+01:00', { release: 4 });
  });
  afterAll(() => dialogs?.stop());
  afterEach(() => dialogs.leave());

  const summary = async () => (await dialogs.page.locator('#dayahead-window-summary').innerText()).replace(/\s+/g, ' ');

  it('are what the dialog plans on, per kW as long as no power is said', async () => {
    await dialogs.server.input('boiler', { attributes });
    await dialogs.open('boiler');
    await expect
      .poll(summary)
      .toBe(
        '13:00–14:00 · costs SEK 0.10 per kW · saves SEK 0.20 per kW compared with an immediate start · with the last prices it received',
      );
    await dialogs.page.locator('#dayahead-window-chart .dayahead-run').waitFor();
    await dialogs.field('powerKw').fill('2');
    await expect.poll(summary).toContain('costs SEK 0.20 · saves SEK 0.40 compared');
  });

  it('have the marks of their figures beside the plan', async () => {
    const source = { kind: 'live', feed: 'pse', examples: ['grid'], expired: { fees: '2025-12-31' } };
    const prices = [{ start: '2026-01-15T12:00:00Z', end: '2026-01-15T13:00:00Z', total: 0.2 }];
    await dialogs.server.input('boiler', { timeZone: 'Europe/Warsaw', currency: 'PLN', source, prices });
    await dialogs.open('boiler');
    await expect.poll(summary).toMatch(/· network charge: example value · levies for 2025; 2026 not yet published$/);
  });

  it('come to no device without a wire, which says so', async () => {
    await dialogs.open(await dialogs.add('dayahead-cheapest-window'));
    await expect
      .poll(summary)
      .toMatch(
        /^No price node is wired to this device: it will not run\. Add a price-series node and wire it to this device\./,
      );
    await dialogs.field('readyBy').fill('07:00');
    await expect.poll(summary).toMatch(/^No price node is wired .*: it will run only once, as late as the deadline/);
  });

  it('have a cost without a currency where they name none', async () => {
    await dialogs.server.input('boiler', { rates: values });
    await dialogs.open('boiler');
    await expect.poll(summary).toContain('costs 0.10 per kW');
  });
});
