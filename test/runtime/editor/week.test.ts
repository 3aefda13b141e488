import { describe, expect, it } from 'vitest';
import type { AccountDay } from '../../../src/runtime/account/account-days.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import type { DeviceMember, Member } from '../../../src/runtime/editor/overview.ts';
import { weekOf } from '../../../src/runtime/editor/week.ts';

const cheap = { min: 0.1, max: 0.3, average: 0.2, slots: 96 };
const day = (date: string, energyKwh: number, prices: AccountDay['prices'] = null): AccountDay => ({
  ...{ date, energyKwh, pricedKwh: energyKwh, cost: energyKwh / 10 },
  prices,
});
const prices = (id: string, site: string): Member => ({ kind: 'prices', id, name: id, site });
const device = (id: string, site: string, currency: string | null, days: readonly AccountDay[]): DeviceMember => ({
  ...{ kind: 'device', id, name: id, site },
  state: {
    report: {} as DeviceReport,
    conflict: undefined,
    command: () => ({ undo: {} }),
    days: () => ({ currency, days }),
  },
});

describe('the week', () => {
  const car = device('car', 'home', 'DKK', [day('2026-04-13', 11), day('2026-04-14', 0, cheap)]);
  const pump = device('pump', 'home', null, [day('2026-04-13', 6, cheap), day('2026-04-14', 5)]);
  const other = device('other', 'cabin', 'SEK', [day('2026-04-13', 1), day('2026-04-14', 1)]);

  it('has the prices of each day that any device of the site knew, and what each device took and cost', () => {
    expect(weekOf([prices('a', 'home'), car, pump, other], 'a')).toEqual({
      currency: 'DKK',
      days: [
        { date: '2026-04-13', prices: cheap },
        { date: '2026-04-14', prices: cheap },
      ],
      devices: [
        {
          ...{ id: 'car', name: 'car', site: 'home' },
          days: [
            { energyKwh: 11, pricedKwh: 11, cost: 1.1 },
            { energyKwh: 0, pricedKwh: 0, cost: 0 },
          ],
        },
        {
          ...{ id: 'pump', name: 'pump', site: 'home' },
          days: [
            { energyKwh: 6, pricedKwh: 6, cost: 0.6 },
            { energyKwh: 5, pricedKwh: 5, cost: 0.5 },
          ],
        },
      ],
    });
  });

  it('leaves out devices in another currency, and those that have not started', () => {
    const stopped: DeviceMember = { kind: 'device', id: 'stopped', name: 'stopped', site: 'home' };
    const abroad = device('zz', 'home', 'SEK', [day('2026-04-13', 1)]);
    const { devices } = weekOf([prices('a', 'home'), car, stopped, abroad], 'a');
    expect(devices.map(({ id }) => id)).toEqual(['car']);
  });

  it('of a house without devices is empty', () => {
    expect(weekOf([prices('a', 'home')], 'a')).toEqual({ days: [], devices: [] });
  });
});
