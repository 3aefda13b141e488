import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawCases } from '../../../support/cases.ts';
import { at, days, type House, setUp } from '../../../support/device/one-device.ts';

/** 2 h at 11 kW before 07:00; 01:00 to 04:00 are the cheapest. */
const car = { energyKwh: 22, powerKw: 11, readyBy: '07:00', shape: 'split' } as const;
const prices = days(['2026-01-12', '2026-01-13', '2026-01-14'], { 1: 0.1, 2: 0.1, 3: 0.2, 4: 0.3 });
const evening = (settings: Parameters<typeof setUp>[0]['settings'] = car) =>
  setUp({ now: '2026-01-12 20:00', settings, prices });

/** Its meter says `kw` every so many minutes while it is on. */
async function meters(house: House, kw: number, until: string, every = 1) {
  while (house.clock.now() < at(until)) {
    await house.clock.advanceBy(every * 60);
    if (house.report().switch.on) house.ask({ measuredKw: kw });
  }
}
const times = (house: House) => house.said.slice(1).map((text) => text.slice(11));

describe('an energy that is needed', () => {
  it.each([
    ['what its power says where nobody measures', null, ['01:00 on planned', '03:00 off planned']],
    ['twice as long at half the power', 5.5, ['01:00 on planned', '05:00 off planned']],
    ['shorter at more than its power', 22, ['01:00 on planned', '02:00 off satisfied']],
    ['until its deadline and for what was left, where nothing is drawn', 0, ['01:00 on planned', '09:00 off planned']],
  ])('is run %s', async (_, kw, expected) => {
    const house = evening();
    if (kw !== null) await meters(house, kw, '2026-01-13 07:00');
    await house.until('2026-01-13 12:00');
    expect(times(house)).toEqual(expected);
    expect(house.errors).toEqual([]);
  });

  it('is met too where its meter speaks every ten minutes, and in one piece', async () => {
    const house = evening({ ...car, shape: 'contiguous' });
    await meters(house, 5.5, '2026-01-13 07:00', 10);
    await house.until('2026-01-13 12:00');
    expect(times(house)).toEqual(['01:00 on planned', '05:00 off planned']);
  });

  // Promises P-316, P-775
  it('is counted by the clock again once the meter has been silent for 15 minutes', async () => {
    const house = evening();
    await meters(house, 5.5, '2026-01-13 01:30');
    await house.until('2026-01-13 12:00');
    // Half the power from 01:01 to 01:45, and whole minutes.
    expect(times(house)).toEqual(['01:00 on planned', '03:23 off planned']);
  });

  it('goes on over a restart as it was metered', async () => {
    const house = evening();
    await meters(house, 5.5, '2026-01-13 02:00');
    await house.restart('2026-01-13 02:05');
    house.price(prices);
    await house.until('2026-01-13 12:00');
    expect(times(house).at(-1)).toMatch(/^03:(3|4)\d off planned$/);
  });

  it('counts nothing of what is measured while its car is unplugged', async () => {
    const house = evening();
    house.ask({ connected: false, override: 'on', overrideUntil: 30 });
    await house.until('2026-01-12 20:10');
    house.ask({ measuredKw: 11 });
    await house.until('2026-01-12 20:40');
    house.ask({ connected: true });
    expect(house.report().plan.energyKwh).toBe(22);
  });
});

describe('a car at half of its configured power', () => {
  const dates = ['2026-01-12', '2026-01-13', '2026-01-14'];
  /** It is the cheapest from 05:00 to 07:00, and on the next day cheaper. */
  const late = () => {
    const { spans, ...rest } = days(dates, { 5: 0.1, 6: 0.1 });
    const cheaper = spans.map((span) =>
      span.start >= at('2026-01-13 12:00') ? { ...span, price: span.price / 2 } : span,
    );
    return setUp({ now: '2026-01-12 20:00', settings: car, prices: { spans: cheaper, ...rest } });
  };

  it('charges all it needs past a deadline out of reach, and says within three minutes how late it will be', async () => {
    const house = late();
    await meters(house, 5.5, '2026-01-13 05:03');
    expect(house.report().plan).toMatchObject({ overrun: true, end: at('2026-01-13 09:00') });
    await meters(house, 5.5, '2026-01-13 12:00');
    expect(times(house)).toEqual(['05:00 on planned', '09:00 off planned']);
  });

  it('needs three hours for 16.5 kWh and is ready in time, also if it is planned again during the pause', async () => {
    const dear = { 2: 0.1, 5: 0.3, 6: 0.2 };
    const house = setUp({
      now: '2026-01-12 20:00',
      settings: { ...car, energyKwh: 16.5 },
      prices: days(dates, dear),
    });
    await meters(house, 5.5, '2026-01-13 04:00');
    house.price(days(dates, { ...dear, 20: 0.5 }));
    await meters(house, 5.5, '2026-01-13 12:00');
    expect(times(house)).toEqual(['02:00 on planned', '03:00 off planned', '05:00 on planned', '07:00 off planned']);
  });
});

it('minutes that are needed are minutes, whatever is measured', async () => {
  const house = evening({ minutes: 60, powerKw: 11, readyBy: '07:00', shape: 'split' });
  await meters(house, 1, '2026-01-13 07:00');
  expect(times(house)).toEqual(['01:00 on planned', '02:00 off planned']);
});

it('a need is met by its meter to the minute, however its power changes, where there is time for it', async () => {
  const law = fc.asyncProperty(
    fc.array(fc.integer({ min: 4, max: 14 }), { minLength: 4, maxLength: 12 }),
    async (kws) => {
      const house = evening();
      await house.until('2026-01-13 01:00');
      let kwh = 0;
      for (let minute = 0; house.clock.now() < at('2026-01-13 07:00'); minute++) {
        const kw = kws[Math.floor(minute / 10) % kws.length] ?? 11;
        if (house.report().switch.on) house.ask({ measuredKw: kw });
        const isOn = house.report().switch.on;
        await house.clock.advanceBy(60);
        kwh += isOn ? kw / 60 : 0;
      }
      expect(Math.abs(kwh - 22)).toBeLessThan((3 * 14) / 60);
      expect(house.errors).toEqual([]);
    },
  );
  await fc.assert(law, lawCases(20, 300));
});
