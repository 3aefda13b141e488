import type { Node, NodeAPI, NodeDef } from 'node-red';
import { expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { undimmed } from '../../support/device/undimmed.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

/** Price nodes as they are saved, that have no prices yet. */
function withoutPrices(RED: NodeAPI): void {
  for (const type of ['dayahead-price-series', 'dayahead-tariff-select']) {
    RED.nodes.registerType(type, function (this: Node, def: NodeDef) {
      RED.nodes.createNode(this, def);
    });
  }
  RED.nodes.registerType('dayahead-config', function (this: Node & { site?: unknown }, def: NodeDef) {
    RED.nodes.createNode(this, def);
    const quiet = {
      ...{ powers: createPowers(), grid: undimmed },
      takeTopic: () => undefined,
      releaseTopic() {},
      publishDevice() {},
      onCommand() {},
    };
    this.site = Promise.resolve({ ...quiet, clock: manualClock(NOON), timeZone: Reflect.get(def, 'timeZone') });
  });
}

const NOON = Date.parse('2026-04-15T10:00:00Z') / 1000;
const load = nodeRed(cheapestWindow, withoutPrices);

const prices = (id: string, country: string, fields: object = {}) => ({
  id,
  type: 'dayahead-price-series',
  country,
  wires: [[], []],
  ...fields,
});
const toBoiler = { wires: [['boiler'], []] };
const site = { id: 'site', type: 'dayahead-config' };

it.each([
  ['of the price node that is wired to it', [prices('other', 'DE'), prices('near', 'FI', toBoiler)], '', '+03:00'],
  [
    'of the tariff that is chosen before that',
    [{ id: 'choice', type: 'dayahead-tariff-select', country: 'fi', wires: [['near']] }, prices('near', '', toBoiler)],
    '',
    '+03:00',
  ],
  [
    'of a price node of its site',
    [site, prices('other', 'DE'), prices('same', 'FI', { config: 'site' })],
    'site',
    '+03:00',
  ],
  [
    'of the site, where that names one',
    [{ ...site, timeZone: 'Asia/Tokyo' }, prices('near', 'FI', toBoiler)],
    'site',
    '+09:00',
  ],
])('before any price is known a deadline is read in the zone %s', async (_, nodes, config, offset) => {
  const boiler = { type: 'dayahead-cheapest-window', minutes: '60', readyBy: '23:00', config, wires: [[], ['plan']] };
  const flow = await load(manualClock(NOON), [...nodes, { id: 'boiler', ...boiler }, { id: 'plan', type: 'collect' }]);
  expect(await flow.message('plan')).toMatchObject({
    payload: { reason: 'fallback', end: `2026-04-15T23:00:00${offset}` },
  });
});
