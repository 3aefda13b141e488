import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DialogPage, openDialogs } from '../../support/browser/dialog-page.ts';

const site = { type: 'dayahead-config', schema: 2, site: 'home', topicRoot: 'dayahead', service: 'embedded' };
const price = { type: 'dayahead-price-series', schema: 2, z: 'tab', country: '', postalCode: '', version: '' };
const flow = [
  { id: 'tab', type: 'tab', label: 'Flow' },
  { id: 'home-site', ...site, household: null },
  { id: 'first', ...price, config: 'home-site', x: 100, y: 100, wires: [[], []] },
  { id: 'second', ...price, config: 'home-site', x: 100, y: 200, wires: [[], []] },
  { id: 'danish', ...price, config: 'home-site', country: 'DK', x: 100, y: 300, wires: [[], []] },
];

let dialogs: DialogPage;
beforeAll(async () => {
  dialogs = await openDialogs(flow, '2026-01-14T10:05:00+01:00', { language: 'nb-NO' });
});
afterAll(() => dialogs?.stop());
afterEach(() => dialogs.leave());

const isValid = (id: string) => dialogs.page.evaluate(`RED.nodes.node('${id}').valid`);
const country = () => dialogs.page.locator('#dayahead-country').inputValue();

// Promise P-700 use/home-assistant: the user is prompted for the contract once
it('a site without a household is asked about once: its other nodes have the country then', async () => {
  expect([await isValid('first'), await isValid('second')]).toEqual([false, false]);
  await dialogs.open('first');
  expect(await country()).toBe('Norge');
  await dialogs.page.locator('#dayahead-household').waitFor();
  await dialogs.done();
  expect(await dialogs.node('home-site')).toMatchObject({ household: { country: 'NO' } });
  expect(await dialogs.node('first')).toMatchObject({ country: '' });
  expect(await isValid('second')).toBe(true);
  await dialogs.open('second');
  expect(await country()).toBe('Norge');
});

it('a node with a country of its own keeps it', async () => {
  await dialogs.open('danish');
  expect([await country(), await dialogs.page.locator('#dayahead-household').count()]).toEqual(['Danmark', 0]);
  await dialogs.done();
  expect(await dialogs.node('danish')).toMatchObject({ country: 'DK' });
});
