import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { at, days, setUp, ZONE } from '../../../support/device/one-device.ts';

const DATES = ['2026-04-14', '2026-04-15', '2026-04-16', '2026-04-17'];
/** Cheapest at 23:00 and at 03:00. */
const CHEAP = { 23: 0.2, 3: 0.1, 4: 0.1 };
const nightly = { minutes: 120, earliest: '22:00', readyBy: '07:00' };

/** What a device does in the day after 06:50 or another time, told then for the first time. */
async function told(demand: DemandPatch, time = '06:50', prices = true) {
  const settings: DemandSettings = {};
  const known = prices ? { prices: days(DATES, CHEAP) } : { timeZone: ZONE };
  const house = setUp({ now: `2026-04-15 ${time}`, settings, ...known });
  house.ask(demand);
  await house.until('2026-04-16 07:00');
  return house.said.slice(1).map((text) => text.split(' ').slice(0, 3).join(' '));
}

describe('a need between an earliest start and a deadline', () => {
  const now = (time: string, until: string) => [`2026-04-15 ${time} on`, `2026-04-15 ${until} off`];
  const tonight = ['2026-04-16 03:00 on', '2026-04-16 05:00 off'];
  it.each<[string, DemandPatch, string, string[]]>([
    ['is met tonight where this night is over', nightly, '06:50', tonight],
    ['also in pieces', { ...nightly, shape: 'split' }, '06:50', tonight],
    ['also on the days that have one', { ...nightly, readyBy: 'Mon-Fri 07:00' }, '06:50', tonight],
    ['is met tonight where most of it would be late', nightly, '06:01', tonight],
    ['is finished late where most of it is in time', nightly, '06:00', [...now('06:00', '08:00'), ...tonight]],
    [
      'is as late as it must without an earliest start',
      { ...nightly, earliest: null },
      '06:50',
      [...now('06:50', '08:50'), ...tonight],
    ],
    [
      'or by a deadline that does not come again',
      { ...nightly, readyBy: '2026-04-15T07:00+02:00' },
      '06:50',
      now('06:50', '08:50'),
    ],
    [
      'or where the earliest start opened a period before',
      { ...nightly, earliest: 'Mon 22:00' },
      '06:50',
      [...now('06:50', '08:50'), ...tonight],
    ],
    [
      'or where no night has room for it',
      { ...nightly, minutes: 541 },
      '06:50',
      now('06:50', '15:51').concat('2026-04-15 22:00 on'),
    ],
  ])('%s', async (_name, demand, time, expected) => {
    expect(await told(demand, time)).toEqual(expected);
  });

  it('has its plan from the first, and keeps it when it is told again and when the deadline passes', async () => {
    const house = setUp({ now: '2026-04-15 06:50', settings: nightly, prices: days(DATES, CHEAP) });
    const plans = [house.report().plan];
    await house.until('2026-04-15 06:55');
    plans.push(house.ask(nightly).plan, house.price(days(DATES, CHEAP)).plan);
    await house.until('2026-04-15 07:00:30');
    plans.push(house.report().plan);
    await house.restart('2026-04-15 07:10');
    house.price(days(DATES, CHEAP));
    plans.push(house.report().plan);
    const start = at('2026-04-16 03:00');
    expect(plans.map(({ start, reason }) => [start, reason])).toEqual(plans.map(() => [start, 'planned']));
  });

  it('that has begun is finished, however late a message makes it', async () => {
    const house = setUp({ now: '2026-04-15 06:00', settings: nightly, prices: days(DATES, CHEAP) });
    await house.until('2026-04-15 06:50');
    house.ask({ minutes: 240 });
    await house.until('2026-04-15 12:00');
    expect(house.said.slice(1)).toEqual(['2026-04-15 06:00 on overrun', '2026-04-15 10:00 off planned']);
  });

  it('is met tonight without any prices, too, and never before its earliest start', async () => {
    expect(await told(nightly, '06:50', false)).toEqual(['2026-04-16 05:00 on', '2026-04-16 07:00 off']);
    expect(await told({ ...nightly, earliest: '05:30' }, '12:00', false)).toEqual(['2026-04-16 05:30 on']);
  });
});
