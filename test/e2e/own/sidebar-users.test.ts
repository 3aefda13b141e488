import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { showSidebar } from '../../support/browser/editor.ts';
import { startOwnDemo } from '../../support/node-red/own-node-red.ts';

/** By name; the password is the name again. */
const permissions: Readonly<Record<string, 'read' | '*'>> = { reader: 'read', owner: '*' };
const known = (username: string) => {
  const permission = permissions[username];
  return permission ? { username, permissions: permission } : null;
};

describe("the sidebar's endpoints in Node-RED 4.1, below a path and with users", () => {
  let demo: Awaited<ReturnType<typeof startOwnDemo>>;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    demo = await startOwnDemo('2026-01-14T10:05:00+01:00', {
      release: 4,
      root: '/red',
      adminAuth: {
        type: 'credentials',
        users: async (name) => known(name),
        default: async () => null,
        authenticate: async (name, password) => (name === password ? known(name) : null),
      },
    });
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  async function ask(path: string, name: string, body?: object) {
    const token = name && (await tokenOf(name));
    return fetch(`${demo.editor.url}dayahead/${path}`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }
  async function tokenOf(name: string): Promise<string> {
    const scope = permissions[name] ?? '';
    const fields = { client_id: 'node-red-editor', grant_type: 'password', scope, username: name, password: name };
    const answer = await fetch(`${demo.editor.url}auth/token`, { method: 'POST', body: new URLSearchParams(fields) });
    return ((await answer.json()) as { access_token: string }).access_token;
  }
  async function open(name: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url());
      if (hostname !== '127.0.0.1' || !pathname.startsWith('/red/')) complaints.push(`asked ${request.url()}`);
    });
    await page.goto(demo.editor.url);
    await page.locator('#node-dialog-login-username').fill(name);
    await page.locator('#node-dialog-login-password').fill(name);
    await page.locator('#node-dialog-login-submit').click();
    await page.locator('[id="demo-car"]').waitFor();
    await page.evaluate('jQuery.fx.off = true');
    await showSidebar(page);
    await page.locator('.dayahead-run').first().waitFor();
    return page;
  }
  /** Deploys what `change` makes of the flows. */
  async function deploy(change: (flows: readonly { readonly id: string }[]) => object): Promise<void> {
    const headers = { authorization: `Bearer ${await tokenOf('owner')}`, 'content-type': 'application/json' };
    const flows = `${demo.editor.url}flows`;
    const body = JSON.stringify(change((await (await fetch(flows, { headers })).json()) as { id: string }[]));
    expect((await fetch(flows, { method: 'POST', headers, body })).status).toBe(204);
  }
  const heatPump = (page: Page, name: string) =>
    page.locator('.dayahead-card').filter({ hasText: 'Heat pump' }).getByRole('button', { name, exact: true });

  it.each([
    ['nobody', '', 401, 401],
    ['who may read', 'reader', 200, 401],
    ['who may do everything', 'owner', 200, 200],
  ])('answer %s', async (_, name, overview, override) => {
    expect((await ask('overview', name)).status).toBe(overview);
    expect((await ask('override', name, { id: 'demo-car', override: 'auto' })).status).toBe(override);
  });

  it('show prices to who may only read, with nothing to press', async () => {
    const page = await open('reader');
    expect(await page.locator('.dayahead-readout-head').innerText()).toContain('øre/kWh');
    expect(await page.locator('.dayahead-card .buttons button').count()).toBe(0);
    await page.close();
  });

  it('do what who may do everything presses, and show what a deployment leaves', async () => {
    const page = await open('owner');
    await heatPump(page, 'Off').click();
    await expect.poll(() => heatPump(page, 'Off').getAttribute('aria-pressed')).toBe('true');
    await page.locator('.dayahead-undo button').click();
    await expect.poll(() => heatPump(page, 'Off').getAttribute('aria-pressed')).toBe('false');
    await deploy((flows) => flows.filter(({ id }) => id !== 'demo-heat-pump'));
    await expect.poll(() => page.locator('.dayahead-card').count()).toBe(1);
    await page.close();
  });

  it('ask below the path alone, and without an error', () => {
    expect(complaints).toEqual([]);
  });
});
