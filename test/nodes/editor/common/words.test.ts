import { afterEach, expect, it, vi } from 'vitest';
import { language, nameOf } from '../../../../nodes/editor/common/words.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['nl-BE', null, 'en-US', 'nl'],
  ['nl', null, 'en-US', 'nl'],
  ['fr-CH', null, 'fr', 'fr'],
  ['nl-NL', 'fr', 'fr', 'fr'],
  ['nl-NL', 'en-US', 'en-US', 'en-US'],
  ['pt-BR', null, 'pt-BR', 'pt-BR'],
  ['en-GB', null, 'en-US', 'en-US'],
])(
  'in a browser in %s, with %s chosen in Node-RED, which says %s, numbers and days are in %s',
  (browser, chosen, said, own) => {
    vi.stubGlobal('navigator', { language: browser });
    vi.stubGlobal('localStorage', { getItem: () => chosen });
    vi.stubGlobal('RED', { i18n: { lang: () => said }, settings: { dayaheadConfigLanguages: ['en-US', 'fr', 'nl'] } });
    expect(language()).toBe(own);
  },
);

it.each([
  ['de-exchange', 'Exchange price', 'Börsenpreis'],
  ['dk-exchange-dk2', 'Exchange price DK2', 'Börsenpreis DK2'],
  ['de-exchange-de-lu-feedin', 'Exchange price DE-LU', 'Börsenpreis DE-LU'],
  ['de-exchanger', 'Exchange price', 'Exchange price'],
])('%s, which the service names %s, is shown as %s', (id, name, shown) => {
  vi.stubGlobal('RED', { _: (key: string) => (key.endsWith(':picker.exchangePrice') ? 'Börsenpreis' : key) });
  expect(nameOf({ id, name })).toBe(shown);
});
