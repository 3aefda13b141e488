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

  // Promise P-316 integrate/topics: a measured power holds for 15 minutes
  // Promise P-775 operate/failures: the meter of a device stops sending
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

describe('a car of 60 kWh at 11 kW that reports its state of charge', () => {
  const settings = { powerKw: 11, targetSoc: 80, batteryKwh: 60, readyBy: '07:00', shape: 'split' } as const;
  /** Its charge in the morning, from 35 % on, where a share of its power is stored; and how often it was switched on. */
  async function charged(step: number, lateMinutes: number, share = 1) {
    const house = setUp({ now: '2026-01-13 00:58', settings, prices });
    const socs = [35];
    house.ask({ soc: 35 });
    while (house.clock.now() < at('2026-01-13 04:30')) {
      const kwh = house.report().switch.on ? (11 * share) / 60 : 0;
      socs.push((socs.at(-1) ?? 0) + (100 * kwh) / 60);
      await house.clock.advanceBy(60);
      const late = socs.at(-1 - lateMinutes) ?? 35;
      if (step > 0) house.ask({ soc: Math.floor(late / step + 1e-9) * step });
    }
    const starts = house.said.filter((text) => text.endsWith('on planned')).length;
    return [Math.round(10 * (socs.at(-1) ?? 0)) / 10, starts];
  }

  it.each<[step: number, lateMinutes: number]>([
    [0, 0],
    [1, 0],
    [5, 0],
    [1, 15],
    [5, 15],
  ])('is charged as if it reported nothing: in steps of $0 %, $1 minutes late', async (step, lateMinutes) => {
    expect(await charged(step, lateMinutes)).toEqual([80.2, 1]);
  });

  it('is charged again once where less is stored than was counted', async () => {
    expect(await charged(0, 0, 0.9)).toEqual([75.7, 1]);
    expect(await charged(1, 0, 0.9)).toEqual([80.4, 2]);
    expect(await charged(1, 15, 0.9)).toEqual([80.7, 2]);
  });

  it('counts on after a restart, and anew when it is plugged in', async () => {
    const house = setUp({ now: '2026-01-13 00:00', settings, prices });
    house.ask({ soc: 35 });
    await house.until('2026-01-13 02:00');
    await house.restart('2026-01-13 02:01');
    house.price(prices);
    const left = () => {
      const { runs } = house.report().plan;
      return runs.reduce((sum, { end, start }) => sum + (end - Math.max(start, house.clock.now())) / 60, 0);
    };
    const before = left();
    house.ask({ soc: 45 });
    expect(left()).toBe(before);
    house.ask({ connected: false });
    house.ask({ connected: true, soc: 45 });
    // 35 % of 60 kWh.
    expect(left()).toBe(Math.ceil((21 / 11) * 60));
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
