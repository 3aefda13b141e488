import { describe, expect, it } from 'vitest';
import type { HousePeak } from '../../../src/planner/house/peak.ts';
import { hourly, iso, living, noon, oneBattery, prices } from '../../support/device/one-battery.ts';

describe('a battery', () => {
  // Promise P-201 use/sun-and-load: a battery charges slower
  it('charges slower, and over more hours, where a peak costs more than the price saves', async () => {
    const rule = { measure: 60, pick: 1, per: 'month', perKw: 4 } as const;
    const charged = async (peak?: HousePeak) => {
      const { open } = await oneBattery({}, peak);
      const battery = await open();
      battery.input({ soc: 10 });
      const { order } = battery.input(prices);
      return order;
    };
    expect(await charged()).toMatchObject({ mode: 'charge', chargeKw: 5 });
    const { mode, chargeKw } = await charged({ rule, dailyMaxima: [2] });
    expect([mode, chargeKw]).toEqual(['charge', 1.6]);
    expect(await charged({ rule, dailyMaxima: [9] })).toMatchObject({ mode: 'charge', chargeKw: 5 });
  });

  // Promise P-091 use/battery: `normal` until the state of charge is known
  it('is normal from the start on, until it has prices and has said how full it is', async () => {
    const { open, told } = await oneBattery();
    const battery = await open();
    expect(told()).toEqual(['normal no-soc']);
    expect(battery.input(prices).order).toMatchObject({ mode: 'normal', reason: 'no-soc' });
    const { order, plan, tell } = battery.input({ soc: 30 });
    expect(order).toMatchObject({ mode: 'charge', reason: 'planned', until: noon + 3600 });
    expect(plan.stretches[0]).toMatchObject({ mode: 'charge', start: noon, end: noon + 3600 });
    expect(tell).toEqual({ order: true, plan: true });
  });

  // Promise P-085 use/battery: its mode is published at each change and every quarter hour
  // Promise P-113 use/car: its mode is published again every quarter hour
  it('says its mode again every quarter hour', async () => {
    const { clock, open, sent } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    await living(clock, battery, 4);
    expect(sent.slice(1).map(({ order, tell }) => [order.mode, tell.order])).toEqual([
      ['charge', true],
      ['charge', true],
      ['charge', true],
      ['normal', true],
    ]);
  });

  // Promise P-092 use/battery: `normal` after 15 minutes without a sign of life
  // Promise P-783 operate/failures: the battery sends nothing for 15 minutes
  // Promise P-795 operate/failures: the broker is killed
  it('is told normal when it has been silent for 15 minutes, and goes on once it speaks', async () => {
    const { clock, open, told, status } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    await clock.advanceBy(60);
    battery.input({ soc: 30 });
    await clock.advanceBy(899);
    expect(told().at(-1)).toBe('charge planned');
    await clock.advanceBy(1);
    expect(told().at(-1)).toBe('normal silent');
    expect(status()).toMatchObject({ fill: 'yellow', text: 'mode.normal · reason.silent · 30 %' });
    expect(battery.input({ powerKw: 0 }).order.mode).toBe('charge');
  });

  // Promise P-792 operate/failures: the clock is set, and the battery sends nothing
  it.each([
    ['back by two hours', -7200],
    ['back by months', -200 * 86_400],
    ['ahead by ten minutes', 600],
  ])('is silent after the same 15 minutes where its clock is set %s', async (_, step) => {
    const { clock, open, told } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    battery.input({ soc: 30, override: 'hold', overrideUntil: 600 });
    await clock.advanceBy(300);
    await clock.setTo(clock.now() + step);
    await clock.advanceBy(599);
    expect(told().at(-1)).toBe('hold override');
    await clock.advanceBy(1);
    expect(told().at(-1)).toBe('normal silent');
  });

  it('rests at its reserve to the end of its quarter hour and no longer on a clock that is set back', async () => {
    const { clock, open } = await oneBattery();
    const battery = await open();
    const { order } = battery.input({ soc: 10, override: 'normal', overrideUntil: 600 });
    expect(order.reason).toBe('reserve');
    await clock.setTo(clock.now() - 7200);
    await clock.advanceBy(899);
    expect(battery.input({ soc: 40 }).order.reason).toBe('reserve');
    await clock.advanceBy(1);
    expect(battery.input({ soc: 40 }).order.reason).toBe('override');
  });

  // Promise P-093 use/battery: `normal` where prices end
  // Promise P-784 operate/failures: the prices end
  it('is told normal when the prices end', async () => {
    const { clock, open, told } = await oneBattery();
    const battery = await open();
    battery.input(hourly(0.1));
    await living(clock, battery, 4);
    expect(told().at(-1)).toBe('normal no-prices');
  });

  // Promise P-095 use/battery: `normal` while the clock is not set
  // Promise P-786 operate/failures: the clock is not set
  it('is normal while the clock is not set, and goes by its plan once it is', async () => {
    const { clock, open } = await oneBattery();
    await clock.setTo(0);
    const battery = await open();
    battery.input(prices);
    expect(battery.input({ soc: 30 }).order).toMatchObject({ mode: 'normal', reason: 'unknown-time' });
    await clock.setTo(noon);
    expect(battery.input({ soc: 30 }).order).toMatchObject({ mode: 'charge', reason: 'planned' });
  });

  // Promise P-787 operate/failures: Node-RED or its flows restart
  // Promise P-788 operate/failures: other settings are deployed during an override
  it('is normal after a restart until it has said how full it is, and remembers what it was told', async () => {
    const { clock, open, told } = await oneBattery({ toGrid: true });
    const battery = await open();
    battery.input(prices);
    battery.input({ soc: 30, override: 'discharge', overrideUntil: 60, reserveSoc: 25 });
    await battery.close({ removed: false });
    await clock.advanceBy(60);
    const again = await open();
    expect(told().at(-1)).toBe('normal no-soc');
    expect(again.input({ soc: 30 }).order).toMatchObject({ mode: 'discharge', until: noon + 3600, reason: 'override' });
    expect(again.input({ soc: 25 }).order).toMatchObject({ mode: 'hold', reason: 'reserve' });
    await again.close({ removed: false });
    const changed = await open({ capacityKwh: '12', toGrid: true });
    expect(changed.input({ soc: 25 })).toMatchObject({
      order: { mode: 'discharge', until: noon + 3600, reason: 'override' },
      values: { overrideUntil: 60, reserveSoc: 10 },
    });
    await changed.close({ removed: false });
    const forbidden = await open({ capacityKwh: '12', toGrid: false });
    expect(forbidden.input({ soc: 25 }).values).toMatchObject({ override: 'auto', overrideUntil: null });
  });

  // Promise P-097 use/battery: an override ends by itself
  // Promise P-789 operate/failures: an override ends
  it('ends an override by itself', async () => {
    const { clock, open, told, status } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    battery.input({ soc: 30, override: 'holdcharge', overrideUntil: 10 });
    expect(status()).toMatchObject({ text: 'status.until mode.holdcharge 12:10 · reason.override · 30 %' });
    await clock.advanceBy(599);
    expect(told().at(-1)).toBe('normal no-soc');
    await clock.advanceBy(1);
    expect(told().at(-1)).toBe('charge planned');
    expect(battery.input(undefined).values).toMatchObject({ override: 'auto', overrideUntil: null });
  });

  // Promise P-096 use/battery: at its reserve `hold`
  it('stops at its reserve within a quarter hour', async () => {
    const { open } = await oneBattery();
    const battery = await open();
    battery.input(hourly(0.4, 0.1, 0.1));
    expect(battery.input({ soc: 11 }).order.mode).toBe('normal');
    expect(battery.input({ soc: 10 }).order.mode).toBe('hold');
  });

  it.each([
    ['is full', 100],
    ['has jumped to what nobody can have charged', 60],
  ])('charges no longer than until it %s', async (_, soc) => {
    const { clock, open } = await oneBattery();
    const battery = await open();
    battery.input(hourly(0.1, 0.1, 0.1, 0.1, 0.11, 0.4, 0.4));
    const { order, plan } = battery.input({ soc: 30 });
    await clock.advanceBy(60);
    const news = battery.input({ soc });
    expect(news.plan.stretches).not.toEqual(plan.stretches);
    expect([order.mode, news.order.mode === 'charge']).toEqual(['charge', soc < 100]);
  });

  it('is planned no more often at its reserve than above it', async () => {
    const { clock, open } = await oneBattery();
    const battery = await open();
    battery.input(hourly(0.4, 0.1, 0.4, 0.4));
    const { plan } = battery.input({ soc: 10 });
    await clock.advanceBy(420);
    expect(battery.input({ soc: 10 })).toMatchObject({ plan, tell: { order: false, plan: false } });
  });

  it('changes nothing without news', async () => {
    const { clock, open } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    const first = battery.input({ soc: 30 });
    await clock.advanceBy(300);
    expect(battery.input(prices)).toMatchObject({ order: first.order, plan: first.plan, tell: { order: false } });
    expect(battery.input({ soc: 34 })).toMatchObject({ order: first.order, tell: { order: false, plan: false } });
  });

  it('is planned anew at once when less sun is expected', async () => {
    const { clock, powers, open, sent } = await oneBattery();
    const sun = (kw: number) => ({
      kind: 'production' as const,
      expected: (_now: number, count: number) => Array.from({ length: count }, (_, i) => (i < 8 ? 0 : kw)),
    });
    powers.set('roof', sun(4));
    const battery = await open();
    battery.input(prices);
    const { plan } = battery.input({ soc: 30 });
    const before = sent.length;
    powers.set('roof', sun(4));
    expect(sent).toHaveLength(before);
    powers.set('roof', sun(0.5));
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)?.plan.stretches).not.toEqual(plan.stretches);
    await battery.close({ removed: false });
    powers.set('roof', sun(4));
    await clock.advanceBy(3600);
    expect(sent).toHaveLength(before + 1);
  });

  it('is planned anew once, in the next turn of the event loop, after the plans of two devices have changed', async () => {
    const { clock, powers, open, sent } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    battery.input({ soc: 30 });
    const before = sent.length;
    const device = (kw: number) => ({
      kind: 'devices' as const,
      expected: (_now: number, count: number) => Array.from({ length: count }, (_, i) => (i < 8 ? 0 : kw)),
    });
    powers.set('pump', device(2));
    powers.set('boiler', device(3));
    expect(sent).toHaveLength(before);
    await clock.advanceBy(0);
    expect(sent).toHaveLength(before + 1);
    await battery.close({ removed: false });
  });

  it('follows commands of the broker, and says why not', async () => {
    const { open, command, told, published } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    expect(command('soc', '30')).toBeUndefined();
    expect(told().at(-1)).toBe('charge planned');
    expect(command('override', 'hold')).toBeUndefined();
    expect(published.at(-1)?.values).toMatchObject({ override: 'hold', soc: 30 });
    expect(command('override_until', '2026-01-15T11:00:00+01:00')).toMatchObject({ key: 'override_until' });
    expect(command('override', 'discharge')).toEqual({
      key: 'override',
      value: 'discharge',
      allowed:
        'discharge while its dialog does not let it be discharged to the grid; allowed are auto, normal, hold, holdcharge, charge',
    });
    expect(command('soc', '130')).toMatchObject({ allowed: 'a number from 0 to 100' });
    expect(told().at(-1)).toBe('hold override');
  });

  it.each([
    ['a state of charge beyond 100', { soc: 130 }, 'soc'],
    ['more than there is room for', { storedKwh: 11 }, 'storedKwh: 11 is more than 10 kWh'],
    ['prices of another year', hourlyOf(400), 'is more than a year away'],
    ['an unknown key', { level: 3 }, 'unknown key level'],
  ])('loses nothing by %s', async (_, payload, text) => {
    const { open, sent } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    const before = battery.input({ soc: 30 });
    expect(() => battery.input(payload)).toThrow(text);
    expect(battery.input(undefined)).toMatchObject({ order: before.order, plan: before.plan });
    expect(sent).toHaveLength(1);
  });

  // Promise P-140 use/dimming: a message to a battery sets a grid limit, and the battery is planned again at once
  it('is planned anew at once within what the grid operator leaves, and after it again', async () => {
    const { clock, grid, open, told, sent } = await oneBattery();
    const battery = await open();
    battery.input(prices);
    battery.input({ soc: 10 });
    const before = sent.length;
    expect(battery.input({ importKw: 1.4, importUntil: 10 }).order).toMatchObject({ mode: 'charge', chargeKw: 1 });
    expect(grid.dimming()).toMatchObject({ kw: 1.4, until: noon + 600 });
    expect(() => battery.input({ importKw: -1 })).toThrow('importKw: expected 0 or more');
    await clock.advanceBy(601);
    expect(sent.slice(before).map(({ order }) => order.chargeKw)).toEqual([1, 5]);
    expect(told().at(-1)).toBe('charge planned');
  });

  it('is released with its node, and forgotten where that is removed', async () => {
    const { open, released, kept } = await oneBattery();
    const battery = await open();
    battery.input({ soc: 30 });
    await battery.close({ removed: true });
    expect([released, kept.size]).toEqual([[true], 0]);
  });
});

function hourlyOf(days: number) {
  const start = noon + days * 86_400;
  return { prices: [{ start: iso(start), end: iso(start + 3600), total: 0.1 }] };
}
