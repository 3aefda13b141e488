import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { FLOW_FILE, PACKAGE } from '../../../scripts/demo/node-red.mts';
import { openChromium } from '../../support/browser/chromium.ts';
import { type InstalledNodeRed, startInstalled } from '../../support/node-red/installed-node-red.ts';

/** Of `rosebud`. */
const PASSWORD = '$2b$04$asuz9CLzca1nNR0nryY6zubXucdfRP66vAGA50gZ4eO962kbU3ic.';
const flows = [
  { id: 'home', type: 'dayahead-config', schema: 2, name: 'Home', page: 'switch' },
  { id: 'cabin', type: 'dayahead-config', schema: 2, name: 'Cabin', page: 'look' },
  { id: 'office', type: 'dayahead-config', schema: 2, name: 'Office' },
  { id: 'tab', type: 'tab' },
  {
    ...{ id: 'boiler', type: 'dayahead-cheapest-window', z: 'tab', x: 100, y: 100, name: 'Boiler', config: 'home' },
    ...{ minutes: '60', wires: [[], []] },
  },
];
const settings = { nodesDir: PACKAGE, httpNodeAuth: { user: 'ann', pass: PASSWORD } };
const login = (password: string) => ({ authorization: `Basic ${btoa(`ann:${password}`)}` });

describe('a Node-RED that asks for a password before what its flows serve', () => {
  let userDir: string;
  let red: InstalledNodeRed;
  beforeAll(async () => {
    userDir = await mkdtemp(join(tmpdir(), 'dayahead-login-'));
    await writeFile(join(userDir, FLOW_FILE), JSON.stringify(flows));
    red = await startInstalled(process.execPath, resolve('node_modules/node-red'), userDir, {}, settings);
  });
  afterAll(async () => {
    await red?.stop();
    await rm(userDir, { recursive: true });
  });

  /** The status of an answer, and its beginning: the stream of events has no end. */
  async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
    const stop = new AbortController();
    const { status, body } = await fetch(`${red.url}dayahead/${path}`, { ...init, signal: stop.signal });
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('"house"')) break;
    }
    stop.abort();
    return { status, text };
  }
  const post = (body: object, headers: object) =>
    ask('switch', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const tokenOf = async (site: string) =>
    /"token":"([^"]+)"/.exec((await ask(`events?site=${site}`, { headers: login('rosebud') })).text)?.[1] ?? '';

  it.each([
    ['', 200],
    ['page.js', 200],
    ['page.css', 200],
    ['uplot.js', 200],
    ['icon.svg', 200],
    ['icon.png', 200],
    ['page.webmanifest', 200],
    ['events', 200],
    ['events?site=cabin', 200],
    ['events?site=office', 404],
  ])('tells nobody else anything: GET dayahead/%s', async (path, status) => {
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { headers: login('wrong') })).status).toBe(401);
    expect((await ask(path, { headers: login('rosebud') })).status).toBe(status);
  });

  it('has nobody else switch anything, nor who has the password from another page or without the token', async () => {
    const token = { 'x-dayahead-token': await tokenOf('home') };
    expect(token['x-dayahead-token']).not.toBe('');
    expect(await tokenOf('cabin')).toBe('');
    const rows: readonly (readonly [number, object, string])[] = [
      [401, {}, 'home'],
      [401, token, 'home'],
      [401, { ...token, ...login('wrong') }, 'home'],
      [403, login('rosebud'), 'home'],
      [403, { ...token, ...login('rosebud'), 'sec-fetch-site': 'cross-site' }, 'home'],
      [403, { ...token, ...login('rosebud'), origin: 'https://elsewhere.example' }, 'home'],
      [403, { ...token, ...login('rosebud') }, 'cabin'],
      [403, { ...token, ...login('rosebud') }, 'office'],
      // It may, and there is no such device.
      [400, { ...token, ...login('rosebud') }, 'home'],
    ];
    for (const [status, headers, site] of rows) {
      const answer = await post({ site, id: 'car', set: { override: 'on' } }, headers);
      expect([site, headers, answer.status]).toEqual([site, headers, status]);
    }
  });

  it('shows a page that stays open over a restart what was switched before it, and lets it switch again', async () => {
    const browser = await openChromium();
    const httpCredentials = { username: 'ann', password: 'rosebud' };
    const page = await (await browser.newContext({ httpCredentials, locale: 'en-GB' })).newPage();
    const boiler = () => page.locator('.card').innerText();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.clock.install();
    await page.goto(`${red.url}dayahead/?site=home`);
    await press('On for 1 h');
    await expect.poll(boiler).toMatch(/^Boiler\s+on\s.*switched by hand/s);
    await red.stop();
    await page.clock.fastForward(60_000);
    await expect.poll(() => page.locator('#cut').innerText()).toContain('Node-RED cannot be reached.');
    const uiPort = Number(new URL(red.url).port);
    red = await startInstalled(
      process.execPath,
      resolve('node_modules/node-red'),
      userDir,
      {},
      { ...settings, uiPort },
    );
    await page.locator('#cut').waitFor({ state: 'hidden' });
    // The device opens after the page is served.
    await expect.poll(boiler).toMatch(/^Boiler\s+on\s.*switched by hand/s);
    await press('Back to the plan');
    await expect.poll(boiler).not.toContain('switched by hand');
    await browser.close();
  });
});
