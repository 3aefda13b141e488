import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';

describe('what is typed with a unit in the dialog of cheapest-window in Node-RED 4', () => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00', { release: 4 });
    await dialogs.open('demo-car');
  });
  afterAll(() => dialogs?.stop());

  const field = (name: string) => dialogs.field(name);
  const unit = (name: string) => dialogs.page.locator(`.dayahead-unit[for="node-input-${name}"]`).innerText();
  const summary = () => dialogs.page.locator('#dayahead-window-summary').innerText();
  const invalid = () =>
    dialogs.page.evaluate("$('#dialog-form .input-error').map((_, input) => input.id.slice(11)).get()");

  it.each([
    ['25', 'øre/kWh', '25'],
    ['25,5 øre', '= 25.5 øre/kWh', '25.5'],
    ['0.25 kr/kWh', '= 25.0 øre/kWh', '25'],
    ['0,25', 'øre/kWh is far below every price: write “0,25 DKK” if you mean this', '0.25'],
    ['', 'øre/kWh', ''],
  ])('a price of %s', async (typed, says, kept) => {
    await expect.poll(() => unit('maxPrice')).toMatch(/øre/);
    await field('maxPrice').fill(typed);
    await expect.poll(() => unit('maxPrice')).toBe(says);
    expect(await invalid()).toEqual([]);
    await field('maxPrice').blur();
    expect(await field('maxPrice').inputValue()).toBe(kept);
  });

  it('is marked where it is in another currency, and stays', async () => {
    await field('maxPrice').fill('15 ct');
    await field('maxPrice').blur();
    expect(await invalid()).toEqual(['maxPrice']);
    expect(await field('maxPrice').inputValue()).toBe('15 ct');
    await field('maxPrice').fill('');
    await field('maxPrice').blur();
  });

  it('says what a saving leads to', async () => {
    await field('minSpread').fill('5 øre');
    expect(await unit('minSpread')).toBe('= 5.0 øre/kWh, otherwise it stays off');
    await field('minSpread').fill('');
  });

  it.each([
    ['2 h', 'minutes = 2 h', '120'],
    ['2:30', 'minutes = 2 h 30 min', '150'],
    ['45', 'minutes', '45'],
  ])('a duration of %s, which is planned on while it is typed', async (typed, says, kept) => {
    await dialogs.page.locator('#dayahead-window-need').selectOption('minutes');
    await field('readyBy').fill('23:00');
    await field('minutes').fill(typed);
    expect(await unit('minutes')).toBe(says);
    await expect.poll(summary).toMatch(/^\d\d:\d\d–\d\d:\d\d · costs DKK/);
    expect(await invalid()).toEqual([]);
    await field('minutes').blur();
    expect(await field('minutes').inputValue()).toBe(kept);
  });

  it('asks a time for no power, and says costs per kW without one', async () => {
    await field('powerKw').fill('');
    expect(await invalid()).toEqual([]);
    await expect.poll(summary).toMatch(/costs DKK\s\d+\.\d\d per kW/);
    await dialogs.page.locator('#dayahead-window-need').selectOption('energy');
    expect(await invalid()).toEqual(['powerKw']);
    await dialogs.page.locator('#dayahead-window-need').selectOption('minutes');
    expect(await invalid()).toEqual([]);
    await field('powerKw').fill('3.7');
  });

  it('says no cost of a plan that runs nothing', async () => {
    await field('readyBy').fill('07:00');
    await expect.poll(summary).toMatch(/^No run is planned · waiting for tomorrow's prices/);
  });

  it('is kept as it is meant by who saves without leaving the field', async () => {
    await field('maxPrice').fill('25');
    await field('minutes').fill('1,5 h');
    await field('minutes').press('Control+Enter');
    await dialogs.page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    expect(await dialogs.node('demo-car')).toMatchObject({ minutes: '90', maxPrice: '0.25', minSpread: '' });
    await dialogs.open('demo-car');
    await expect.poll(() => field('maxPrice').inputValue()).toBe('25');
    await dialogs.leave();
    expect(await dialogs.node('demo-car')).toMatchObject({ maxPrice: '0.25' });
  });

  it('has the currency of the country that is chosen before anything is deployed', async () => {
    await dialogs.page.evaluate(`RED.nodes.import(${JSON.stringify(added)}, { generateIds: false, addFlow: false })`);
    await dialogs.open('new-device');
    expect(await unit('maxPrice')).toBe('Rp./kWh');
    await dialogs.leave();
  });

  it('plans a device without a wire as an example, and on the prices of a node as soon as that is wired to it', async () => {
    const device = await dialogs.add('dayahead-cheapest-window');
    await dialogs.open(device);
    await expect
      .poll(summary)
      .toMatch(
        /^No price node is wired to this device: it will not run\. Wire “(.+)” to this device\. With the prices from “\1”: \d\d:\d\d–/,
      );
    await dialogs.leave();
    await dialogs.page.evaluate(
      `RED.nodes.addLink({ source: RED.nodes.filterNodes({ type: 'dayahead-price-series' })[0], sourcePort: 0, target: RED.nodes.node('${device}') })`,
    );
    await dialogs.open(device);
    await expect.poll(summary).toMatch(/^\d\d:\d\d–.* · with the prices from “.+”/);
  });
});

/** A price node for Switzerland with a device behind it, on a tab of their own. */
const added = [
  { id: 'new-tab', type: 'tab', label: 'New' },
  {
    ...{ id: 'new-prices', type: 'dayahead-price-series', z: 'new-tab', name: '', country: 'CH', x: 150, y: 100 },
    wires: [['new-device'], []],
  },
  {
    ...{ id: 'new-device', type: 'dayahead-cheapest-window', z: 'new-tab', name: '', minutes: '60', x: 400, y: 100 },
    wires: [[], []],
  },
];
