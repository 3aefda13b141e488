import { describe, expect, it } from 'vitest';
import { migrated } from '../../src/messages/migrate.ts';
import { configuredSelection } from '../../src/messages/selection.ts';
import { readPriceSettings } from '../../src/runtime/prices/settings.ts';
import { siteSettings } from '../../src/runtime/site-settings.ts';

describe('the schema of a saved node', () => {
  const rename = (config: object) => ({ ...config, schema: 2, fresh: 'from 1' });
  const split = (config: object) => ({ ...config, schema: 3, parts: 2 });

  it.each([
    ['none', {}, { schema: 3, fresh: 'from 1', parts: 2 }],
    ['1', { schema: 1 }, { schema: 3, fresh: 'from 1', parts: 2 }],
    ['2', { schema: 2, fresh: 'own' }, { schema: 3, fresh: 'own', parts: 2 }],
    ['3', { schema: 3, fresh: 'own', parts: 1 }, { schema: 3, fresh: 'own', parts: 1 }],
  ])('%s goes through every step that is left', (_, saved, expected) => {
    const before = structuredClone(saved);
    expect(migrated(saved, [rename, split])).toEqual(expected);
    expect(saved).toEqual(before);
  });

  // Promise P-844 operate/upgrades: flows: our nodes
  it.each([
    [{ schema: 3 }, 'saved by a later version of this package (3, here 2): update it'],
    [{ schema: 0 }, 'a whole number from 1 to 2'],
    [{ schema: '1' }, 'a whole number from 1 to 2'],
    [{ schema: 1.5 }, 'a whole number from 1 to 2'],
  ])('%j is refused', (saved, text) => {
    expect(() => migrated(saved)).toThrow(text);
  });
});

/** What the dialogs have saved so far, all as schema 1: later ones have more fields. */
const contract = {
  type: 'dayahead-price-series',
  schema: 1,
  name: '',
  topic: '',
  config: '',
  country: 'DK',
  postalCode: '2100',
  consumption: { id: 'dk-example-spot-dk2' },
  feedin: null,
  grid: null,
  version: '',
};
const firstSeries = { ...contract, resolution: '', includeFees: true, includeVat: true, publishAs: 'price' };
const pricesByBoth = [
  ['the first', firstSeries],
  ['the one before adjustments', { ...firstSeries, asSoonAsPossible: false }],
  ['the present', { ...firstSeries, asSoonAsPossible: false, adjustment: '', adjustmentRate: '' }],
] as const;

// Promise P-562 use/adjustments: by default none
it.each(pricesByBoth)('a price-series that %s dialog saved prices as ever', (_, saved) => {
  const config = migrated(saved);
  expect(configuredSelection(config)).toEqual({
    country: 'DK',
    postalCode: '2100',
    consumption: { id: 'dk-example-spot-dk2' },
  });
  expect(readPriceSettings(config, { resolution: 900 })).toEqual({
    terms: { resolution: 900, include: ['fees', 'vat'], soon: false },
    publishAs: 'price',
  });
});

const firstSite = {
  id: 'site',
  type: 'dayahead-config',
  schema: 1,
  name: '',
  site: 'home',
  topicRoot: 'dayahead',
  service: 'embedded',
  catalogue: '',
  url: '',
  resolution: '900',
  broker: 'typed',
  brokerUrl: 'mqtt://127.0.0.1',
  brokerUser: '',
  rejectUnauthorized: true,
  mqttBroker: '',
};

it.each([
  ['the first', firstSite],
  ['the one with a time zone', { ...firstSite, timeZone: '' }],
  ['the one with certificates', { ...firstSite, timeZone: '', tls: '' }],
  ['the present', { ...firstSite, timeZone: '', tls: '', contextStore: '', discoveryPrefix: 'homeassistant' }],
])('a site that %s dialog saved publishes as ever', (_, saved) => {
  expect(siteSettings(migrated(saved), {})).toMatchObject({
    service: { kind: 'embedded' },
    resolution: 900,
    root: 'dayahead/home',
    broker: { clientId: 'dayahead_site', url: 'mqtt://127.0.0.1', tls: { rejectUnauthorized: true } },
  });
});

describe('the prices of a site, or of a price node without one,', () => {
  const kindOf = (saved: object) => {
    const { service } = siteSettings(migrated({ id: 'n', type: 'dayahead-config', ...saved }), {});
    return service.kind === 'embedded' && (service.live ? 'live' : service.own ? 'own' : 'replay');
  };

  it.each([
    ['of 0.1', { schema: 1, catalogue: '' }, 'replay'],
    ['of 0.1 with a folder', { schema: 1, catalogue: '/data/mine' }, 'own'],
    ['of 0.1, opened and saved since', { schema: 1, catalogue: '', prices: '', sources: '' }, 'replay'],
    ['of 0.1, live since', { schema: 1, catalogue: '/data/mine', prices: 'live' }, 'live'],
    ['written by hand', { prices: 'live' }, 'live'],
    ['that nobody has opened', { schema: 2, catalogue: '', prices: '', sources: '' }, 'live'],
    ['of a replay', { schema: 2, prices: 'replay' }, 'replay'],
    ['of a folder alone', { schema: 2, prices: 'own', catalogue: '/data/mine' }, 'own'],
  ])('%s are as they were saved', (_, saved, expected) => {
    expect(kindOf(saved)).toBe(expected);
  });

  it.each([
    [{ schema: 1 }, 'replay'],
    [{ schema: 2 }, undefined],
  ])('%j of the node itself', (saved, expected) => {
    expect(migrated({ type: 'dayahead-price-series', ...saved }).prices).toBe(expected);
  });

  it('are no field of any other node, which stays as it was', () => {
    const device = { type: 'dayahead-cheapest-window', schema: 1, minutes: '60' };
    expect(migrated(device)).toEqual(device);
  });
});
