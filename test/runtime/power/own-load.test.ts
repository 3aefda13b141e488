import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import { at } from '../../support/device/one-device.ts';
import { MORNING, type Roof, siteOf } from '../../support/device/one-site.ts';

const hourOf = (powerKw: number): DemandSettings => ({ shape: 'contiguous', minutes: 60, powerKw, readyBy: '07:00' });
/** So many kW from 01:00 to 02:00, the cheapest hour, and so many else. */
const load =
  (kw: number, otherwise = 0.4): Roof =>
  (hours) =>
    hours >= 5 && hours < 6 ? kw : otherwise;

describe('a device at a connection of 12 kW beside the load of the house', () => {
  it.each<[string, Roof | undefined, Roof | undefined, string[]]>([
    ['nobody knows', undefined, undefined, ['car 01:00-02:00']],
    ['leaves room', load(1), undefined, ['car 01:00-02:00']],
    // Promise P-167 use/sun-and-load: beneath a connection devices have what the load leaves them
    ['leaves no room in the cheapest hour', load(1.5), undefined, ['car 02:00-03:00']],
    ['alone is more than the connection', load(15), undefined, ['car 02:00-03:00']],
    ['is what the sun covers', load(1.5), load(0.5, 0), ['car 01:00-02:00']],
    ['never leaves room', load(1.5, 1.5), undefined, ['car']],
  ])('that %s', async (_, own, roof, expected) => {
    const house = siteOf(12, { car: hourOf(11) }, '20:00', roof);
    if (own) house.expect('consumption', own);
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });

  // Promise P-359 internals/house: devices have what the load of the house leaves of its connection
  it('finds no more room in the sun than the connection has', async () => {
    const house = siteOf(12, { car: hourOf(11), boiler: hourOf(2) }, '20:00', load(15, 0));
    house.expect('consumption', load(0.4));
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['car 01:00-02:00', 'boiler 02:00-03:00']);
  });

  it('says that there is no room for it at any time', async () => {
    const house = siteOf(12, { car: hourOf(11), boiler: hourOf(2) });
    house.expect('consumption', load(1.5, 1.5));
    await house.clock.advanceBy(60);
    const told = ['car', 'boiler'].map((name) => house.device(name).report().plan);
    expect(told.map(({ reason, start }) => [reason, start !== null])).toEqual([
      ['above-connection', false],
      ['planned', true],
    ]);
  });

  it('is planned anew when that is expected to be more', async () => {
    const house = siteOf(12, { car: hourOf(11) });
    house.expect('consumption', load(0.5));
    await house.clock.advanceTo(at('2026-01-15 23:00'));
    house.expect('consumption', load(1.2));
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: ['car 02:00-03:00'], errors: [] });
  });

  it('is interrupted where the house takes more than was expected, also in one piece, and runs as soon as there is room', async () => {
    const house = siteOf(12, { car: hourOf(11) });
    house.expect('consumption', load(0.5));
    await house.clock.advanceTo(at('2026-01-16 01:20'));
    house.expect('consumption', (hours) => (hours < 6 ? 3 : 0.5));
    expect(house.device('car').report().switch).toMatchObject({ on: false, reason: 'above-connection' });
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({
      runs: ['car 01:00-01:20 02:00-02:40'],
      errors: [],
    });
  });
});
