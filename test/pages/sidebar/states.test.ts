import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeriesFacts, seriesAt } from '../../../src/messages/series.ts';
import { seriesMessage } from '../../../src/messages/to-message.ts';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
/** The Sunday on which clocks are put back: 100 quarter hours. */
const midnight = at('2026-10-25T00:00:00+02:00');
const now = at('2026-10-25T12:00:00+01:00');
const quarters = (point: object) =>
  Array.from({ length: 100 }, (_, i) => ({ start: midnight + i * 900, end: midnight + (i + 1) * 900, ...point }));
const facts: SeriesFacts = {
  country: 'DE',
  resolution: 900,
  currency: 'EUR',
  consumption: { points: quarters({ energy: 0.1, vat: 0.02 }) },
  feedin: { points: quarters({ energy: 0.07 }) },
  asked: ['energy', 'grid', 'vat'],
  fetchedAt: now - 600,
  nextPoll: now + 3600,
  attribution: [{ publisher: 'Exchange', licence: 'CC BY 4.0', notice: 'Source: Exchange' }],
};
const who = { id: 'prices', name: 'House', site: '' };
const told: Overview = {
  now: '2026-10-25T11:00:00Z',
  choices: [who],
  prices: { ...who, series: seriesMessage(seriesAt(facts, now)), demo: false },
  devices: [],
};

describe('the sidebar, whatever the server says', () => {
  let house: StandIn;
  let browser: Browser;
  let page: Page;
  let answer: { status?: number; json: object } = { json: told };

  beforeAll(async () => {
    house = await startStandIn('2026-10-25T12:00:00+01:00', () => []);
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await page.route('**/dayahead/overview*', (route) => route.fulfill(answer));
    await page.goto(house.url);
    await part('frame').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  const part = (name: string) => page.locator(`.dayahead-${name}`);
  const text = async (name: string) => (await part(name).innerText()).replace(/\s+/g, ' ');
  const spoken = () => part('frame').getAttribute('aria-valuetext');
  async function tell(more: object, status = 200): Promise<void> {
    answer = { status, json: { ...told, ...more } };
    const asked = page.waitForResponse('**/dayahead/overview*');
    await page.evaluate("RED.events.emit('deploy')");
    await asked;
  }
  const tellPrices = (more: object) => tell({ prices: { ...told.prices, ...more } });
  const tellSeries = (more: object) => tellPrices({ series: { ...told.prices?.series, ...more } });

  it('gives the day of a clock change its 25 hours, and tells the hour apart that comes twice', async () => {
    expect(await part('frame').getAttribute('aria-valuemax')).toBe('99');
    await part('frame').focus();
    await page.keyboard.press('Home');
    for (let quarter = 0; quarter < 8; quarter++) await page.keyboard.press('ArrowRight');
    expect(await spoken()).toMatch(/02:00–02:15 GMT\+2: 12\.0 ct\/kWh$/);
    await page.keyboard.press('PageUp');
    expect(await spoken()).toMatch(/02:00–02:15 GMT\+1: 12\.0 ct\/kWh$/);
  });

  it('stays at the hour that is looked at while more is learned', async () => {
    await tellSeries({ missing: [] });
    await expect.poll(() => part('warning').count()).toBe(0);
    expect(await spoken()).toMatch(/GMT\+1/);
    await part('frame').blur();
    expect(await spoken()).toMatch(/^now 12:00–12:15/);
  });

  it('draws planned runs to the same scale', async () => {
    const run = { start: '2026-10-25T04:00:00+01:00', end: '2026-10-25T06:30:00+01:00' };
    await tell({ devices: [{ id: 'car', name: 'Car', site: '', plan: { runs: [run] } }] });
    await expect.poll(() => part('run').getAttribute('style')).toBe('left: 20%; width: 10%;');
    expect(await text('lane')).toBe('Car 04:00–06:30');
  });

  it('says beside the price what is paid for feed-in', async () => {
    expect(await text('legend')).toBe('energy 10.0 VAT 2.0 feed-in 7.0');
  });

  it('names what a price lacks, and what would complete it', async () => {
    await tellSeries({ warnings: ['grid-needs-postal-code'] });
    await expect.poll(() => text('warning')).toBe('network charge missing: enter a postal code');
  });

  it('shows the origin of the prices and each of their marks once', async () => {
    const marks = { examples: ['grid'], proposed: ['vat'], expired: { fees: '2026-12-31' }, doubtful: true };
    await tellSeries({ missing: [], source: { ...told.prices?.series?.source, kind: 'live', feed: 'pse', ...marks } });
    await expect
      .poll(() => text('facts'))
      .toContain(
        'Live prices (pse). network charge: example value proposed VAT levies for 2026; 2027 not yet published prices doubtful',
      );
    expect((await text('facts')).match(/example value/g)).toHaveLength(1);
  });

  it('shows what a testing token has left', async () => {
    const newToday = { dayahead: { limit: 20, remaining: 7 } };
    await tellSeries({ allowance: { requestsToday: 12, newToday, tariffsLeft: 3 } });
    const expected = 'Testing token: 12 requests today. New entries left today: prices 7. Left in total: tariffs 3.';
    await expect.poll(() => text('allowance')).toBe(expected);
    expect(await text('notice')).toBe('Source: Exchange · CC BY 4.0');
  });

  it.each([
    ['Node-RED 4 without adminAuth', { version: '4.1.15' }, 1],
    ['Node-RED 4 with adminAuth', { version: '4.1.15', user: { username: 'ann' } }, 0],
    ['Node-RED 5', { version: '5.0.7' }, 0],
  ])('warns only where any web page can change flows: %s', async (_, settings, count) => {
    await page.evaluate(`RED.settings = ${JSON.stringify(settings)}`);
    await tell({});
    await expect.poll(() => part('open-editor').count()).toBe(count);
    if (count > 0) expect(await text('open-editor')).toMatch(/^Anyone can change flows here: without adminAuth/);
  });

  it.each([
    ['what went wrong, and goes on showing what is known', { problem: { code: 'busy' } }, /^token in use/, true],
    [
      'a service that never answered',
      { problem: { code: 'network', values: { host: 'prices.example' } }, series: undefined },
      /^prices\.example does not answer; the next attempt is automatic$/,
      false,
    ],
    ['prices that have run out', { series: { ...told.prices?.series, stale: true } }, /^no current price$/, true],
    ['who publishes in its place', { conflict: 'Other' }, /in use by Other$/, true],
    ['that it waits', { series: undefined }, /^waiting for prices$/, false],
  ])('tells %s', async (_, prices, expected, drawn) => {
    await tellPrices(prices);
    await expect.poll(() => text('alert')).toMatch(expected);
    expect(await part('shown').isVisible()).toBe(drawn);
  });

  it('names the broker that cannot be reached, beside the prices', async () => {
    await tell({ broker: { host: 'cellar.lan:1883', why: 'connect ECONNREFUSED 10.0.0.2:1883' } });
    const expected =
      'The MQTT broker cellar.lan:1883 cannot be reached. Node-RED tries again every few seconds, and devices run as planned. ' +
      'The computer is running, but nothing answers at this port.';
    await expect.poll(() => text('alert')).toBe(expected);
    expect(await part('shown').isVisible()).toBe(true);
  });

  it.each([
    [401, /not allowed/],
    [500, /does not answer/],
  ])('tells of an answer %i in words, and recovers', async (status, expected) => {
    await tell({}, status);
    await expect.poll(() => text('alert')).toMatch(expected);
    await tell({});
    await expect.poll(() => part('alert').isVisible()).toBe(false);
  });
});
