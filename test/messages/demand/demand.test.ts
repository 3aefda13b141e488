import { describe, expect, it } from 'vitest';
import { mergeDemand, readDemand, readSettings, withDefaults } from '../../../src/messages/demand/demand.ts';
import { MessageError } from '../../../src/messages/parse.ts';

describe('a demand message', () => {
  it('is taken as it was sent', () => {
    const demand = {
      energyKwh: 11,
      powerKw: 3.7,
      earliest: '22:00',
      readyBy: '2026-03-29T07:00+02:00',
      maxPrice: -0.05,
      override: 'on',
      overrideUntil: 30,
      shape: null,
    };
    expect(readDemand(demand, Date.parse('2026-03-28T12:00:00Z') / 1000)).toEqual(demand);
  });

  // Promise P-302 integrate/topics: a time lies at most a year ahead, a price between -1,000,000 and 1,000,000
  // Promise P-307 integrate/topics: a price lies between -1,000,000 and 1,000,000
  it.each([
    [{ minutes: '120' }, /^minutes: expected a number, not text$/],
    [{ minutes: 90.5 }, /^minutes: expected a whole number, not 90\.5$/],
    [{ minutes: -1 }, /^minutes: expected 0 or more$/],
    [{ powerKw: 0 }, /^powerKw: expected more than 0$/],
    [{ soc: 101 }, /^soc: expected 100 or less$/],
    [{ minutes: Number.NaN }, /^minutes: expected a number, not NaN$/],
    [{ readyBy: '7.00' }, /^readyBy: expected HH:MM, "Mon-Fri 06:30, .*", or ISO 8601 with an offset/],
    [{ readyBy: '24:00' }, /^readyBy: /],
    [{ readyBy: 'Mon-Fri 6:30' }, /^readyBy: /],
    [{ earliest: 'Mon-Fri 6:30' }, /^earliest: expected HH:MM, "Mon-Fri 06:30, .*", or ISO 8601 with an offset/],
    [{ readyBy: '07:00, 07:00' }, /^readyBy: .* several a day as "07:00, 17:00"/],
    [{ readyBy: '2026-03-29T07:00:00' }, /^readyBy: expected HH:MM, "Mon-Fri 06:30, .*", or ISO 8601 with an offset/],
    [{ earliest: '2026-02-30T07:00:00Z' }, /^earliest: /],
    [{ shape: 'splitt' }, /^shape: expected contiguous or split$/],
    [{ overrideUntil: 0 }, /^overrideUntil: expected 1 or more$/],
    [{ overrideUntil: 44_641 }, /^overrideUntil: expected 44640 or less$/],
    [{ minOnMinutes: 44_641 }, /^minOnMinutes: expected 44640 or less$/],
    [{ minSpread: -0.01 }, /^minSpread: expected 0 or more$/],
    [{ overrideUntil: false }, /^overrideUntil: expected 1 to 44640 minutes, or ISO 8601/],
    [{ override: true }, /^override: expected auto or on or off$/],
    [{ overrideUntil: '18:00' }, /^overrideUntil: expected 1 to 44640 minutes, or ISO 8601/],
    [{ profile: [{ minutes: 30, kw: '2' }] }, /^profile\.0\.kw: expected a number, not text$/],
    [{ profile: [] }, /^profile: /],
    [{ energyKwh: 1e308 }, /^energyKwh: expected 1000000 or less$/],
    [{ powerKw: 1e-300 }, /^powerKw: expected 0\.000001 or more$/],
    [{ maxPrice: 1e308 }, /^maxPrice: expected 1000000 or less$/],
    [{ maxPrice: -1_000_001 }, /^maxPrice: expected -1000000 or more$/],
    [{ maxPrice: '80' }, /^maxPrice: expected a number, or percent of the mean of each day, as "80 %"$/],
    [{ maxPrice: false }, /^maxPrice: expected a number, or percent/],
    [{ maxPrice: '-5 %' }, /^maxPrice: expected a number, or percent/],
    [{ alsoBelowPrice: -1_000_001 }, /^alsoBelowPrice: expected -1000000 or more$/],
    [{ minute: 120 }, /^unknown key minute; allowed are minutes, energyKwh, .*, reset$/],
    [{ minutes: 60, energyKwh: 3 }, /^give one of minutes, energyKwh, soc, profile$/],
    [{ reset: false }, /^reset: /],
    [{ minutes: '1', shape: 2 }, /^minutes: .*; shape: /],
  ])('%j is refused by name', (payload, text) => {
    expect(() => readDemand(payload, 0)).toThrow(MessageError);
    expect(() => readDemand(payload, 0)).toThrow(text);
  });

  it.each([
    ['501 phases', { profile: new Array(501).fill({ minutes: 1, kw: 1 }) }, /^profile: expected 500 entries or less$/],
    ['a key of 70,000 letters', { ['x'.repeat(70_000)]: 1 }, /^unknown key x{588}…$/],
  ])('of %s is refused in few words', (_, payload, text) => {
    expect(() => readDemand(payload, 0)).toThrow(text);
  });
});

describe('a configuration', () => {
  it('may hold its numbers as strings, leave fields empty and have fields of its own', () => {
    const config = {
      id: 'n1',
      name: 'boiler',
      minutes: '180',
      maxPrice: '-0.5',
      readyBy: '07:00',
      powerKw: '',
      soc: null,
    };
    expect(readSettings(config)).toEqual({ minutes: 180, maxPrice: -0.5, readyBy: '07:00' });
    expect(readSettings({ maxPrice: '80%' })).toEqual({ maxPrice: '80%' });
  });

  it.each([
    [{ minutes: '2h' }, /^minutes: /],
    [{ minutes: '1.5' }, /^minutes: /],
    [{ maxStarts: '0' }, /^maxStarts: /],
    [{ readyBy: '2400' }, /^readyBy: /],
    [{ maxPrice: 'cheap' }, /^maxPrice: expected a number, or percent/],
  ])('%j is refused by name', (config, text) => {
    expect(() => readSettings(config)).toThrow(text);
  });
});

describe('what sticks', () => {
  it.each([
    ['a key is added', { minutes: 60 }, { readyBy: '07:00' }, { minutes: 60, readyBy: '07:00' }],
    ['a key is replaced', { minutes: 60 }, { minutes: 90 }, { minutes: 90 }],
    ['null forgets a key', { minutes: 60, readyBy: '07:00' }, { readyBy: null }, { minutes: 60 }],
    ['reset forgets all of them', { minutes: 60, readyBy: '07:00' }, { reset: true }, {}],
    ['reset comes before the keys beside it', { minutes: 60, powerKw: 2 }, { reset: true, minutes: 5 }, { minutes: 5 }],
    [
      'a need replaces a need of another kind',
      { minutes: 60, powerKw: 2 },
      { energyKwh: 3 },
      { energyKwh: 3, powerKw: 2 },
    ],
    ['an amount only covers a state of charge', { soc: 41 }, { energyKwh: 3 }, { soc: 41, energyKwh: 3 }],
    ['and leaves it', { soc: 41, energyKwh: 3 }, { energyKwh: null }, { soc: 41 }],
    ['another amount covers it as well', { soc: 41, energyKwh: 3 }, { minutes: 5 }, { soc: 41, minutes: 5 }],
    ['a state of charge replaces an amount', { energyKwh: 3 }, { soc: 41 }, { soc: 41 }],
    ['a forgotten need replaces none', { energyKwh: 3 }, { minutes: null }, { energyKwh: 3 }],
    [
      'a command is not a setting',
      { minutes: 60 },
      { override: 'on', overrideUntil: 5, deliveredKwh: 1 },
      { minutes: 60 },
    ],
  ] as const)('%s', (_name, current, patch, expected) => {
    expect(mergeDemand(current, readDemand(patch, 0))).toEqual(expected);
  });

  it('is in force but for a state of charge that an amount covers', () => {
    const own = { soc: 10, targetSoc: 80 };
    expect(withDefaults(own, { soc: 41, energyKwh: 3 })).toEqual({ targetSoc: 80, energyKwh: 3 });
    expect(withDefaults(own, { soc: 41 })).toEqual({ targetSoc: 80, soc: 41 });
  });

  it("lies over the node's own settings, and comes back to them when it is forgotten", () => {
    const own = { minutes: 120, readyBy: '07:00', powerKw: 2 };
    const sticky = mergeDemand({}, readDemand({ energyKwh: 11, readyBy: '06:00' }, 0));
    expect(withDefaults(own, sticky)).toEqual({ energyKwh: 11, readyBy: '06:00', powerKw: 2 });
    expect(withDefaults(own, mergeDemand(sticky, readDemand({ energyKwh: null }, 0)))).toEqual({
      ...own,
      readyBy: '06:00',
    });
  });
});
