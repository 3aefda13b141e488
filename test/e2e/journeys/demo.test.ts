import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';

interface Planned {
  readonly runs: readonly { readonly start: string; readonly end: string }[];
}

const copenhagen = 'dayahead/copenhagen';

/** A Wednesday morning in Copenhagen, three hours before the auction of the next day. */
const now = '2026-01-14T10:05:00+01:00';

describe('the demo, from the service to the switch', () => {
  let demo: Demo;
  let heard: Subscriber;

  beforeAll(async () => {
    demo = await startDemo(now);
    heard = await subscribe(demo.broker.url, 4);
    await shows('price/availability', 'online');
    await shows('window/heat-pump/state', 'OFF');
    await settle();
  });
  afterAll(async () => {
    await heard?.close();
    await demo?.stop();
  });

  const last = (topic: string) => heard.payloads(`${copenhagen}/${topic}`).at(-1) ?? '';
  const shows = (topic: string, payload: string) => eventually(() => expect(last(topic)).toBe(payload));
  /** A topic is sent something once a second at the most, and everything a second after a plan has changed. */
  const settle = () => demo.clock.advanceBy(2);
  const json = <T>(topic: string) => JSON.parse(last(topic)) as T;

  it('tells the price of the running quarter hour, in a series to the end of the delivery day', () => {
    const series = json<{ start: string; end: string; value: number }[]>('price/series');
    const running = series.find(({ start }) => start === '2026-01-14T09:00:00Z');
    expect(Number(last('price/now'))).toBe(running?.value);
    expect(series[0]?.start).toBe('2026-01-13T23:00:00Z');
    expect(series.at(-1)?.end).toBe('2026-01-14T23:00:00Z');
  });

  it.each([
    ['17:00', '2026-01-14T16:00:00Z', 1.25225],
    ['03:00', '2026-01-14T02:00:00Z', 0.27575],
  ])('charges network, levies and VAT by the clock of Radius at %s', (_, start, expected) => {
    const points = json<{ start: string; energy: number; total: number }[]>('price/components');
    const { energy, total } = points.find((point) => point.start === start) ?? { energy: 0, total: 0 };
    expect(total - 1.25 * energy).toBeCloseTo(expected, 5);
  });

  it('switches for as long as it is told to', async () => {
    await demo.press('demo-boost');
    await shows('window/heat-pump/state', 'ON');
    await demo.clock.advanceBy(60 * 60 - 1);
    await heard.settled();
    expect(last('window/heat-pump/state')).toBe('ON');
    await demo.clock.advanceBy(1);
    await shows('window/heat-pump/state', 'OFF');
  });

  it('prices another contract when it is told of one', async () => {
    const own = last('price/now');
    const { runs } = json<Planned>('window/heat-pump/plan');
    await settle();
    await demo.press('demo-other-contract');
    await shows('price/now', '1.507375');
    await settle();
    await demo.press('demo-own-contract');
    await shows('price/now', own);
    // The device plans again after its prices have been published.
    await eventually(async () => {
      await demo.clock.advanceBy(1);
      expect(json<Planned>('window/heat-pump/plan').runs).toEqual(runs);
    });
  });

  it('switches at the planned minute, and not a second before', async () => {
    const start = seconds(json<Planned>('window/heat-pump/plan').runs[0]?.start);
    await demo.clock.advanceTo(start - 1);
    await heard.settled();
    expect(last('window/heat-pump/state')).toBe('OFF');
    await demo.clock.advanceTo(start);
    await shows('window/heat-pump/state', 'ON');
  });

  it('has the car full by seven, in one run, once the prices of the night are out', async () => {
    await demo.clock.advanceTo(seconds('2026-01-14T14:00:00+01:00'));
    await expect.poll(() => last('price/series')).toContain('"2026-01-15T23:00:00Z"');
    await expect.poll(() => json<Planned>('window/car/plan').runs).toHaveLength(1);
    const [run] = json<Planned>('window/car/plan').runs;
    expect(seconds(run?.end) - seconds(run?.start)).toBe(179 * 60);
    expect(seconds(run?.end)).toBeLessThanOrEqual(seconds('2026-01-15T07:00:00+01:00'));
  });
});

const seconds = (iso = '') => Date.parse(iso) / 1000;
