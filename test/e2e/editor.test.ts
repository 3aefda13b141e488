import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startChromium } from '../../scripts/demo/chromium.mts';
import { type Demo, startDemo } from '../support/demo.ts';

const nodes = [
  ['dayahead-tariff-select', 'demo-contract'],
  ['dayahead-price-series', 'demo-prices'],
  ['dayahead-cheapest-window', 'demo-heat-pump'],
] as const;

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
}

describe('the editor of a real Node-RED in a real browser', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    demo = await startDemo('2026-01-14T10:05:00+01:00');
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
    });
    await page.goto(demo.editor.url);
    await node('demo-prices').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  const node = (id: string) => page.locator(`[id="${id}"] > .red-ui-flow-node`);
  const field = (name: string) => page.locator(`#node-input-${name}`);
  const status = (id: string) => page.locator(`[id="${id}"] .red-ui-flow-node-status-label`);
  const inPalette = (type: string) => page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
  const deployed = async () => (await (await fetch(`${demo.editor.url}flows`)).json()) as FlowNode[];

  async function open(id: string): Promise<void> {
    await node(id).dblclick();
    await field('name').waitFor();
  }

  async function done(button = '#node-dialog-ok'): Promise<void> {
    await page.locator(button).click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  }

  async function deploy(): Promise<void> {
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/flows') && answer.request().method() === 'POST',
    );
    await page.locator('#red-ui-header-button-deploy').click();
    expect((await saved).ok()).toBe(true);
  }

  it.each(nodes)('offers %s in the palette', async (type) => {
    expect(await inPalette(type).count()).toBe(1);
  });

  it.each(nodes)('opens the dialog of %s and leaves the node as it was', async (_, id) => {
    const before = await page.evaluate(nodeInEditor, id);
    await open(id);
    await expect.poll(() => field('name').inputValue()).toBe(before.name);
    await done();
    expect(await page.evaluate(nodeInEditor, id)).toEqual(before);
  });

  it('fills the tariff picker from the service', async () => {
    await open('demo-contract');
    await expect.poll(() => page.locator('#dayahead-country').inputValue()).toBe('DK');
    await expect.poll(() => page.locator('#dayahead-grid-company').inputValue()).toBe('dk-radius');
    await done();
  });

  it('opens the dialog of dayahead-config', async () => {
    await page.evaluate("RED.editor.editConfig('', 'dayahead-config', 'demo-site-copenhagen')");
    await page.locator('#node-config-input-site').waitFor();
    expect(await page.locator('#node-config-input-site').inputValue()).toBe('copenhagen');
    await done('#node-config-dialog-ok');
  });

  it('deploys what a dialog was told, and opens with it again', async () => {
    await open('demo-car');
    await field('energyKwh').fill('22');
    await done();
    await deploy();
    expect((await deployed()).find(({ id }) => id === 'demo-car')).toMatchObject({ energyKwh: '22' });
    await open('demo-car');
    expect(await field('energyKwh').inputValue()).toBe('22');
    await done();
  });

  it('shows a price at a node dropped on an empty flow, without any configuration', async () => {
    await page.evaluate('RED.workspaces.add(undefined, false)');
    await inPalette('dayahead-price-series').scrollIntoViewIfNeeded();
    await inPalette('dayahead-price-series').dragTo(page.locator('#red-ui-workspace-chart'), {
      targetPosition: { x: 300, y: 200 },
    });
    await deploy();
    const dropped = (await deployed()).filter(({ type }) => type === 'dayahead-price-series').at(-1);
    const price = async () => {
      await demo.clock.advanceBy(1);
      expect(await status(dropped?.id ?? '').textContent()).toMatch(/\d øre/);
    };
    await vi.waitFor(price, { timeout: 10_000 });
  });

  it('has nothing to complain about and asks nobody outside', () => {
    expect(complaints).toEqual([]);
  });
});

/** Runs in the page. */
function nodeInEditor(id: string): FlowNode {
  const { RED } = globalThis as unknown as { RED: { nodes: { createCompleteNodeSet(): FlowNode[] } } };
  const found = RED.nodes.createCompleteNodeSet().find((node) => node.id === id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
}
