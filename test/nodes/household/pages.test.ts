import { describe, expect, it, vi } from 'vitest';
import type { ConfigNode } from '../../../nodes/adapter/site.ts';
import config from '../../../nodes/config.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Flow, nodeRed } from '../../support/node-red/node-red-helper.ts';

const TOKEN = 'the-token-of-this-process-aaaaaa';
vi.mock('../../../nodes/household/switching.ts', async (original) => ({
  ...(await original<object>()),
  newToken: () => TOKEN,
}));

// Before a build the page is at its source.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const sourceOf = (path: string) => path.replace(/^.*[/\\]page[/\\]page\.html$/, 'nodes/editor/household/page.html');
  return { ...real, readFileSync: (path: string, encoding?: 'utf8') => real.readFileSync(sourceOf(path), encoding) };
});

const start = nodeRed(config);
const site = (fields: object = {}) => ({ id: 'home', type: 'dayahead-config', schema: 2, name: 'Home', ...fields });
const open = async (flow: readonly ReturnType<typeof site>[], settings = {}) => {
  const running = await start(manualClock(1_768_467_600), flow, {}, settings);
  await running.node<ConfigNode>('home').site;
  return running;
};

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const paths = ['', 'page.js', 'page.css', 'uplot.js', 'icon.svg', 'icon.png', 'page.webmanifest', 'events'];

describe("the household's page", () => {
  it.each(paths)('is off until a site says otherwise: GET dayahead/%s', async (path) => {
    const flow = await open([site()]);
    expect((await flow.get(`/dayahead/${path}`)).status).toBe(404);
  });

  it('is off again once no site has it on', async () => {
    const flow = await open([site({ page: 'look' })]);
    expect((await flow.get('/dayahead/page.webmanifest')).status).toBe(200);
    await flow.deploy([site()]);
    expect((await flow.get('/dayahead/page.webmanifest')).status).toBe(404);
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'Strom'],
    ['en-GB', 'Electricity'],
    ['xx, de;q=0.5', 'Strom'],
    ['xx', 'Electricity'],
    ['', 'Electricity'],
  ])('speaks to a browser that asks for %j: %s', async (accepted, name) => {
    const flow = await open([site({ page: 'look' })]);
    const { body } = await flow.get('/dayahead/page.webmanifest', { 'accept-language': accepted });
    expect(body).toMatchObject({ name, start_url: './', scope: './' });
  });

  const foreign = { origin: 'https://elsewhere.example' };
  it.each([...paths, 'switch'])('answers no page of another origin: dayahead/%s', async (path) => {
    const flow = await open([site({ page: 'switch' })]);
    const asked =
      path === 'switch' ? flow.post('/dayahead/switch', {}, foreign) : flow.get(`/dayahead/${path}`, foreign);
    const { status, text, headers } = (await asked) as unknown as Answered;
    expect([status, headers['cross-origin-resource-policy']]).toEqual([403, 'same-origin']);
    expect(text).not.toContain(TOKEN);
  });

  // Promise P-434 use/household-page: pages of other origins may link to the page
  it('opens by a link of another site, in no frame of it', async () => {
    const flow = await open([site({ page: 'switch' })]);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await toldBy(flow, '', link)).house).toMatchObject({ id: 'home' });
    const frame = await flow.get('/dayahead/', { ...link, 'sec-fetch-dest': 'iframe' });
    expect(frame.status).toBe(403);
  });

  /** The data inside the page, which it shows until its stream is open. */
  const toldBy = async (flow: Flow, path = '', headers = {}) => {
    const { text } = (await flow.get(`/dayahead/${path}`, headers)) as unknown as { readonly text: string };
    return JSON.parse(text.split('id="snapshot">')[1]?.split('</script')[0] ?? '');
  };

  it('has the token of this process where it may switch, and there alone', async () => {
    const flow = await open([site({ page: 'look' }), site({ id: 'other', name: 'Other', page: 'switch' })]);
    expect((await toldBy(flow)).house).toMatchObject({ id: 'home', name: 'Home' });
    expect((await toldBy(flow)).house).not.toHaveProperty('token');
    expect((await toldBy(flow, '?site=other')).house).toMatchObject({ id: 'other', name: 'Other', token: TOKEN });
  });

  it('names the sites whose pages are on, and no other', async () => {
    const off = site({ id: 'secret', name: 'Secret' });
    const alone = await open([site({ page: 'look' }), off]);
    expect((await toldBy(alone)).house).not.toHaveProperty('sites');
    await alone.deploy([site({ page: 'look' }), off, site({ id: 'annex', name: 'Annex', page: 'switch' })]);
    await alone.node<ConfigNode>('annex').site;
    expect((await toldBy(alone, '?site=home')).house.sites).toEqual([
      { id: 'annex', name: 'Annex' },
      { id: 'home', name: 'Home' },
    ]);
    // Asked for by nobody by its id, it is told to nobody.
    expect(await toldBy(alone, '?site=secret')).toBeNull();
  });

  it.each(['look', 'switch'])('stands in frames of its own origin only, if a site may %s', async (page) => {
    const flow = await open([site({ page })]);
    const policy = (await flow.get('/dayahead/')).headers['content-security-policy'] ?? '';
    expect([policy.includes("default-src 'none'"), policy.includes("frame-ancestors 'self'")]).toEqual([true, true]);
  });

  it('shows no site whose page is off, and none that does not exist', async () => {
    const flow = await open([site({ page: 'look' }), site({ id: 'other' })]);
    for (const id of ['other', 'gone']) expect((await flow.get(`/dayahead/events?site=${id}`)).status).toBe(404);
  });

  const withToken = { 'x-dayahead-token': TOKEN };
  it.each<[string, string, object, number, string | undefined]>([
    ['is off', '', withToken, 404, undefined],
    ['may be looked at', 'look', withToken, 403, 'permission'],
    ['has told nobody its token', 'switch', {}, 403, 'origin'],
    ['has another token', 'switch', { 'x-dayahead-token': 'x'.repeat(TOKEN.length) }, 403, 'origin'],
    ['is asked from elsewhere', 'switch', { ...withToken, ...foreign }, 403, 'origin'],
    ['has no such device', 'switch', withToken, 400, 'settings'],
  ])('that %s switches nothing: POST dayahead/switch', async (_, page, headers, status, code) => {
    const flow = await open([site({ page })]);
    const asked = { site: 'home', id: 'car', set: { override: 'on' } };
    const { status: answered, body } = await flow.post('/dayahead/switch', asked, headers);
    expect([answered, (body as { readonly fault?: { readonly code: string } }).fault?.code]).toEqual([status, code]);
  });

  it('that may be looked at switches nothing beside one that may switch', async () => {
    const flow = await open([site({ page: 'look' }), site({ id: 'other', page: 'switch' })]);
    const asked = { site: 'home', id: 'car', set: { override: 'on' } };
    const answer = await flow.post('/dayahead/switch', asked, withToken);
    expect(answer).toMatchObject({ status: 403, body: { fault: { code: 'permission' } } });
  });

  it('lies behind the middleware of settings.js', async () => {
    const httpNodeMiddleware = (_: unknown, answer: { sendStatus(status: number): void }) => answer.sendStatus(401);
    const flow = await open([site({ page: 'look' })], { httpNodeMiddleware });
    for (const path of paths) expect([path, (await flow.get(`/dayahead/${path}`)).status]).toEqual([path, 401]);
  });

  it('is said to be unseen where Node-RED serves no pages', async () => {
    const flow = await open([site({ page: 'look' })], { httpNodeRoot: false });
    expect(flow.warnings().at(-1)).toBe('config.pageNotServed');
  });

  it('has no address for phones where Node-RED listens on loopback only', async () => {
    const flow = await open([site({ page: 'look' })], { uiHost: '127.0.0.1', httpNodeRoot: '/flows' });
    const { body } = await flow.get('/dayahead/page-addresses');
    expect(body).toEqual({ urls: [], path: '/flows/dayahead/', unknown: 'loopback' });
  });

  it('is refused as anything but what the dialog offers', async () => {
    const flow = await start(manualClock(1_768_467_600), [site({ page: 'yes' })]);
    await expect(flow.node<ConfigNode>('home').site).rejects.toThrow(/^page: /);
  });
});
