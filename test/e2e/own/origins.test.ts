import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';
import { FLOW_FILE, PACKAGE } from '../../../scripts/demo/node-red.mts';
import { type Attempt, attempt, BLOCKED, type Means, OPEN_STREAM } from '../../support/browser/attempts.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { LAN_NAME } from '../../support/browser/resolved-names.ts';
import { isTrial } from '../../support/cases.ts';
import { type InstalledNodeRed, startInstalled } from '../../support/node-red/installed-node-red.ts';
import { fullProduct, pairwiseSample } from '../../support/pairwise.ts';

/** The bcrypt hash of the password `rosebud`. */
const PASSWORD = '$2b$04$asuz9CLzca1nNR0nryY6zubXucdfRP66vAGA50gZ4eO962kbU3ic.';
const flows = [
  { id: 'home', type: 'dayahead-config', schema: 2, name: 'Villa Rosebud', page: 'switch', prices: 'replay' },
  { id: 'tab', type: 'tab' },
  {
    ...{ id: 'boiler', type: 'dayahead-cheapest-window', z: 'tab', x: 100, y: 100, name: 'Boiler', config: 'home' },
    ...{ minutes: '60', wires: [[], []] },
  },
];

/** A page that sends requests: its host and port, and how it sends them. */
const senders: Readonly<Record<string, { readonly origin: Origin; readonly means: Means }>> = {
  'same origin': { origin: 'own', means: 'fetch' },
  'other port': { origin: 'other port', means: 'fetch' },
  'other host': { origin: 'other host', means: 'fetch' },
  'forged forwarded host': { origin: 'other host', means: 'fetch' },
  'rebound name': { origin: 'rebound', means: 'fetch' },
  'form post': { origin: 'other host', means: 'form post' },
  'no-cors fetch': { origin: 'other host', means: 'no-cors fetch' },
  EventSource: { origin: 'other host', means: 'EventSource' },
  frame: { origin: 'other host', means: 'frame' },
};
type Origin = 'own' | 'other port' | 'other host' | 'rebound';

/** The requests to Node-RED, each with a text that only its full answer contains. */
const targets: Readonly<Record<string, { readonly path: string; readonly body?: object; readonly tells: RegExp }>> = {
  page: { path: 'dayahead/', tells: /Villa Rosebud/ },
  token: { path: 'dayahead/?site=home', tells: /"token":"[\w-]{32}"/ },
  switch: {
    path: 'dayahead/switch',
    body: { site: 'home', id: 'boiler', set: { override: 'on', override_until: '60' } },
    tells: /"undo":/,
  },
  stream: { path: 'dayahead/events', tells: /Villa Rosebud/ },
  costs: { path: 'dayahead/costs', body: { config: 'home' }, tells: /"code":"settings"/ },
  report: { path: 'dayahead/report', tells: /Node-RED \d/ },
};

const releases = { 'Node-RED 4.1': 'node-red-4', 'Node-RED 5': 'node-red' } as const;
const logins = fullProduct({ adminAuth: [false, true], httpNodeAuth: [false, true] });
type House = (typeof houses)[number];
/** Each pair of release, `adminAuth` and `httpNodeAuth` is there; the trials start all eight. */
const houses = Object.keys(releases).flatMap((release, i) =>
  logins
    .filter(({ adminAuth, httpNodeAuth }) => isTrial || (adminAuth === httpNodeAuth) === (i === 0))
    .map((login) => ({ release: release as keyof typeof releases, ...login })),
);
const factors = {
  house: houses,
  sender: Object.keys(senders),
  target: Object.keys(targets),
  // To loopback browsers send `Sec-Fetch-Site`, to a plain name they do not.
  address: [LAN_NAME, LOOPBACK],
};
const rows = isTrial ? fullProduct(factors) : pairwiseSample(factors);

let browser: Browser;
const attacker = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<body></body>'));
let attackerPort = 0;
let folder: string;
let starting: readonly Promise<InstalledNodeRed>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dayahead-origins-'));
  // All start at once: each has started by the time its turn comes.
  starting = houses.map((house, i) => startHouse(house, join(folder, String(i))));
  browser = await openChromium();
  attackerPort = await listen(attacker, 0);
});
afterAll(async () => {
  for (const red of await Promise.allSettled(starting)) if (red.status === 'fulfilled') await red.value.stop();
  await browser?.close();
  attacker.closeAllConnections();
  attacker.close();
  await rm(folder, { recursive: true });
});

async function startHouse({ release, adminAuth, httpNodeAuth }: House, userDir: string): Promise<InstalledNodeRed> {
  await mkdir(userDir);
  await writeFile(join(userDir, FLOW_FILE), JSON.stringify(flows));
  const users = [{ username: 'ann', password: PASSWORD, permissions: '*' }];
  return startInstalled(process.execPath, resolve('node_modules', releases[release]), userDir, undefined, {
    nodesDir: PACKAGE,
    ...(adminAuth && { adminAuth: { type: 'credentials', users } }),
    ...(httpNodeAuth && { httpNodeAuth: { user: 'ann', pass: PASSWORD } }),
  });
}

describe.each(houses)('$release with adminAuth $adminAuth and httpNodeAuth $httpNodeAuth', (house) => {
  const { adminAuth, httpNodeAuth } = house;
  let red: InstalledNodeRed;
  let context: BrowserContext;
  let bearer: Readonly<Record<string, string>> = {};
  let basic: Readonly<Record<string, string>> = {};
  const pages = new Map<string, Promise<Page>>();

  beforeAll(async () => {
    red = await (starting[houses.indexOf(house)] ?? expect.unreachable());
    if (adminAuth) bearer = { authorization: `Bearer ${await accessToken()}` };
    if (httpNodeAuth) basic = { authorization: `Basic ${btoa('ann:rosebud')}` };
    const httpCredentials = { username: 'ann', password: 'rosebud' };
    context = await browser.newContext(httpNodeAuth ? { httpCredentials } : {});
  });
  afterAll(async () => {
    await context?.close();
    await red?.stop();
  });

  async function accessToken(): Promise<string> {
    const login = { client_id: 'node-red-editor', grant_type: 'password', scope: '*', username: 'ann' };
    const body = new URLSearchParams({ ...login, password: 'rosebud' });
    const answer = await fetch(`${red.url}auth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  /** A page of the origin, opened once: an image of Node-RED itself, which answers to every name, or an empty page. */
  function pageOf(origin: Origin, address: string): Promise<Page> {
    const { port } = new URL(red.url);
    const url = {
      own: `http://${address}:${port}/favicon.ico`,
      rebound: `http://rebound.test:${port}/favicon.ico`,
      'other port': `http://${address}:${attackerPort}/`,
      'other host': `http://evil.test:${attackerPort}/`,
    }[origin];
    const open = async () => {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    };
    const page = pages.get(url) ?? open();
    pages.set(url, page);
    return page;
  }
  async function requestTo(target: string, sender: string, address: string): Promise<Attempt> {
    const { path, body } = targets[target] ?? expect.unreachable(target);
    const host = sender === 'rebound name' ? 'rebound.test' : address;
    const isAdmin = ['costs', 'report'].includes(target);
    return {
      url: `http://${host}:${new URL(red.url).port}/${path}`,
      method: body ? 'POST' : 'GET',
      body: JSON.stringify(body ?? {}),
      credentials: httpNodeAuth ? 'include' : 'omit',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        // Even a page that has got hold of the token switches nothing.
        ...(target === 'switch' && { 'x-dayahead-token': await pageToken() }),
        ...(sender === 'same origin' && isAdmin && bearer),
        ...(sender === 'forged forwarded host' && {
          'x-forwarded-host': `evil.test:${attackerPort}`,
          'x-forwarded-proto': 'http',
        }),
      },
    };
  }
  async function pageToken(): Promise<string> {
    const page = await (await fetch(`${red.url}dayahead/`, { headers: basic })).text();
    return /"token":"([^"]+)"/.exec(page)?.[1] ?? expect.unreachable('the page has no token');
  }
  async function override(): Promise<string> {
    const answer = await fetch(`${red.url}dayahead/overview`, { headers: bearer });
    const { devices } = (await answer.json()) as { devices: { override: string }[] };
    return devices[0]?.override ?? '';
  }
  async function backToPlan(): Promise<void> {
    const body = JSON.stringify({ id: 'boiler', override: 'auto' });
    const headers = { ...bearer, 'content-type': 'application/json' };
    await fetch(`${red.url}dayahead/override`, { method: 'POST', headers, body });
  }

  const mine = rows.filter((row) => row.house === house);
  // Promise P-433 use/household-page: pages of other origins read and switch nothing
  it(`tells and does what its own pages ask for, and nothing for others: ${mine.length} requests`, async () => {
    const wrong: string[] = [];
    for (const { sender, target, address } of mine) {
      const { origin, means } = senders[sender] ?? expect.unreachable(sender);
      const request = await requestTo(target, sender, address);
      const text = await attempt(await pageOf(origin, address), means, request);
      const isOpen = text === OPEN_STREAM || (means === 'no-cors fetch' && text !== BLOCKED);
      const isTold = isOpen || targets[target]?.tells.test(text);
      const isSwitched = (await override()) !== 'auto';
      if (isSwitched) await backToPlan();
      const isOwn = sender === 'same origin';
      if (isTold !== isOwn || isSwitched !== (isOwn && target === 'switch'))
        wrong.push(`${sender} to ${target} at ${address}: ${isSwitched ? 'switched, ' : ''}${text.slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });
});
