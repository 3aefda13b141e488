import { describe, expect, it } from 'vitest';
import { configuredSelection, inHousehold, mergeSelection, type Selection } from '../../src/messages/selection.ts';

const configured: Selection = {
  country: 'DE',
  consumption: { id: 'spot', name: 'Spot', companyId: 'c1', companyName: 'Company', type: 'dynamic' },
  grid: { id: 'net' },
  postalCode: '10115',
};

describe('mergeSelection', () => {
  it.each([
    ['nothing', {}, configured],
    ['another tariff', { consumption: { id: 'fix' } }, { ...configured, consumption: { id: 'fix' } }],
    ['a feed-in beside it', { feedin: { id: 'f' } }, { ...configured, feedin: { id: 'f' } }],
    [
      'null, which takes away',
      { grid: null, postalCode: null },
      { country: 'DE', consumption: configured.consumption },
    ],
    ['the same country in lower case', { country: 'de' }, configured],
    ['another country', { country: 'DK', consumption: { id: 'dk' } }, { country: 'DK', consumption: { id: 'dk' } }],
    ['the day of the contract', { version: '20250401' }, { ...configured, version: '20250401' }],
  ])('merges %s', (_, input, expected) => {
    expect(mergeSelection(configured, input)).toEqual(expected);
  });

  it('takes a whole selection where nothing is configured', () => {
    expect(mergeSelection(undefined, configured)).toEqual(configured);
  });

  it.each([
    [
      'an unknown key',
      { tarif: 1 },
      'unknown key tarif; allowed are country, consumption, feedin, grid, version, postalCode',
    ],
    ['an unknown country', { country: 'XX' }, 'country: "XX" is not one of AT, BE'],
    ['a number for a tariff', { consumption: 7 }, 'consumption: '],
    ['a tariff without an id', { consumption: { name: 'x' } }, 'consumption.id: '],
    ['a version that is no day', { version: '2025' }, 'version: expected a day as YYYYMMDD'],
    ['a version that no calendar has', { version: '20250230' }, 'version: expected a day that the calendar has'],
    ['a list', [], 'expected an object, not a list'],
    ['no tariff at all', { consumption: null }, 'names no tariff: consumption or feedin is needed'],
    ['another country without a tariff of it', { country: 'DK' }, 'names no tariff'],
  ])('refuses %s', (_, input, text) => {
    expect(() => mergeSelection(configured, input)).toThrow(text);
  });

  it('wants the country where nothing is configured', () => {
    expect(() => mergeSelection(undefined, { consumption: { id: 'spot' } })).toThrow('country: ');
  });
});

describe('inHousehold', () => {
  const household = { country: 'NO', postalCode: '0150', consumption: { id: 'no-spot' } };

  // Promise P-699 use/home-assistant: a node without a country uses that of its site, with the contract
  it('gives a node without a country that of its site, with the contract and the address', () => {
    const config = { country: '', postalCode: '', consumption: null, grid: null, publishAs: 'price' };
    expect(inHousehold(config, household)).toEqual({ ...household, grid: null, publishAs: 'price' });
    expect(configuredSelection(inHousehold(config, household))).toEqual(household);
  });

  it.each([{ country: 'DK', consumption: null }, { consumption: { id: 'dk-spot' } }])(
    'leaves %j as it is',
    (config) => {
      expect(inHousehold(config, household)).toEqual(config);
    },
  );

  it('leaves a node without a country alone where the site has none', () => {
    expect(configuredSelection(inHousehold({ country: '', consumption: null }, undefined))).toBeUndefined();
  });
});

describe('configuredSelection', () => {
  it('reads what a dialog saved, and leaves its empty fields and the rest of the node out', () => {
    const config = { ...configured, feedin: null, version: '', id: 'n1', name: 'My node', resolution: '900' };
    expect(configuredSelection(config)).toEqual(configured);
  });

  it('is undefined while no tariff is chosen', () => {
    expect(configuredSelection({ country: 'DE', consumption: null, postalCode: '10115' })).toBeUndefined();
  });

  it('refuses a field that is wrong', () => {
    expect(() => configuredSelection({ ...configured, country: 'GER' })).toThrow('country: "GER" is not one of');
  });
});
