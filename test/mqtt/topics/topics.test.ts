import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedinPrefix, pricePrefix, rootTopic, slug } from '../../../src/mqtt/topics.ts';

describe('a slug', () => {
  // Promise P-256 integrate/topics: names are slugged
  it.each([
    ['Wärmepumpe 2', 'warmepumpe-2'],
    ['Straße', 'strasse'],
    ['Rødby Ærø', 'rodby-aero'],
    ['Łódź', 'lodz'],
    ['Générateur à éolienne', 'generateur-a-eolienne'],
    ['æ œ ø ß ł đ ð þ ı', 'ae-oe-o-ss-l-d-d-th-i'],
    ['Smørrebrød', 'smorrebrod'],
    ['  Car  ', 'car'],
    ['heat_pump-1', 'heat_pump-1'],
    ['a/b+c#d\0e', 'a-b-c-d-e'],
    ['$SYS', 'sys'],
  ])('of %j is %s', (text, expected) => {
    expect(slug(text)).toBe(expected);
  });

  it('is taken from the next text where a name leaves nothing', () => {
    expect(slug('Θέρμανση', '', 'f6f2187d.f17ca8')).toBe('f6f2187d-f17ca8');
    expect(slug('…')).toBe('unnamed');
  });

  it('of a name of 70,000 letters is the first 200 of them, and no hyphen at the end', () => {
    expect(slug('W'.repeat(70_000))).toBe('w'.repeat(200));
    expect(slug(`${'w'.repeat(199)} 2`)).toBe('w'.repeat(199));
  });

  it('of any text is one topic level that slugging leaves alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(slug(text)).toMatch(/^[a-z0-9_-]+$/);
        expect(slug(slug(text))).toBe(slug(text));
      }),
      { seed: 8 },
    );
  });
});

// Promise P-255 integrate/topics: all is below `<topics>/<site>`, by default `dayahead/home`
it.each([
  ['dayahead', 'home', 'dayahead/home'],
  ['Energy', 'Summer house', 'energy/summer-house'],
  ['a/b', '+', 'a-b/home'],
])('the root of %j and %j is %s', (base, site, expected) => {
  expect(rootTopic(base, site)).toBe(expected);
});

// Promise P-257 integrate/topics: a price that is not published as `price` is at `price-<name>` and `feedin-<name>`
it.each([
  ['price', 'price', 'feedin'],
  ['garage', 'price-garage', 'feedin-garage'],
  [' Price / 2 ', 'price-price-2', 'feedin-price-2'],
])('a series published as %j goes below %s and %s', (name, price, feedin) => {
  expect(pricePrefix(name)).toBe(price);
  expect(feedinPrefix(price)).toBe(feedin);
});

it('a series published as nothing goes nowhere', () => {
  expect(pricePrefix('  ')).toBeUndefined();
});
