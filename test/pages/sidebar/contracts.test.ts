import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';
import { formOf } from '../../support/service/contract-form.ts';

const austrian = (id: string, name: string, energy: object, more: object = {}) =>
  formOf({ id, name, country: 'AT', energy, network: { kind: 'fixed', price: '5' }, ...more });
const contracts = [
  austrian('own-flat', 'Flat', { kind: 'fixed', price: '15' }, { monthly: '4' }),
  austrian('own-night', 'Night', {
    ...{ kind: 'clock', otherwise: '18' },
    rows: [{ days: 'all', from: '22:00', to: '06:00', price: '10' }],
  }),
  austrian('own-spot', 'Auction', { kind: 'exchange', zone: 'AT', factor: '1', margin: '1', settlement: '900' }),
];

/** One kW from the beginning of 2026 up to `end`, in the layout of Wiener Netze, whose rows show the clock alone. */
function metered(end: string): string {
  const shown = new Intl.DateTimeFormat('de-AT', {
    timeZone: 'Europe/Vienna',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const clock = (at: number) => {
    const part = Object.fromEntries(shown.formatToParts(at * 1000).map(({ type, value }) => [type, value]));
    return { date: `${part.day}.${part.month}.20${part.year}`, time: `${part.hour}:${part.minute}:${part.second}` };
  };
  const rows = ['\ufeffDatum;Zeit von;Zeit bis;Haus Musterdorf - AT0010000000000000001000XXXYYYZZ - Verbrauch [kWh];;'];
  const begin = Date.parse('2025-12-31T23:00:00Z') / 1000;
  let start = clock(begin);
  for (let at = begin; at < Date.parse(end) / 1000; at += 900) {
    const end = clock(at + 900);
    rows.push(`${start.date};${start.time};${end.time};0,25;;`);
    start = end;
  }
  return rows.join('\r\n');
}

const file = { name: 'meter.csv', mimeType: 'text/csv' };

/** Lets go of a file over the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name = '', text = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  await page.locator('.dayahead-drop').dispatchEvent('drop', { dataTransfer });
}

let house: StandIn;
let browser: Browser;
beforeAll(async () => {
  house = await startStandIn('2026-04-15T18:05:00+02:00', (flows) =>
    flows.map((node) => (node.id === 'demo-site-copenhagen' ? { ...node, contracts } : node)),
  );
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});

/**
 * Per kWh 5 ct of network charge and 0.72 ct of levies are added, and 20 % of all. Flat costs 15 ct and 4.00 a month, Night 10 and 18 ct.
 * Of 6 kWh a day that are shifted, two thirds were used by day, 16 of 23 and 16 of 25 where the clocks change: 8 ct and VAT less for each.
 */
const year = {
  text: metered('2026-12-31T23:00:00Z'),
  // 8,760 kWh; a third of the year is night, over both clock changes.
  flat: ['1314.00', '438.00', '63.07', '372.61', '48.00', '2235.69'],
  night: ['1343.20', '438.00', '63.07', '368.85', '2213.13'],
  shifted: '2072.97',
};
const month = {
  text: metered('2026-01-31T23:00:00Z'),
  // 744 kWh, 248 of them at night.
  flat: ['111.60', '37.20', '5.36', '31.63', '4.00', '189.79'],
  night: ['114.08', '37.20', '5.36', '31.33', '187.96'],
  shifted: '176.06',
};

describe.each([
  ['en-US', 'Contracts', /Wiener Netze, Jan 1, 2026 to Dec 31, 2026: 8,760 kWh bought, 0 kWh fed in\./, year],
  ['de', 'Verträge', /Wiener Netze, 01\.01\.2026 bis 31\.01\.2026: 744 kWh bezogen, 0 kWh eingespeist\./, month],
])('the page of contracts in %s', (language, title, read, costs) => {
  let page: Page;
  const complaints: string[] = [];
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const rows = () => page.locator('.dayahead-costs tbody tr');
  const row = async (name: string) => plain(await rows().filter({ hasText: name }).innerText());
  /** Amounts without their marks of thousands, with a point. */
  const amounts = async (name: string) =>
    ((await row(name)).match(/\d[\d.,]*[.,]\d\d(?!\d)/g) ?? []).map((each) =>
      each.replace(/[.,](?=\d{3})/, '').replace(',', '.'),
    );

  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, locale: language });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${house.url}?language=${language}`);
    await page.locator('.dayahead-run').first().waitFor();
  });
  afterAll(() => page?.close());

  // Promise P-518 use/compare: a file that is dropped on the page shows what each contract would have cost, one's own
  //   to the cent, by component and month
  // Promise P-519 use/compare: the page starts with the country of the shown prices
  it('has what each would have cost with a file that is dropped: the typed ones to the cent', async () => {
    await page.getByRole('button', { name: title, exact: true }).click();
    // The shown prices are those of Copenhagen.
    expect(await page.locator('.dayahead-costs-field select').inputValue()).toBe('DK');
    await page.locator('.dayahead-costs-field select').selectOption('AT');
    await drop(page, file.name, costs.text);
    await rows().first().waitFor();
    expect(plain(await page.locator('.dayahead-page:not([hidden])').innerText())).toMatch(read);
    expect(await amounts('Flat')).toEqual(costs.flat);
    expect(await amounts('Night')).toEqual(costs.night);
    const shown = (await rows().allInnerTexts()).map(plain);
    const order = shown.flatMap((text) => ['Night', 'Flat', 'Auction'].filter((name) => text.startsWith(name)));
    expect(order).toEqual(['Night', 'Flat', 'Auction']);
    expect(await row('Auction')).toMatch(/kWh.*2026/);
    expect(await page.locator('.dayahead-months canvas').count()).toBe(1);
  });

  it('opens the lines of a bill in the words of the editor, with a stack for each month', async () => {
    const bill = page.locator('.dayahead-bill-lines').filter({ hasText: 'Flat' });
    await bill.locator('summary').click();
    await bill.locator('canvas').waitFor();
    const [energy, fee, network] = (await bill.locator('tr').allInnerTexts()).map(plain);
    // With 20 % VAT: 15 ct and 5 ct for each kWh, and 4.00 for each month.
    expect(energy).toMatch(title === 'Contracts' ? /^energy .*1,576\.80/ : /^Arbeitspreis 133,92/);
    expect(fee).toMatch(
      title === 'Contracts' ? /^Supplier's standing charge .*57\.60/ : /^Grundpreis des Lieferanten 4,80/,
    );
    expect(network).toMatch(title === 'Contracts' ? /^network .*525\.60/ : /^Netzentgelt 44,64/);
    const colours = await bill.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data, width, height } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        ...([0, 0, canvas.width, canvas.height] as const),
      );
      const found = new Set<string>();
      for (let i = 0; i < 4 * width * height; i += 4) found.add(data.slice(i, i + 3).join());
      return [...found];
    });
    // #3b7dd8 is energy, #d9772b the network, and #a457a8 levies.
    expect(colours).toEqual(expect.arrayContaining(['59,125,216', '217,119,43', '164,87,168']));
    await bill.locator('summary').click();
  });

  // Promise P-520 use/compare: the page shows the saving of a shift
  it('says what a shift would have saved', async () => {
    const shift = page.locator('.dayahead-costs-field input').nth(1);
    await shift.fill('viel');
    await shift.press('Tab');
    await expect.poll(() => shift.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.dayahead-refused[role=status]').innerText()).toMatch(/999/);
    await shift.fill('6');
    await shift.press('Tab');
    await expect.poll(async () => (await amounts('Night')).at(-1)).toBe(costs.shifted);
  });

  it('doubts times that could be starts as well as ends', async () => {
    const quarters = ['08:00', '08:15', '08:30'].map((time) => `10.01.2026 ${time};0,5;`);
    await drop(page, 'quarters.csv', ['Messzeitpunkt;Verbrauch (kWh);', ...quarters].join('\n'));
    await page.locator('.dayahead-warning', { hasText: /They are read as the end|gelesen als Ende/ }).waitFor();
  });

  // Promise P-528 use/compare: a postal code of which no network charge is known is left out
  it('leaves out a postal code of which no network charge is known, and asks for a country that nothing tells', async () => {
    const postalCode = page.locator('.dayahead-costs-field input').first();
    await postalCode.fill('9999');
    await postalCode.press('Tab');
    const warnings = page.locator('.dayahead-costs').locator('xpath=..').locator('.dayahead-warning');
    await expect
      .poll(async () => plain((await warnings.allInnerTexts()).join(' ')))
      .toMatch(/without the postal code|ohne Postleitzahl/);
    expect((await warnings.allInnerTexts()).join(' ')).not.toMatch(
      /enter the postal code|wird die Postleitzahl gebraucht/,
    );
    await postalCode.fill('');
    await page.locator('.dayahead-costs-field select').evaluate((select: HTMLSelectElement) => {
      select.value = '';
    });
    const buffer = Buffer.from('timestamp,kWh\n2026-01-10 00:00,1\n2026-01-10 01:00,1\n');
    await page.locator('.dayahead-drop input').setInputFiles({ ...file, name: 'clock.csv', buffer });
    const status = page.locator('.dayahead-refused[role=status]');
    await expect.poll(() => status.innerText()).toMatch(/^(Choose the country|Bitte das Land wählen)/);
    await page.locator('.dayahead-costs-field select').selectOption('AT');
  });

  it('says what is wrong with a file, readably', async () => {
    await page
      .locator('.dayahead-drop input')
      .setInputFiles({ ...file, name: 'bill.csv', buffer: Buffer.from('%PDF-1.7') });
    const status = page.locator('.dayahead-refused[role=status]');
    await expect
      .poll(() => status.innerText())
      .toMatch(/^bill\.csv: (The file is a PDF document|Die Datei ist ein PDF)/);
    expect(await rows().count()).toBe(0);
    await drop(page, 'mine.csv', 'when;how much\n1.1.2026 00:00;1\n');
    await expect.poll(() => status.innerText()).toMatch(/^mine\.csv: .*when, how much/);
    expect(await page.locator('.dayahead-columns tbody tr').allInnerTexts()).toEqual([
      'when\thow much',
      '1.1.2026 00:00\t1',
    ]);
    expect(await page.evaluate(`(${lowContrast})('.dayahead-page:not([hidden]) *')`)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('asks which column is what where nobody knows the layout, and reckons by the answer', async () => {
    await page.getByRole('button', { name: title, exact: true }).click();
    await page.locator('.dayahead-costs-field select').first().selectOption('AT');
    const hours = Array.from(
      { length: 48 },
      (_, i) => `2026-01-${10 + Math.floor(i / 24)} ${String(i % 24).padStart(2, '0')}:00;${i};0,5`,
    );
    await drop(page, 'mine.csv', ['when;row;how much;place', ...hours.map((row) => `${row};home`)].join('\n'));
    const roles = page.locator('.dayahead-columns select');
    await roles.first().selectOption('start');
    await roles.nth(2).selectOption('consumption');
    await page.locator('.dayahead-costs-field select').last().selectOption('kWh');
    // A postal code shows the table once more, with the columns that are chosen.
    await roles.first().evaluate((select: HTMLElement) => select.setAttribute('data-before', ''));
    const postalCode = page.locator('.dayahead-costs-field input').first();
    await postalCode.fill('1010');
    await postalCode.press('Tab');
    await expect.poll(() => page.locator('[data-before]').count()).toBe(0);
    await expect
      .poll(() => roles.evaluateAll((all: HTMLSelectElement[]) => all.map(({ value }) => value)))
      .toEqual(['start', '', 'consumption', '']);
    const table = page.locator('.dayahead-columns');
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await postalCode.fill('');
    await postalCode.press('Tab');
    await page.getByRole('button', { name: /^(Calculate|Berechnen)$/ }).click();
    await rows().first().waitFor();
    expect(plain(await page.locator('.dayahead-page:not([hidden])').innerText())).toMatch(/CSV, .* 24 kWh/);
    expect(await roles.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('goes back to the prices', async () => {
    await page.locator('.dayahead-pages button').first().click();
    expect(await page.locator('.dayahead-run').first().isVisible()).toBe(true);
  });
});
