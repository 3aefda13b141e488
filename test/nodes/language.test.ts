import { expect, it } from 'vitest';
import cheapestWindow from '../../nodes/cheapest-window.ts';
import config from '../../nodes/config.ts';
import forecast from '../../nodes/forecast.ts';
import tariffSelect from '../../nodes/tariff-select.ts';
import { manualClock } from '../support/manual-clock.ts';
import { nodeRed } from '../support/node-red/node-red-helper.ts';

const load = nodeRed(config, tariffSelect, cheapestWindow, forecast);
const site = (language?: string) => ({ id: 'site', type: 'dayahead-config', schema: 2, language });
const flowOf = (language?: string) =>
  load(manualClock(1_768_467_600), [
    site(language),
    { id: 'select', type: 'dayahead-tariff-select', config: 'site', wires: [[]] },
    { id: 'boiler', type: 'dayahead-cheapest-window', config: 'site', minutes: '60', wires: [[], []] },
    { id: 'roof', type: 'dayahead-forecast', config: 'site', kind: 'production', wires: [[]] },
    { id: 'alone', type: 'dayahead-tariff-select', wires: [[]] },
  ]);

it.each([
  ['de', 'kein Tarif gewählt', 'keine Preise', 'wartet auf Prognose oder Messwert'],
  ['en-US', 'no tariff chosen', 'no prices', 'waiting for forecast or measured power'],
])('the nodes of a site whose language is %s say so in it: %s, %s, %s', async (language, none, prices, waiting) => {
  const flow = await flowOf(language);
  expect(await flow.status('select', /./)).toMatchObject({ text: none });
  expect(await flow.status('boiler', /./)).toMatchObject({ text: prices });
  expect(await flow.status('roof', /./)).toMatchObject({ text: waiting });
  expect(await flow.status('alone', /./)).toMatchObject({ text: 'tariff-select.status.none' });
});

it("a site that names no language has its nodes say all in the server's", async () => {
  const flow = await flowOf();
  expect(await flow.status('select', /./)).toMatchObject({ text: 'tariff-select.status.none' });
});

it('another language after a deployment is that of the next statuses', async () => {
  const flow = await flowOf('de');
  await flow.status('select', /gewählt/);
  const select = { id: 'select', type: 'dayahead-tariff-select', config: 'site', wires: [[]] };
  await flow.deploy([site('en-US'), select], 'nodes');
  expect(await flow.status('select', /chosen/)).toMatchObject({ text: 'no tariff chosen' });
});

it('a language that is none of ours is said, and changes nothing', async () => {
  const flow = await flowOf('xx');
  expect(await flow.status('select', /./)).toMatchObject({ text: 'tariff-select.status.none' });
  expect(flow.warnings()).toContainEqual(expect.stringMatching(/^language: xx is none of .*de, .*en-US.*server's/));
});

it.each([
  [{ minutes: -5 }, 'minutes: mindestens 0 erwartet', /^minutes: expected 0 or more/],
  [{ minutes: 1.5 }, 'minutes: ganze Zahl erwartet', /^minutes: expected a whole number, not 1\.5/],
  [
    { overrideUntil: '2026-01-01T00:00Z' },
    'overrideUntil: 2026-01-01T00:00Z ist vorbei',
    /^overrideUntil: .* has passed/,
  ],
])(
  '%j is refused in the language of the site below the node, in English to the flow',
  async (payload, text, message) => {
    const flow = await flowOf('de');
    await flow.status('boiler', /Preise/);
    const { error } = await flow.input('boiler', { payload });
    expect(error?.message).toMatch(message);
    expect(flow.statuses('boiler').at(-1)).toMatchObject({ fill: 'red', text: expect.stringContaining(text) });
  },
);

it('numbers below a node are written as in the language of its site', async () => {
  const flow = await load(manualClock(1_768_467_600), [
    site('de'),
    { id: 'meter', type: 'dayahead-forecast', config: 'site', kind: 'grid', wires: [[]] },
  ]);
  await flow.input('meter', { payload: { now: 1.25 } });
  expect(await flow.status('meter', /kW/)).toMatchObject({ text: 'jetzt 1,25 kW' });
});

it('a setting that cannot be used is said in the language of the site', async () => {
  const flow = await load(manualClock(1_768_467_600), [
    { ...site('de'), service: 'remote', url: '' },
    { id: 'boiler', type: 'dayahead-cheapest-window', config: 'site', minutes: '60', wires: [[], []] },
  ]);
  expect(await flow.status('boiler', /^url/)).toMatchObject({ fill: 'red', text: 'url: muss ausgefüllt sein' });
});
