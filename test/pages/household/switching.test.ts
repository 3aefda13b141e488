import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { withPages, withStores } from '../../support/node-red/household.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';

describe("what is switched on the household's page", () => {
  let house: StandIn;
  let browser: Browser;
  let page: Page;
  /** Another phone in the house. */
  let other: Page;
  beforeAll(async () => {
    house = await startStandIn('2026-01-14T22:05:00+01:00', (flows) => withStores(withPages('switch')(flows)));
    browser = await openChromium();
    [page, other] = [await phone(), await phone()];
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  /** Each has a window of its own: of two tabs one is in the background. */
  async function phone(): Promise<Page> {
    const size = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport: size, hasTouch: true, isMobile: true, locale: 'en-GB' });
    const next = await context.newPage();
    await next.goto(house.household);
    await next.locator('.card').first().waitFor();
    return next;
  }
  const card = (name: string, on = page) => on.locator('.card').filter({ has: on.locator('h3', { hasText: name }) });
  const press = (name: string, button: string) => pressIn(card(name), button);
  const says = (name: string, text: RegExp) => expect.poll(() => card(name).innerText()).toMatch(text);
  const field = (name: string, label: string, on = page) => card(name, on).getByLabel(label);
  const button = (name: string, text: string) => card(name).getByRole('button', { name: text, exact: true });
  const unfoldNeed = (name: string, on = page) => card(name, on).getByText('Amount and time').tap();
  const preview = (name: string, text: RegExp) =>
    expect.poll(async () => (await card(name).locator('.preview').innerText()).replaceAll('\u00a0', ' ')).toMatch(text);
  const undo = () => page.locator('#undo button').tap();

  it('is a battery, by its modes until midnight or for so many hours, and back with one touch', async () => {
    await says('Cellar', /^Cellar\s+40 %\s+cover the house\s+until .* · as planned/);
    await press('Cellar', 'Keep its charge');
    await says('Cellar', /^Cellar\s+40 %\s+keep its charge\s+until Thu 00:00 · by hand/);
    await press('Cellar', '1 hr');
    await says('Cellar', /^Cellar\s+40 %\s+keep its charge\s+until 23:05 · by hand/);
    await undo();
    await says('Cellar', /as planned/);
    expect(await card('Cellar').getByRole('button', { name: '1 hr' }).count()).toBe(0);
    expect(await card('Cellar').getByRole('button', { name: 'Feed the grid' }).count()).toBe(0);
  });

  it('is a car: charged for an hour, or until its deadline, to another share by another time', async () => {
    await says('Van', /^Van\s+40 %\s+waiting\s.*from 40 to 80 % · ready by Thu 07:00/s);
    await press('Van', 'On for 1 h');
    await says('Van', /^Van\s+40 %\s+on\s+11\.04 kW · until 23:05 · by hand/);
    await press('Van', 'On until Thu 07:00');
    await says('Van', /^Van\s+40 %\s+on\s+11\.04 kW · until Thu 07:00 · by hand/);
    await unfoldNeed('Van');
    await press('Van', '60 %');
    await field('Van', 'Van ready by').fill('06:00');
    await press('Van', 'Apply');
    await says('Van', /from 40 to 60 % · ready by Thu 06:00 · once/);
    await undo();
    await says('Van', /as planned\s.*from 40 to 80 % · ready by Thu 07:00\s/s);
  });

  it('is once 20 kWh by seven, after a preview, and a touch takes it back', async () => {
    await house.deploy((flows) => flows.map((node) => (node.id === 'demo-car' ? { ...node, readyBy: '06:30' } : node)));
    await says('Car', /11 kWh · ready by Thu 06:30\s/);
    await unfoldNeed('Car');
    expect(await card('Car').getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await press('Car', '20 kWh');
    await field('Car', 'Car ready by').fill('07:00');
    await preview('Car', /^next Thu \d\d:\d\d–\d\d:\d\d · 20 kWh · about DKK \d+\.\d\d$/);
    await says('Car', /11 kWh · ready by Thu 06:30\s/);
    await press('Car', 'Apply');
    await says('Car', /20 kWh · ready by Thu 07:00 · once\s/);
    await preview('Car', /^$/);
    await undo();
    await says('Car', /as planned\s+11 kWh · ready by Thu 06:30\s/);
  });

  it('is once, on another day, or every day, and the configured need again with one touch long after', async () => {
    const [day, back] = [field('Car', 'Day'), button('Car', 'Back to the configured need')];
    await press('Car', '20 kWh');
    await day.selectOption('Friday');
    await field('Car', 'Car ready by').fill('05:00');
    await press('Car', 'Apply');
    await says('Car', /20 kWh · ready by Fri 05:00 · once\s/);
    await day.selectOption('every day');
    await press('Car', 'Apply');
    await says('Car', /20 kWh · ready by Thu 05:00 · every day\s/);
    await press('Car', '5 kWh');
    await day.selectOption('tomorrow');
    await press('Car', 'Apply');
    await says('Car', /5 kWh · ready by Thu 05:00 · once\s/);
    // Nothing is left to undo.
    const later = async () => {
      await page.reload();
      await unfoldNeed('Car');
    };
    await later();
    await back.tap();
    await says('Car', /11 kWh · ready by Thu 06:30\s/);
    await expect.poll(() => back.count()).toBe(0);
    await undo();
    await says('Car', /5 kWh · ready by Thu 05:00 · once\s/);
    await back.tap();
    await says('Car', /11 kWh · ready by Thu 06:30\s/);
    await later();
  });

  it('takes an amount as people write it, and says what is none without losing what was typed', async () => {
    const amount = field('Car', 'Another amount');
    // A phone offers numbers.
    expect(await amount.getAttribute('inputmode')).toBe('decimal');
    await amount.fill('2,5');
    await amount.press('Enter');
    await expect.poll(() => amount.inputValue()).toBe('2.5');
    await says('Car', /\s2\.5 kWh · ready by/);
    await amount.fill('2,5,5');
    await says('Car', /The amount must be a number up to 300 kWh, such as 2\.5\./);
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    expect(await amount.inputValue()).toBe('2,5,5');
    expect(await button('Car', 'Apply').count()).toBe(0);
    await amount.press('Escape');
    await expect.poll(() => amount.inputValue()).toBe('2.5');
    await undo();
    await says('Car', /\s11 kWh · ready by/);
  });

  it('is in its fields what holds until somebody edits them, and then what is typed', async () => {
    const [amount, time] = [field('Car', 'Another amount'), field('Car', 'Car ready by')];
    const applyElsewhere = async (text: string) => {
      await field('Car', 'Another amount', other).fill(text);
      await field('Car', 'Another amount', other).press('Enter');
    };
    await unfoldNeed('Car', other);
    await amount.fill('1');
    await applyElsewhere('8');
    await says('Car', /\s8 kWh · ready by Thu 06:30 · once/);
    expect(await amount.inputValue()).toBe('1');
    await amount.press('Escape');
    await expect.poll(() => amount.inputValue()).toBe('8');
    await applyElsewhere('9');
    await expect.poll(() => amount.inputValue()).toBe('9');
    expect(await time.inputValue()).toBe('06:30');
    await other.locator('#undo button').tap();
    await expect.poll(() => amount.inputValue()).toBe('11');
  });

  it('is typed in a field that has its unit beside it, on a phone too', async () => {
    const [box, unit] = await Promise.all(
      [field('Car', 'Another amount'), card('Car').locator('.field').first().getByText('kWh', { exact: true })].map(
        (each) => each.boundingBox(),
      ),
    );
    expect(unit?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    expect(unit?.y).toBeGreaterThan(box?.y ?? 0);
    expect((unit?.y ?? 0) + (unit?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
  });

  it('has no run to come while it is off past its deadline, and says that it will not be ready', async () => {
    await press('Car', 'Off');
    await says('Car', /^Car\s+off\s+until Thu 06:30 · switched by hand\s+11 kWh · will not be ready by Thu 06:30\s/);
    expect(await card('Car').innerText()).not.toMatch(/next|saves/);
    await undo();
    await says('Car', /next .* · as planned\s+11 kWh · ready by Thu 06:30/);
  });

  it('is shown on every phone in the house; of what two of them say of one device the last holds, on both', async () => {
    const stateOn = (on: Page) => card('Heat pump', on).locator('.state').innerText();
    const pressOn = (on: Page, name: string) => pressIn(card('Heat pump', on), name);
    await pressOn(page, 'On for 1 h');
    await expect.poll(() => stateOn(other)).toBe('on');
    await expect.poll(() => card('Heat pump', other).innerText()).toContain('until 23:05 · switched by hand');
    await pressOn(other, 'Off');
    await expect.poll(() => stateOn(page)).toBe('off');
    // What takes back the first is said last now: the device is as it was before it, and both say so.
    await undo();
    for (const on of [page, other])
      await expect.poll(() => card('Heat pump', on).innerText()).not.toContain('switched by hand');
  });

  it('is as if nobody had said it once a wrong amount is taken back: the run that began by it ends', async () => {
    const amount = field('Car', 'Another amount');
    await amount.fill('300');
    await amount.press('Enter');
    await says('Car', /^Car\s+on\s.*\s300 kWh · ready by/s);
    await house.clock.advanceBy(60);
    await undo();
    await says('Car', /^Car\s+waiting\s+next .* · as planned\s+0\.1 of 11 kWh · ready by/);
  });

  it('is said beside its button, in view, where it was not done, and offers to undo nothing', async () => {
    const bar = page.locator('#undo');
    await press('Car', '20 kWh');
    await press('Car', 'Apply');
    await expect.poll(() => bar.isVisible()).toBe(true);
    await says('Car', /\s20 kWh · ready by/);
    await page.route('**/switch', (route) => route.abort());
    await press('Car', 'Off');
    const refused = card('Car').locator('.buttons:has(button:text-is("Off")) + .refused');
    await expect.poll(() => refused.innerText()).toBe('Not done: Node-RED cannot be reached.');
    const box = await refused.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    expect(await bar.isVisible()).toBe(false);
    await page.unroute('**/switch');
    await field('Car', 'Another amount').fill('11');
    await page.keyboard.press('Enter');
    await says('Car', /\s11 kWh · ready by/);
    expect(await card('Car').getByText('Not done').isVisible()).toBe(false);
  });
});

/** Presses a button of a card; one that is folded away is unfolded first, as a user does. */
async function pressIn(card: Locator, name: string): Promise<void> {
  const button = card.getByRole('button', { name, exact: true, includeHidden: true });
  await button.waitFor({ state: 'attached' });
  if (!(await button.isVisible())) await card.getByText('Switch', { exact: true }).tap();
  await button.tap();
}
