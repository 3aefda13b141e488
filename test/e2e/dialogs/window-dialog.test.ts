import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';

const always = [
  ...['name', 'config', 'powerKw', 'earliest', 'readyBy', 'prefer', 'shape'],
  ...['direction', 'maxPrice', 'minSpread', 'payloadOn', 'payloadOff', 'commandTopic', 'topic'],
];
const inPieces = ['minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'maxStarts', 'alsoBelowPrice'];

describe('the dialog of cheapest-window in Node-RED 5', () => {
  let dialogs: DialogPage;

  beforeAll(async () => {
    dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00', { release: 5 });
    // The car of the demo: 11 kWh at 3.7 kW in one piece by 07:00.
    await dialogs.open('demo-car');
  });
  afterAll(() => dialogs?.stop());

  const field = (name: string) => dialogs.field(name);
  const locator = (selector: string) => dialogs.page.locator(selector);
  const fill = async (name: string, text: string) => {
    await field(name).fill(text);
    await field(name).blur();
  };
  const need = () => locator('#dayahead-window-need');
  const phase = (part: string) => locator(`.dayahead-phase-${part}`);
  const summary = () => locator('#dayahead-window-summary').innerText();
  const rows = () =>
    dialogs.page.evaluate(
      "$('#dialog-form label[for^=node-input-]:not(.dayahead-unit):visible').map((_, label) => label.htmlFor.slice(11)).get()",
    ) as Promise<string[]>;
  const invalid = () =>
    dialogs.page.evaluate("$('#dialog-form .input-error').map((_, input) => input.id.slice(11)).get()") as Promise<
      string[]
    >;
  const expectRows = async (...more: string[]) =>
    expect([...(await rows())].sort()).toEqual([...always, ...more].sort());

  it('shows what matters for one piece with a deadline', async () => {
    await expectRows('energyKwh', 'whenUnknown', 'onFailure');
  });

  it('tells a screen reader the unit of a number with its label', async () => {
    expect(await dialogs.page.getByRole('textbox', { name: 'Energy kWh' }).inputValue()).toBe('11');
  });

  it('keeps the chart in sight beside the options', async () => {
    await field('shape').selectOption('split');
    const top = async (selector: string) => (await locator(selector).boundingBox())?.y;
    const [lanes, footer] = [await top('#dayahead-window-chart .dayahead-lanes'), await top('.red-ui-tray-footer')];
    expect(lanes).toBeLessThan(Number(footer));
    await field('shape').selectOption('contiguous');
  });

  it('shows what matters for pieces, without a deadline, and beside a limit', async () => {
    await field('shape').selectOption('split');
    await expectRows('energyKwh', ...inPieces, 'preconditionMinutes', 'whenUnknown', 'onFailure');
    await fill('readyBy', '');
    await fill('maxPrice', '25');
    await expectRows('energyKwh', ...inPieces, 'maxPriceRule');
  });

  it("takes percent of each day's mean for a limit, which is none of the plan's mean", async () => {
    await fill('maxPrice', '80 %');
    expect(await locator('.dayahead-unit[for=node-input-maxPrice]').innerText()).toBe("of each day's mean");
    expect(await rows()).not.toContain('maxPriceRule');
    await fill('maxPrice', '25');
  });

  it('takes days as they are called, and plans for the week', async () => {
    await fill('readyBy', 'Friday 07:00');
    expect(await field('readyBy').inputValue()).toBe('Fri 07:00');
    await fill('earliest', 'Monday-Thursday 22:00');
    expect(await field('earliest').inputValue()).toBe('Mon-Thu 22:00');
    expect(await invalid()).toEqual([]);
    await fill('earliest', '');
  });

  it('offers expected prices to what an earlier version saved, with one click', async () => {
    expect(await field('whenUnknown').inputValue()).toBe('');
    await locator('#dayahead-window-estimate').click();
    expect(await field('whenUnknown').inputValue()).toBe('estimate');
    expect(await locator('.dayahead-offer').isVisible()).toBe(false);
    await fill('readyBy', '');
  });

  it('fills in what all of a day but its dearest hours takes', async () => {
    await need().selectOption('allButDearest');
    const filled = ['shape', 'minutes', 'minOnMinutes', 'minOffMinutes', 'maxOffMinutes'];
    const values = await Promise.all(filled.map((name) => field(name).inputValue()));
    expect(values).toEqual(['split', '1200', '60', '20', '120']);
    expect(await rows()).toEqual(expect.arrayContaining(filled));
    await need().selectOption('energy');
  });

  it('takes back what it filled in once it is left, and is of the day beside a deadline of the week', async () => {
    await fill('readyBy', 'Fri 07:00');
    await fill('maxPrice', '');
    await fill('minOffMinutes', '15');
    await need().selectOption('allButDearest');
    for (const name of ['readyBy', 'earliest']) expect(await rows()).not.toContain(name);
    await expect.poll(summary).toMatch(/^\d\d:\d\d–/);
    expect(await summary()).not.toMatch(/waiting/);
    await need().selectOption('energy');
    const left = ['shape', 'minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'readyBy'];
    expect(await Promise.all(left.map((name) => field(name).inputValue()))).toEqual([
      'split',
      '',
      '15',
      '',
      'Fri 07:00',
    ]);
    for (const name of ['readyBy', 'minOffMinutes']) await fill(name, '');
    await fill('maxPrice', '25');
  });

  it("asks for the payloads of a topic of one's own beside that", async () => {
    await fill('commandTopic', 'cmnd/car/POWER');
    expect(await rows()).toEqual(expect.arrayContaining(['commandOn', 'commandOff']));
    await fill('commandTopic', 'dayahead/copenhagen/status');
    await expect.poll(invalid).toEqual(['commandTopic']);
    await fill('commandTopic', '');
    expect(await rows()).not.toContain('commandOn');
  });

  it('marks what is wrong in the field itself, also where another one makes it so', async () => {
    await fill('powerKw', '');
    await fill('readyBy', 'Mon-Fri 25:30');
    await fill('maxStarts', '0');
    await expect.poll(invalid).toEqual(['powerKw', 'readyBy', 'maxStarts']);
    await fill('powerKw', '3.7');
    await fill('readyBy', 'Mon-Fri 06:30');
    await fill('maxStarts', '3');
    await expect.poll(invalid).toEqual([]);
  });

  it('marks what is pasted by the mouse, or spoken, before the field is left', async () => {
    await field('maxStarts').fill('0');
    await expect.poll(invalid).toEqual(['maxStarts']);
    await field('maxStarts').fill('3');
    await expect.poll(invalid).toEqual([]);
  });

  it('says at the field what is allowed', async () => {
    await fill('maxPrice', 'cheap');
    await field('maxPrice').dispatchEvent('mouseover');
    await dialogs.page.getByText('a number in the unit beside the field, such as 25').waitFor();
    await fill('maxPrice', '25');
  });

  it('plans on the server what the options lead to, as they change', async () => {
    await fill('maxPrice', '');
    await field('shape').selectOption('contiguous');
    await fill('readyBy', '23:00');
    await expect.poll(summary).toMatch(/^\d\d:\d\d–\d\d:\d\d · costs DKK/);
    await locator('#dayahead-window-chart .dayahead-run').waitFor();
    const whole = await summary();
    await fill('energyKwh', '3.7');
    await expect.poll(summary).not.toBe(whole);
    await fill('energyKwh', 'much');
    await expect.poll(summary).toBe('No plan until this is corrected: Energy');
    await fill('energyKwh', '11');
    await expect.poll(summary).toBe(whole);
    await fill('minSpread', '900');
    await expect.poll(summary).toMatch(/^No run is planned · .*prices hardly differ/);
    await fill('minSpread', '');
    await expect.poll(summary).toBe(whole);
  });

  it('takes a programme phase by phase, and plans it', async () => {
    await need().selectOption('profile');
    for (const [i, minutes] of ['30', '60'].entries()) {
      await locator('.red-ui-editableList-addButton').click();
      await phase('minutes').nth(i).fill(minutes);
      await phase('kw').nth(i).fill('2');
    }
    await expect.poll(summary).toMatch(/^\d\d:\d\d–\d\d:\d\d · costs DKK/);
    expect(await invalid()).toEqual([]);
    await need().selectOption('energy');
    await field('shape').selectOption('split');
    await fill('maxPrice', '25');
  });

  it('saves what it shows, and the rest as nothing', async () => {
    await field('whenUnknown').selectOption('plan-known');
    await fill('readyBy', '');
    await need().selectOption('battery');
    await fill('targetSoc', '80');
    await fill('batteryKwh', '50');
    await dialogs.done();
    expect(await dialogs.node('demo-car')).toMatchObject({
      shape: 'split',
      minutes: '',
      profile: [],
      energyKwh: '',
      targetSoc: '80',
      batteryKwh: '50',
      powerKw: '3.7',
      readyBy: '',
      maxStarts: '3',
      maxPrice: '0.25',
      maxPriceRule: 'interval',
      whenUnknown: '',
      onFailure: 'run',
    });
  });

  it('opens a programme with the phases that were saved, by keyboard alone', async () => {
    await dialogs.open('demo-car');
    await need().focus();
    await dialogs.page.keyboard.type('a programme');
    await expect.poll(() => need().inputValue()).toBe('profile');
    await dialogs.page.keyboard.press('Tab');
    await dialogs.page.keyboard.press('Enter');
    await dialogs.page.keyboard.type('45');
    await dialogs.page.keyboard.press('Tab');
    await dialogs.page.keyboard.type('1.5');
    await dialogs.page.keyboard.press('Control+Enter');
    await locator('.red-ui-tray').waitFor({ state: 'detached' });
    await dialogs.open('demo-car');
    expect(await phase('minutes').inputValue()).toBe('45');
    expect(await phase('kw').inputValue()).toBe('1.5');
    await dialogs.done();
    expect(await dialogs.node('demo-car')).toMatchObject({ profile: [{ minutes: 45, kw: 1.5 }], energyKwh: '' });
  });

  it('has nothing to complain about and asks nobody outside', () => {
    expect(dialogs.complaints).toEqual([]);
  });
});
