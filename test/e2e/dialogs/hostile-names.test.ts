import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDialogs } from '../../support/browser/dialog-page.ts';
import type { FlowNode } from '../../support/node-red/node-red-helper.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const demo = JSON.parse(readFileSync('examples/demo.json', 'utf8')) as FlowNode[];
const flow = demo.map((node) =>
  ['demo-prices', 'demo-heat-pump'].includes(node.id) ? { ...node, name: HOSTILE } : node,
);

describe('a name that is markup', () => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDialogs(flow, '2026-01-14T10:05:00+01:00');
  });
  afterAll(() => dialogs?.stop());
  afterEach(() => dialogs.leave());

  const part = (selector: string) => dialogs.page.locator(selector).filter({ hasText: HOSTILE }).first();
  /** Answers for the service. The network of a country is known in Node-RED itself. */
  const fulfil = (path: string, json: object) =>
    dialogs.page.route(`**/dayahead/${path}`, (route) => {
      const { list } = route.request().postDataJSON() as { list?: string };
      return list === 'network' ? route.fallback() : route.fulfill({ json });
    });

  it('is text in the preview of a device', async () => {
    await dialogs.open('demo-heat-pump');
    await part('#dayahead-window-summary').waitFor();
    await part('#dayahead-window-chart .dayahead-lane-name').waitFor();
  });

  it('is text in the lists of the service and in what it refuses, and its links lead nowhere else', async () => {
    const tariff = { type: null, available: true, description: HOSTILE, link: 'javascript:alert(1)' };
    await fulfil('listings', { items: [{ id: HOSTILE, name: HOSTILE, ...tariff }] });
    await fulfil('preview', { fault: { code: 'service', detail: HOSTILE } });
    await dialogs.open('demo-contract');
    const list = (field: string) =>
      dialogs.page.locator(`#dayahead-${field}`).locator('xpath=following-sibling::button');
    await list('feedin-company').click();
    await part('.red-ui-autoComplete-container li').click();
    await list('feedin').click();
    await part('.red-ui-autoComplete-container li').click();
    await part('#dayahead-feedin-note').waitFor();
    await part('.dayahead-price').waitFor();
    expect(await dialogs.page.locator('#dayahead-feedin-note a').count()).toBe(0);
  });

  it('has made no element and asked for nothing', async () => {
    expect(await dialogs.page.locator('img[src="x"]').count()).toBe(0);
    expect(dialogs.complaints).toEqual([]);
  });
});
