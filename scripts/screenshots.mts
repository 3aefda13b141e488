/**
 * Takes the pictures of `docs/use/` that need no Node-RED: dialogs, sidebar and household page of the demo, under a clock that stands.
 * `node scripts/screenshots.mts [NAME…]` takes all of them or the named ones. Needs a build.
 */
import { readFileSync, statSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { type DialogPage, openDialogs } from '../test/support/browser/dialog-page.ts';
import { withPages, withStores } from '../test/support/node-red/household.ts';
import type { FlowNode } from '../test/support/node-red/node-red-helper.ts';
import { startStandIn } from '../test/support/node-red/stand-in.ts';
import { formOf } from '../test/support/service/contract-form.ts';
import { startChromium } from './demo/chromium.mts';

/** A winter's day whose tomorrow is known. */
const NOW = '2026-01-14T22:05:00+01:00';
const HOUR = 3600;
/** Pictures are not in the package, but in every clone of the repository. */
const MAX_BYTES = 100_000;
/** A dialog wide enough for its chart, and no higher than its fields. */
const STYLE = `
  * { transition: none !important }
  .red-ui-tray { width: 520px !important }
  #dialog-form { height: auto !important; min-height: 0 !important }
  .red-ui-tray-body > form { max-width: 480px; background: #fff }
`;
/** Pixels around what is shown. */
const MARGIN = 5;
/** Pixels of a picture: what lies below is more of the same. */
const MAX_HEIGHT = 1400;

type Change = (flows: readonly FlowNode[]) => readonly FlowNode[];
type Shot = (take: (shown: Locator) => Promise<void>) => Promise<void>;

interface House {
  readonly path: 'url' | 'household';
  readonly width: number;
  /** Hours that the demo has run. */
  readonly hours?: number;
  readonly change?: Change;
}

/** A page of the demo. */
const ofHouse =
  ({ path, width, hours = 0, change }: House, show: (page: Page) => Promise<Locator>): Shot =>
  async (take) => {
    const house = await startStandIn(NOW, change);
    const browser = await startChromium();
    try {
      await house.clock.advanceBy(hours * HOUR);
      const viewport = { width, height: 1000 };
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce', locale: 'en-GB' });
      await page.goto(house[path]);
      await page.locator('.dayahead-frame').waitFor();
      await take(await show(page));
    } finally {
      await browser.close();
      await house.stop();
    }
  };

/** The form of a dialog of the demo, or a part of it. */
const ofDialog =
  (show: (dialogs: DialogPage) => Promise<unknown>, part = '#dialog-form'): Shot =>
  async (take) => {
    const dialogs = await openDialogs(flow, NOW, { language: 'en-US', viewport: { width: 1366, height: 2000 } });
    try {
      await dialogs.page.clock.setFixedTime(NOW);
      await show(dialogs);
      await dialogs.page.addStyleTag({ content: STYLE });
      await dialogs.page.evaluate('document.activeElement.blur()');
      await dialogs.page.waitForLoadState('networkidle');
      await take(dialogs.page.locator('.red-ui-tray').last().locator(part));
    } finally {
      await dialogs.stop();
    }
  };

const demo = JSON.parse(readFileSync('examples/demo.json', 'utf8')) as readonly FlowNode[];
const roof = { type: 'dayahead-forecast', z: 'demo-copenhagen', x: 400, y: 900, config: 'demo-site-copenhagen' };
const prices = { type: 'dayahead-price-series', z: 'demo-stuttgart', x: 400, y: 900, config: 'demo-site-stuttgart' };
const contract = {
  id: 'de-example-spot-15min',
  companyId: 'de-example-spot',
  companyName: 'Example Spot',
  type: 'dynamic',
};
const flow = [
  ...withStores(demo),
  { ...roof, id: 'roof', name: 'Roof', kind: 'production', schema: 1 },
  {
    ...prices,
    id: 'prices',
    name: 'Prices',
    country: 'DE',
    consumption: contract,
    includeFees: true,
    includeVat: true,
    wires: [[], []],
  },
] as FlowNode[];

/** A clear day, twice. */
const sun = Array.from({ length: 48 }, (_, hour) => {
  const start = Date.parse('2026-01-14T00:00:00+01:00') / 1000 + hour * HOUR;
  const iso = (at: number) => new Date(at * 1000).toISOString();
  const kw = Math.max(0, Math.round(60 * Math.sin((((hour % 24) - 7) / 10) * Math.PI)) / 10);
  return { start: iso(start), end: iso(start + HOUR), kw };
});

const own = (id: string, name: string, energy: object) =>
  formOf({ id, name, country: 'DE', energy, network: { kind: 'fixed', price: '9' }, monthly: '10' });
const contracts = [
  own('own-flat', 'Flat', { kind: 'fixed', price: '17' }),
  own('own-night', 'Night', {
    ...{ kind: 'clock', otherwise: '20' },
    rows: [{ days: 'all', from: '22:00', to: '06:00', price: '12' }],
  }),
];

/** Hours of 2025: more is bought in the evening and in winter. */
function readings(header: string): string {
  const begin = Date.parse('2024-12-31T23:00:00Z');
  const rows = Array.from({ length: 8760 }, (_, at) => {
    const winter = 1 + 0.4 * Math.cos((at / 8760) * 2 * Math.PI);
    const kwh = winter * (at % 24 > 16 ? 0.6 : 0.25);
    return `${new Date(begin + at * HOUR * 1000).toISOString()};${kwh.toFixed(2)}`;
  });
  return [header, ...rows].join('\n');
}

const contractsHouse: House = {
  ...{ path: 'url', width: 1400 },
  change: (flows) => flows.map((node) => (node.id === 'demo-site-copenhagen' ? { ...node, contracts } : node)),
};

/** The page of contracts with a file. */
async function contractsPage(page: Page, header: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Contracts', exact: true }).click();
  await page.locator('.dayahead-costs-field select').selectOption('DE');
  const file = { name: 'meter.csv', mimeType: 'text/csv', buffer: Buffer.from(readings(header)) };
  await page.locator('.dayahead-drop input').setInputFiles(file);
  return page.locator('.dayahead-page:not([hidden])');
}

/** The grid operator limits the house for 90 minutes. */
const dimming: FlowNode = {
  ...{ id: 'dimming', type: 'inject', z: 'demo-copenhagen', once: true, onceDelay: '0.1', props: [{ p: 'payload' }] },
  ...{ payload: '{"importKw": 4.2, "importUntil": 90}', payloadType: 'json', wires: [['demo-heat-pump']] },
};

/** Opens the dialog of a battery or a car, whose plan comes a moment later. */
async function openStore({ page, open }: DialogPage, id: string): Promise<void> {
  await open(id);
  await page.locator('#dialog-form .dayahead-curve').nth(1).waitFor();
  await page.locator('#dayahead-battery-summary', { hasText: '40 %' }).waitFor();
}

const shots: Readonly<Record<string, Shot>> = {
  'household-page': ofHouse(
    {
      ...{ path: 'household', width: 390, hours: 5.6 },
      change: (flows) => withStores(withPages({ 'demo-site-copenhagen': 'switch' })(flows)),
    },
    async (page) => page.locator('body'),
  ),
  accounts: ofHouse({ path: 'url', width: 1400, hours: 9 }, async (page) => page.locator('.dayahead-devices')),
  battery: ofDialog(async (dialogs) => openStore(dialogs, 'cellar')),
  car: ofDialog(async (dialogs) => openStore(dialogs, 'van')),
  connection: ofDialog(async ({ page, openConfig }) => {
    await openConfig('demo-site-copenhagen');
    await page.locator('#node-config-input-importKw').fill('3x16 A');
    await page.locator('#dayahead-figures-status', { hasText: 'Figures of' }).waitFor();
  }, '.dayahead-section:has(#node-config-input-importKw)'),
  'sun-and-load': ofDialog(async ({ server, open, page }) => {
    await server.input('roof', sun);
    await open('roof');
    await page.locator('#dialog-form .dayahead-curve').waitFor();
    await page.locator('#dayahead-forecast-summary', { hasText: 'kWh' }).waitFor();
  }),
  dimming: ofHouse(
    {
      ...{ path: 'household', width: 390 },
      change: (flows) => [...withPages({ 'demo-site-copenhagen': 'look' })(flows), dimming],
    },
    async (page) => {
      await page.getByText(/^Limited to/).waitFor();
      return page.locator('#prices');
    },
  ),
  adjustments: ofDialog(async ({ page, open }) => {
    await open('prices');
    await page.locator('#node-input-adjustment').selectOption('de-concession-fee');
    await page.locator('#dialog-form .dayahead-price', { hasText: 'You pay' }).waitFor();
  }, '.dayahead-section:has(#node-input-adjustment)'),
  'own-contract': ofDialog(async ({ page, openConfig }) => {
    await openConfig('demo-site-copenhagen');
    await page.locator('#dayahead-contract-add').click();
    const fields = { name: 'My supplier', 'energy.zone': 'DK2', 'energy.margin': '8' };
    await page.locator('[data-field="country"]').selectOption('DK');
    for (const [name, text] of Object.entries(fields)) {
      const field = page.locator(`[data-field="${name}"]`);
      if (await field.evaluate(({ localName }) => localName === 'select')) await field.selectOption(text);
      else await field.fill(text);
    }
    await page.evaluate('document.activeElement.blur()');
    await page.locator('.red-ui-tray').last().locator('.dayahead-price', { hasText: 'You pay' }).waitFor();
  }, '.red-ui-tray-body > form'),
  compare: ofHouse(contractsHouse, async (page) => {
    const shown = await contractsPage(page, 'timestamp;kWh');
    await page.locator('.dayahead-costs tbody tr').first().waitFor();
    return shown;
  }),
  'meter-files': ofHouse(contractsHouse, async (page) => {
    const shown = await contractsPage(page, 'when;bought');
    await page.locator('.dayahead-columns select').first().selectOption('start');
    await page.locator('.dayahead-columns select').last().selectOption('consumption');
    return shown;
  }),
};

const names = process.argv.slice(2);
for (const [name, shot] of Object.entries(shots)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const path = `docs/use/images/${name}.png`;
  await shot(async (shown) => {
    const box = await shown.boundingBox();
    if (!box) throw new Error(`${name}: nothing is shown`);
    const [x, y] = [box.x, box.y].map((at) => Math.max(0, Math.round(at) - MARGIN)) as [number, number];
    const [width, height] = [box.width, box.height].map((size) =>
      Math.min(Math.round(size) + 2 * MARGIN, MAX_HEIGHT),
    ) as [number, number];
    // Icons are a font.
    await shown.page().evaluate('document.fonts.ready');
    await shown.page().screenshot({ path, animations: 'disabled', clip: { x, y, width, height } });
  });
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes; at most ${MAX_BYTES} are allowed`);
  process.stdout.write(`${path} ${size}\n`);
}
