import { describe, expect, it } from 'vitest';
import { device, gridLimit, mortalHouse, type OpenMortal, store } from '../support/device/mortal-house.ts';
import { at, days } from '../support/device/one-device.ts';

const START = at('2026-04-15 12:00');
const [MINUTE, HOUR] = [60, 3600];

/** Seconds by which the clock is behind after the power cut. */
const clocks: readonly (readonly [string, number])[] = [
  ['at 1970', START - 30],
  ['30 minutes back', 30 * MINUTE],
];

const battery = store({ capacityKwh: '10', chargeKw: '5', dischargeKw: '5', reserveSoc: '0', efficiency: '90' });
const car = store({ kind: 'car', capacityKwh: '60', phases: '3', minAmps: '6', maxAmps: '16', efficiency: '100' });

/** What may be held by a request, and the request for so many minutes. */
const held: readonly (readonly [string, OpenMortal, (minutes: number) => object])[] = [
  ['a device', device({}), (overrideUntil) => ({ override: 'on', overrideUntil })],
  ['a battery', battery, (overrideUntil) => ({ soc: 30, override: 'charge', overrideUntil })],
  ['a car', car, (overrideUntil) => ({ soc: 30, connected: true, override: 'charge', overrideUntil })],
  ['a grid limit', gridLimit, (importUntil) => ({ importKw: 4, importUntil })],
];

describe.each(held)('an override of %s, after a power cut', (_, open, request) => {
  // Promise P-780 operate/failures: a power cut during a limit, after which the clock is behind
  // Promise P-791 operate/failures: a power cut during an override, after which the clock is behind
  // Promise P-807 operate/failures: a power cut during an override, after which the clock is behind
  it.each(clocks)('of 360 s at second 240, boots %s and ends at 360 s once the clock is right', async (_, behind) => {
    const house = await mortalHouse(open, START);
    await house.pass(600, 60);
    house.input(request(6));
    await house.pass(240);
    await house.cut(30, behind);
    await house.pass(70);
    await house.correctClock();
    await house.pass(600);
    expect(house.lastOn() - 600).toBe(360);
  });

  // Promise P-764 operate/failures: a power cut during an override, after which the clock is behind
  it.each(clocks)('of 8 hours after 7 h 14 min, boots %s and lasts 5 minutes longer at most', async (_, behind) => {
    const house = await mortalHouse(open, START);
    house.input(request(480));
    await house.pass(7 * HOUR + 14 * MINUTE, 7 * MINUTE);
    await house.cut(MINUTE, behind);
    await house.pass(1.5 * HOUR, MINUTE);
    expect(house.lastOn()).toBeGreaterThanOrEqual(8 * HOUR);
    expect(house.lastOn()).toBeLessThanOrEqual(8 * HOUR + MINUTE + 5 * MINUTE);
  });

  it('that was requested while the clock was behind keeps its length when the clock is corrected', async () => {
    const house = await mortalHouse(open, START);
    house.input(request(480));
    await house.pass(HOUR, 5 * MINUTE);
    await house.cut(3 * HOUR, 4 * HOUR);
    house.input(request(10));
    await house.pass(120);
    await house.correctClock();
    await house.pass(1200, 60);
    expect(house.lastOn() - 4 * HOUR).toBe(600);
  });

  it('is not repeated by a second power cut a few seconds after the first', async () => {
    const house = await mortalHouse(open, START);
    house.input(request(480));
    await house.pass(7 * HOUR + 14 * MINUTE, 7 * MINUTE);
    await house.cut(30, START);
    await house.pass(30);
    await house.cut(60, START);
    await house.pass(1.5 * HOUR, MINUTE);
    expect(house.lastOn()).toBeGreaterThanOrEqual(8 * HOUR);
    expect(house.lastOn()).toBeLessThanOrEqual(8 * HOUR + 2 * MINUTE + 5 * MINUTE);
  });
});

describe('a planned run, after a power cut', () => {
  const prices = days(['2026-04-15', '2026-04-16'], { 13: 0.1 });
  const told = {
    timeZone: prices.timeZone,
    prices: prices.spans.map((span) => ({ ...asIso(span), total: span.price })),
  };

  it.each(
    clocks.flatMap(([name, behind]) => [
      [`${name}, with prices`, behind, told] as const,
      [`${name}, without prices`, behind, undefined] as const,
    ]),
  )('of 6 minutes in its fourth, boots %s and is not run again', async (_, behind, again) => {
    const house = await mortalHouse(device({ minutes: '6' }), START);
    house.input(told);
    await house.pass(HOUR, MINUTE);
    await house.pass(240);
    await house.cut(30, behind);
    await house.pass(70);
    await house.correctClock();
    if (again) house.input(again);
    await house.pass(4 * MINUTE);
    await house.pass(8 * HOUR, 5 * MINUTE);
    // A run begins and ends with a whole minute.
    expect(Math.abs(house.lastOn() - HOUR - 6 * MINUTE)).toBeLessThanOrEqual(MINUTE);
    expect(Math.abs(house.onSeconds() - 5.5 * MINUTE)).toBeLessThanOrEqual(MINUTE);
  });

  // Promise P-763 operate/failures: a power cut during a run, after which the clock is behind
  it.each(clocks)('of 3 hours in its third, boots %s and lasts 5 minutes longer at most', async (_, behind) => {
    const cheap = days(['2026-04-15', '2026-04-16'], { 13: 0.1, 14: 0.1, 15: 0.1 });
    const house = await mortalHouse(device({ minutes: '180' }), START);
    house.input({
      timeZone: cheap.timeZone,
      prices: cheap.spans.map((span) => ({ ...asIso(span), total: span.price })),
    });
    await house.pass(3 * HOUR + 14 * MINUTE, MINUTE);
    await house.cut(MINUTE, behind);
    await house.pass(2 * HOUR, MINUTE);
    expect(house.lastOn() - HOUR).toBeGreaterThanOrEqual(3 * HOUR);
    expect(house.lastOn() - HOUR).toBeLessThanOrEqual(3 * HOUR + MINUTE + 5 * MINUTE);
  });
});

function asIso({ start, end }: { readonly start: number; readonly end: number }) {
  const iso = (instant: number) => new Date(instant * 1000).toISOString();
  return { start: iso(start), end: iso(end) };
}
