import type { Browser, Page } from 'playwright-core';
import { withoutSliding } from '../dialogs/boot.ts';
import { type Demo, startDemo } from '../node-red/demo.ts';
import type { FlowOptions } from '../node-red/shared-node-red.ts';
import { openChromium } from './chromium.ts';
import { type Dialogs, dialogsIn } from './dialog.ts';

/** A node as the editor would save it. */
interface SavedNode {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The demo in a real browser. */
export interface Editor extends Dialogs {
  readonly demo: Demo;
  readonly page: Page;
  /** What the page said went wrong, and whom it asked outside this computer. */
  readonly complaints: readonly string[];
  /** Drops a node of `type` on the flow that is shown. */
  drop(type: string, x: number, y: number): Promise<void>;
  deploy(): Promise<void>;
  /** As it stands in the editor. */
  node(id: string): Promise<SavedNode>;
  /** As it is deployed; the last one of a type where no id is known. */
  deployed(type: string): Promise<SavedNode>;
  stop(): Promise<void>;
}

export type EditorOptions = Pick<FlowOptions, 'release' | 'root'> & { readonly language?: string };

/** Opens the editor of the demo at `now`. */
export async function openEditor(now: string, { language = 'en-US', ...options }: EditorOptions = {}): Promise<Editor> {
  const demo = await startDemo(now, options);
  const browser: Browser = await openChromium();
  const page = await browser.newPage({
    viewport: { width: 1600, height: 1400 },
    reducedMotion: 'reduce',
    locale: language,
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
  });
  await page.addInitScript(`localStorage.setItem('editor-language', '${language}')`);
  await page.addInitScript(withoutSliding);
  await page.goto(demo.editor.url);
  await page.locator('[id="demo-prices"] > .red-ui-flow-node').waitFor();
  const flows = async () => (await (await fetch(`${demo.editor.url}flows`)).json()) as SavedNode[];
  return {
    demo,
    page,
    complaints,
    ...dialogsIn(page),
    async drop(type, x, y) {
      const entry = page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
      await entry.scrollIntoViewIfNeeded();
      await entry.dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x, y } });
    },
    async deploy() {
      const saved = page.waitForResponse(
        (answer) => answer.url().endsWith('/flows') && answer.request().method() === 'POST',
      );
      await page.locator('#red-ui-header-button-deploy').click();
      if (!(await saved).ok()) throw new Error('Node-RED has not taken the flows');
      // What is stored of secrets the editor knows once it has read that answer.
      await page.waitForFunction('!RED.nodes.dirty()');
    },
    node: (id) =>
      found(page.evaluate('RED.nodes.createCompleteNodeSet()') as Promise<SavedNode[]>, (it) => it.id === id),
    deployed: (type) => found(flows(), (it) => it.type === type),
    async stop() {
      await browser.close();
      await demo.stop();
    },
  };
}

/** Shows the sidebar of prices once the editor has started: as one of its last steps Node-RED shows the first tab of its sidebar. */
export async function showSidebar(page: Page): Promise<void> {
  // Hidden before the start as well, but with a width only after it.
  const done = '#red-ui-loading-progress[style*="display: none"] span[style*="width: 0%"]';
  await page.locator(done).waitFor({ state: 'attached' });
  await page.evaluate("RED.sidebar.show('dayahead')");
}

async function found(nodes: Promise<SavedNode[]>, is: (node: SavedNode) => boolean): Promise<SavedNode> {
  const node = (await nodes).filter(is).at(-1);
  if (!node) throw new Error('no such node');
  return node;
}
