import { expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import sidebar from '../../../nodes/sidebar.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(config, cheapestWindow, sidebar);
const open = () => start(manualClock(1_768_467_600), []);

const plan = { prices: [], name: '', settings: { minutes: 60 } };

it.each([
  ['listings', { list: 'gone' }, 400, 'settings', 'list: '],
  ['preview', { node: {} }, 400, 'settings', 'no tariff is chosen yet'],
  ['typed/listings', { typed: { id: 'site', service: 'remote' } }, 400, 'settings', 'url: '],
  ['typed/preview', { typed: { id: 'site', service: 'remote' } }, 400, 'settings', 'url: '],
  ['typed/service', { typed: { id: 'site', service: 'remote' } }, 400, 'settings', 'url: '],
  ['typed/broker', { typed: { id: 'site', broker: 'typed' } }, 400, 'settings', 'brokerUrl: '],
  ['plan', plan, 400, 'settings', 'no price-series node has a price for it yet'],
  ['override', { id: 'gone', override: 'on' }, 400, 'settings', 'id: no device gone is running'],
])('POST dayahead/%s answers %j with %i and one form of fault', async (path, question, status, code, detail) => {
  const flow = await open();
  const { status: answered, body } = await flow.post(`/dayahead/${path}`, question);
  expect([answered, body]).toEqual([status, { fault: { code, detail: expect.stringContaining(detail) } }]);
});

const posts = [
  ...['listings', 'preview', 'plan', 'override'],
  ...['typed/listings', 'typed/preview', 'typed/service', 'typed/broker'],
];

it.each(posts)(
  'POST dayahead/%s takes JSON alone: a form is what another site could have a browser send',
  async (path) => {
    const flow = await open();
    const { status, body } = await flow.post(`/dayahead/${path}`, 'list=countries');
    expect([status, body]).toEqual([415, { fault: { code: 'settings', detail: 'expected JSON' } }]);
  },
);

const foreign = { origin: 'https://elsewhere.example' };
const isRefused = { status: 403, body: { fault: { code: 'origin' } } };

it.each(posts)('POST dayahead/%s answers no page of another origin, JSON or not', async (path) => {
  const flow = await open();
  expect(await flow.post(`/dayahead/${path}`, {}, foreign)).toMatchObject(isRefused);
});

it('GET dayahead/overview answers no page of another origin', async () => {
  const flow = await open();
  expect(await flow.get('/dayahead/overview', foreign)).toMatchObject(isRefused);
});
