import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import { createPowers } from '../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { at, days, HOUR, shown, ZONE } from '../../support/one-device.ts';

type Settings = Readonly<Record<string, DemandSettings>>;

const NIGHT = days(['2026-01-15', '2026-01-16'], { 1: 0.1, 2: 0.2, 3: 0.3 });
const MORNING = at('2026-01-16 08:00');

/** A quarter hour's kW of the roof, by the hours from 20:00 on. */
type Roof = (hours: number) => number;

/** Devices of one site from 20:00 on, with the prices of the night. */
function site(limitKw: number | undefined, settings: Settings, hour = '20:00', roof?: Roof, peak?: PeakRule) {
  const clock = manualClock(at(`2026-01-15 ${hour}`));
  const powers = createPowers();
  if (roof) powers.set('roof', { kind: 'production', expected: (now, count) => quarters(now, count).map(roof) });
  const connection =
    limitKw === undefined
      ? undefined
      : sharedConnection(limitKw, clock, powers, undefined, {
          peak: peak && { house: () => ({ rule: peak, dailyMaxima: [1] }) },
        });
  const runs = new Map<string, { start: number; end: number | undefined }[]>();
  const errors: unknown[] = [];
  const devices = Object.entries(settings).map(([device, own]) => {
    const told: { start: number; end: number | undefined }[] = [];
    runs.set(device, told);
    const hear = (on: boolean) => {
      const last = told.at(-1);
      const isOn = last !== undefined && last.end === undefined;
      if (on && !isOn) told.push({ start: clock.now(), end: undefined });
      if (!on && isOn) last.end = clock.now();
    };
    const switcher = new Switcher({
      ...{ device, settings: own, onFailure: 'run', clock, timeZone: ZONE, connection },
      onChange: (news) => hear(news.switch.on),
      onError: (error) => errors.push(error),
      remember: () => undefined,
    });
    switcher.start();
    return {
      device,
      price: () => hear(switcher.price(NIGHT).switch.on),
      ask: (patch: DemandPatch) => hear(switcher.ask(patch).switch.on),
      report: () => switcher.report(),
    };
  });
  const price = () => {
    for (const device of devices) device.price();
  };
  price();
  return {
    ...{ clock, errors, price, runs },
    device: (name: string) => devices.find(({ device }) => device === name) as (typeof devices)[number],
    said: () =>
      [...runs].map(([device, times]) =>
        [
          device,
          ...times.map(({ start, end }) => [start, end].map((time) => shown(time ?? 0).slice(11)).join('-')),
        ].join(' '),
      ),
  };
}

const hourlyPeak: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 2 };
const quarters = (now: number, count: number) =>
  Array.from({ length: count }, (_, i) => (Math.floor(now / 900) * 900 + i * 900 - at('2026-01-15 20:00')) / HOUR);
const hourOf = (powerKw: number, readyBy = '07:00'): DemandSettings => ({
  ...{ shape: 'contiguous', minutes: 60, powerKw, readyBy },
});
const BOTH = { car: hourOf(11), boiler: hourOf(2) };

describe('devices behind one connection', () => {
  it.each<[string, number | undefined, Settings, string[]]>([
    ['all at once without a limit', undefined, BOTH, ['car 01:00-02:00', 'boiler 01:00-02:00']],
    ['all at once where there is room', 13, BOTH, ['car 01:00-02:00', 'boiler 01:00-02:00']],
    ['so that it costs the least in the sum', 12, BOTH, ['car 01:00-02:00', 'boiler 02:00-03:00']],
    [
      'so that nobody is late who need not be',
      12,
      { car: hourOf(11), boiler: hourOf(2, '02:00') },
      ['car 02:00-03:00', 'boiler 01:00-02:00'],
    ],
    [
      'those without a power beside all others',
      12,
      { car: hourOf(11), lamp: { shape: 'contiguous', minutes: 60, readyBy: '07:00' } },
      ['car 01:00-02:00', 'lamp 01:00-02:00'],
    ],
  ])('run %s', async (_, limitKw, settings, expected) => {
    const house = site(limitKw, settings);
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });

  it.each<[string, (house: ReturnType<typeof site>) => void, string[]]>([
    [
      'the hand that switches one on',
      ({ device }) => device('car').ask({ override: 'on', overrideUntil: 360 }),
      ['car 00:00-06:00', 'boiler 06:00-07:00'],
    ],
    ['what is switched off', ({ device }) => device('car').ask({ enabled: false }), ['car', 'boiler 01:00-02:00']],
    [
      'a need that grows',
      ({ device }) => device('car').ask({ minutes: 120 }),
      ['car 01:00-03:00', 'boiler 03:00-04:00'],
    ],
    ['prices that are told again', ({ price }) => price(), ['car 01:00-02:00', 'boiler 02:00-03:00']],
  ])('make room for, and take room from, %s', async (_, happens, expected) => {
    const house = site(12, BOTH);
    await house.clock.advanceTo(at('2026-01-16 00:00'));
    happens(house);
    await house.clock.advanceTo(MORNING);
    expect({ runs: house.said(), errors: house.errors }).toEqual({ runs: expected, errors: [] });
  });

  it('share the sun without a limit: it serves once, and what it serves is said', async () => {
    const house = site(Number.POSITIVE_INFINITY, BOTH, '20:00', (hours) => (hours >= 9 && hours < 11 ? 4.4 : 0));
    await house.clock.advanceBy(60);
    const plans = ['car', 'boiler'].map((name) => house.device(name).report().plan);
    expect(plans.map(({ start, solarKwh, reason }) => [shown(start ?? 0).slice(11), solarKwh, reason])).toEqual([
      ['01:00', 0, 'planned'],
      ['05:00', 2, 'sun-expected'],
    ]);
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['car 01:00-02:00', 'boiler 05:00-06:00']);
  });

  it('take turns where a kW of peak costs more than that', async () => {
    const house = site(Number.POSITIVE_INFINITY, BOTH, '20:00', undefined, hourlyPeak);
    await house.clock.advanceBy(60);
    const plans = ['car', 'boiler'].map((name) => house.device(name).report().plan);
    expect(plans.map(({ reason, limitCost }) => [reason, limitCost])).toEqual([
      ['planned', undefined],
      ['peak-avoided', undefined],
    ]);
    await house.clock.advanceTo(MORNING);
    expect(house.said()).toEqual(['car 01:00-02:00', 'boiler 02:00-03:00']);
  });

  it('say that one alone is more than the connection', async () => {
    const house = site(10, BOTH);
    await house.clock.advanceBy(60);
    const reasons = ['car', 'boiler'].map((name) => house.device(name).report().plan.reason);
    expect(reasons).toEqual(['above-connection', 'planned']);
  });

  it('say what it costs to give way', async () => {
    const house = site(12, BOTH);
    await house.clock.advanceBy(60);
    const costs = ['car', 'boiler'].map((name) => house.device(name).report().plan.limitCost);
    expect(costs).toEqual([undefined, 0.2]);
  });

  it.each<[string, (Roof | undefined)?, PeakRule?]>([
    [''],
    [' in the sun', (hours) => Math.max(0, 3 - Math.abs(hours - 9))],
    [' and a peak', undefined, hourlyPeak],
  ])(
    'never take more together than the limit%s, whatever they are told, and run the same times if told again and again',
    async (_, roof, peak) => {
      const demand = fc.record({
        shape: fc.constantFrom('contiguous' as const, 'split' as const),
        minutes: fc.integer({ min: 10, max: 150 }),
        powerKw: fc.constantFrom(1, 2, 3.7, 5),
        readyBy: fc.constantFrom('01:30', '03:00', '07:00'),
      });
      const law = fc.asyncProperty(fc.array(demand, { minLength: 2, maxLength: 4 }), async (demands) => {
        const settings = Object.fromEntries(demands.map((own, i) => [`device ${i}`, own]));
        const [once, again] = [site(6, settings, '20:00', roof, peak), site(6, settings, '20:00', roof, peak)];
        await once.clock.advanceTo(MORNING);
        for (let now = again.clock.now() + 300; now <= MORNING; now += 300) {
          await again.clock.advanceTo(now);
          again.price();
        }
        expect(again.said()).toEqual(once.said());
        for (let now = at('2026-01-15 20:00'); now < MORNING; now += HOUR / 12) {
          const on = demands.filter((_, i) =>
            once.runs.get(`device ${i}`)?.some(({ start, end = MORNING }) => start <= now && now < end),
          );
          expect(on.reduce((sum, { powerKw }) => sum + powerKw, 0)).toBeLessThanOrEqual(6);
        }
      });
      await fc.assert(law, { seed: 20261122, numRuns: Number(process.env.FC_RUNS ?? 15) });
    },
    600_000,
  );
});
