import { describe, expect, it } from 'vitest';
import { type Measured, measuredBy, measuredUntil } from '../../../src/runtime/account/measured.ts';
import { at, days, setUp } from '../../support/device/one-device.ts';

describe('a measured power', () => {
  it.each([
    ['holds while nobody says another', 1000, 2],
    ['holds for a quarter of an hour', 1899, 2],
    ['is known no more after that', 1900, undefined],
  ])('%s', (_name, now, power) => {
    expect(measuredUntil(measuredBy({}, { measuredKw: 2 }, 1000), now)?.kw).toBe(power);
  });

  const before: Measured = { kw: { value: 2, at: 500 }, kwh: { value: 70, at: 400 } };
  it.each([
    [{ measuredKw: 0 }, { kw: { value: 0, at: 1000 }, kwh: before.kwh }],
    [{ measuredKwh: 71 }, { kw: before.kw, kwh: { value: 71, at: 1000 } }],
    [{ measuredKw: null }, { kwh: before.kwh }],
    [{ minutes: 60 }, before],
    [{ reset: true as const }, {}],
  ])('and a reading, after %j', (patch, after) => {
    expect(measuredBy(before, patch, 1000)).toEqual(after);
  });
});

describe('a device that is told what its meter says', () => {
  const house = () =>
    setUp({ now: '2026-04-15 12:00', settings: { minutes: 60 }, prices: days(['2026-04-15'], { 14: 0.1 }) });
  const said = (news: { readonly demand: object }) => {
    const { measuredKw, measuredKwh } = news.demand as Record<string, unknown>;
    return [measuredKw, measuredKwh];
  };

  it('says it, and does what it was to do', async () => {
    const boiler = house();
    const { plan } = boiler.report();
    const news = boiler.ask({ measuredKw: 0.02, measuredKwh: 70 });
    expect([said(news), news.plan, news.tell]).toEqual([[0.02, 70], plan, { switch: false, plan: true }]);
    await boiler.until('2026-04-15 15:00');
    expect(boiler.said.slice(1)).toEqual(['2026-04-15 14:00 on planned', '2026-04-15 15:00 off planned']);
  });

  // Promise P-317 integrate/topics: a measured power applies until the device is switched
  // Promise P-366 use/accounts: a measured power is forgotten when it switches
  it('forgets a power when it switches, as another comes then, and no reading', async () => {
    const boiler = house();
    await boiler.until('2026-04-15 13:59');
    boiler.ask({ measuredKw: 0.02, measuredKwh: 70 });
    await boiler.until('2026-04-15 14:00');
    expect(said(boiler.report())).toEqual([null, 70]);
  });

  it('forgets both over a restart', async () => {
    const boiler = house();
    boiler.ask({ measuredKw: 0.02, measuredKwh: 70 });
    await boiler.restart(at('2026-04-15 12:01'));
    expect(said(boiler.report())).toEqual([null, null]);
  });
});
