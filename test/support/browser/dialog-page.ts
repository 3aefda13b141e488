import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { added, withoutSliding } from '../dialogs/boot.ts';
import { type DialogServer, type DialogServerOptions, startDialogServer } from '../dialogs/server.ts';
import { feedsAt } from '../feeds/feed-server.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import type { FlowNode } from '../node-red/node-red-helper.ts';
import { openChromium } from './chromium.ts';
import { type Dialogs, dialogsIn } from './dialog.ts';

/** Dialogs in a plain page, without Node-RED. */
export interface DialogPage extends Dialogs {
  readonly clock: ManualClock;
  readonly server: DialogServer;
  /** Sources of live prices, on this computer. */
  readonly feeds: Awaited<ReturnType<typeof feedsAt>>;
  readonly page: Page;
  /** Errors of the page and of the nodes, and requests of the page to other computers. */
  readonly complaints: readonly string[];
  /** Adds a new node as if it were dropped on the flow, and returns its id. */
  add(type: string): Promise<string>;
  /** The node as a deployment would save it. */
  node(id: string): Promise<FlowNode>;
  /** Deploys the nodes as the page has them. */
  deploy(): Promise<void>;
  stop(): Promise<void>;
}

export type DialogPageOptions = Partial<Omit<DialogServerOptions, 'clock'>> & {
  readonly language?: string;
  /** Whether dialogs slide in and out as in the editor, or are there and gone at once, as by default. */
  readonly slides?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
};

const demo = JSON.parse(readFileSync('examples/demo.json', 'utf8')) as readonly FlowNode[];

/** Opens a page with the dialogs of the demo. */
export const openDemoDialogs = (now: string, options?: DialogPageOptions): Promise<DialogPage> =>
  openDialogs(demo, now, options);

/** Opens a page with the dialogs of `flow`, whose nodes run under a clock that stands at `now`. */
export async function openDialogs(
  flow: readonly FlowNode[],
  now: string,
  options: DialogPageOptions = {},
): Promise<DialogPage> {
  const {
    language = 'en-US',
    viewport = { width: 1600, height: 1400 },
    slides = false,
    release = 5,
    ...more
  } = options;
  const clock = manualClock(Date.parse(now) / 1000);
  const complaints: string[] = [];
  const onProblem = (text: string) => void complaints.push(text);
  const feeds = await feedsAt(clock);
  const server = await startDialogServer(flow, { onProblem, mirrors: feeds.mirrors, ...more, clock, release });
  const browser = await openChromium();
  const page = await browser.newPage({ viewport, locale: language });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
  });
  await page.addInitScript(`localStorage.setItem('editor-language', '${language}')`);
  if (!slides) await page.addInitScript(withoutSliding);
  await page.goto(server.url);
  await page.waitForFunction('RED.ready');
  const nodes = () => page.evaluate('RED.nodes.createCompleteNodeSet()') as Promise<FlowNode[]>;
  return {
    clock,
    server,
    feeds,
    page,
    complaints,
    ...dialogsIn(page),
    add: (type) => page.evaluate(`(${added})('${type}')`),
    async node(id) {
      const node = (await nodes()).find((each) => each.id === id);
      if (!node) throw new Error(`no node ${id}`);
      return node;
    },
    deploy: async () => server.deploy(await nodes()),
    async stop() {
      await browser.close();
      await server.stop();
      await feeds.stop();
    },
  };
}
