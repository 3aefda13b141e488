import { describe, expect, it } from 'vitest';
import {
  boughtBy,
  type Credit,
  counted,
  credited,
  deliveredBy,
  isMeterSilent,
  isSameCredit,
  meteredFrom,
  nothingRan,
  type Output,
} from '../../../src/runtime/device/credit.ts';

const on = (since: number): Output => ({ on: true, since });
const off = (since: number): Output => ({ on: false, since });
const runner = (output: Output | null, credit: Partial<Credit> = {}) => ({
  credit: { ...nothingRan(0), ...credit },
  output,
});

describe('what a device has bought', () => {
  /** An hour at 0.1, an hour at 0.4, an hour that nobody knows, an hour at 0.2. */
  const prices = [
    { start: 0, end: 3600, price: 0.1 },
    { start: 3600, end: 7200, price: 0.4 },
    { start: 10_800, end: 14_400, price: 0.2 },
  ];
  const anHour = { bought: { seconds: 3600, amount: 360, until: 3600 } };

  it.each([
    ['nothing while it is off', runner(off(0)), 3600, 0, 0],
    ['nothing before it was ever switched', runner(null), 3600, 0, 0],
    ['half an hour at 0.1', runner(on(0)), 1800, 1800, 180],
    ['from when it was switched on', runner(on(1800)), 5400, 3600, 900],
    ['from when it is counted again', runner(on(1800), { from: 3600 }), 5400, 1800, 720],
    ['on top of what it had', runner(on(0), anHour), 7200, 7200, 1800],
    ['what it had, once it is off', runner(off(3600), anHour), 7200, 3600, 360],
    ['nothing where no price is known', runner(on(5400)), 12_600, 3600, 1080],
    ['nothing behind the last price', runner(on(10_800)), 20_000, 3600, 720],
  ])('is %s', (_, device, until, seconds, amount) => {
    const bought = boughtBy(device, prices, until);
    expect([bought.seconds, Number(bought.amount.toFixed(6)), bought.until]).toEqual([seconds, amount, until]);
  });
});

describe('the seconds that count towards a need', () => {
  it.each([
    ['what it ran, and runs', runner(on(300), { seconds: 600, from: 300 }), 900, 1200],
    ['what it ran', runner(off(300), { seconds: 600, from: 300 }), 900, 600],
    ['what it ran before it is counted again', runner(on(0), { seconds: 600, from: 1200 }), 900, 600],
    ['with what a meter knows better', runner(on(0), { seconds: 600, correction: -400 }), 100, 300],
    ['never below 0', runner(on(0), { correction: -400 }), 100, 0],
  ])('are %s', (_, device, instant, seconds) => {
    expect(deliveredBy(device, instant)).toBe(seconds);
  });

  it.each([
    ['to its end', undefined, 900],
    ['from another instant on, as after a restart', 5000, 5000],
  ])('are counted %s', (_, from, expected) => {
    const device = runner(on(0), { seconds: 60, from: 300, starts: 2 });
    expect(counted(device, 900, from)).toEqual({ ...device.credit, seconds: 660, from: expected });
  });
});

describe('a meter that says the power', () => {
  /** Each second from 300 to 900 counts as half of one. */
  const metered = { share: 0.5, until: 900 };
  const running = runner(on(0), { seconds: 60, from: 300, metered });

  it.each([
    ['by its share', running, 500, 160],
    ['by the clock once it is silent', running, 1000, 460],
    ['nothing before it began', running, 200, 60],
    ['nothing while the output is off', runner(off(0), { seconds: 60, from: 300, metered }), 500, 60],
    ['nothing of what does not arrive', { ...running, connected: false }, 500, 60],
  ])('counts %s', (_, device, instant, seconds) => {
    expect(deliveredBy(device, instant)).toBe(seconds);
  });

  it('leaves what it counted beyond the clock, or less, on top of what it had', () => {
    expect(counted(running, 500).drift).toBe(-100);
    expect(counted(runner(on(0), { from: 300, metered, drift: 70 }), 500).drift).toBe(-30);
    expect(counted(runner(on(0), { from: 300, metered, drift: 100 }), 500)).not.toHaveProperty('drift');
    expect(counted(runner(on(0), { from: 300 }), 500)).not.toHaveProperty('drift');
  });

  it.each([
    ['counts from now on', 2, 1400, { share: 2, until: 1400 }],
    ['counts nothing where it says nothing', undefined, 1400, undefined],
    ['counts nothing that is over now', 2, 500, undefined],
  ])('%s', (_, share, until, expected) => {
    const { metered: after, ...rest } = meteredFrom(running, share, 500, until);
    expect([after, rest.seconds, rest.from]).toEqual([expected, 160, 500]);
  });

  it.each([
    [899, running, false],
    [900, running, true],
    [900, runner(on(0)), false],
  ])('is silent for too long at %i: %j', (now, device, isSilent) => {
    expect(isMeterSilent(device, now)).toBe(isSilent);
  });
});

describe('two credits', () => {
  const one = runner(on(0), { seconds: 60, from: 300, starts: 1 });

  it.each([
    ['are counted from different instants', runner(on(0), { seconds: 160, from: 400, starts: 1 })],
    ['differ by less than half a second', runner(on(0), { seconds: 60.4, from: 300, starts: 1 })],
    ['differ by less than a minute of a meter', runner(on(0), { seconds: 60, from: 300, starts: 1, drift: -59 })],
    ['differ in a meter that has yet to count', runner(on(0), { ...one.credit, metered: { share: 2, until: 900 } })],
  ])('are the same where they %s', (_, other) => {
    expect([isSameCredit(one, other), isSameCredit(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['in what has run', { seconds: 61 }],
    ['in their starts', { starts: 2 }],
    ['in what a meter corrected', { correction: 1 }],
    ['in what was bought', { bought: { seconds: 1, amount: 0, until: 0 } }],
    ['by a minute of a meter', { drift: 60 }],
  ])('are others where they differ %s', (_, more) => {
    expect(isSameCredit(one, runner(on(0), { ...one.credit, ...more }))).toBe(false);
  });
});

describe('the credit after a message', () => {
  const device = runner(on(0), { seconds: 600, from: 0, correction: 7 });
  const settings = { energyKwh: 6, powerKw: 2 };

  it.each([
    ['a meter’s count in place of what ran', { deliveredKwh: 3 }, 90 * 60 - 900],
    ['a meter’s count of 0', { deliveredKwh: 0 }, -900],
    ['a state of charge, of which nothing has run', { soc: 40 }, -900],
    ['a state of charge of 0', { soc: 0 }, -900],
    ['its own account where the count is forgotten', { deliveredKwh: null }, 0],
    ['its own account where all is forgotten', { reset: true as const }, 0],
    ['as it was where nothing is said of it', { minutes: 30 }, 7],
    ['as it was where the state of charge is forgotten', { soc: null }, 7],
  ])('is %s', (_, patch, correction) => {
    expect(credited(device, patch, settings, 300)).toEqual({ ...device.credit, correction });
  });

  it('refuses a count that cannot be told in time', () => {
    expect(() => credited(device, { deliveredKwh: 3 }, { minutes: 30 }, 300)).toThrow(/deliveredKwh.*powerKw/);
  });
});
