import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DemandPatch, DemandSettings } from '../../../../src/messages/demand/demand.ts';
import type { StoreBeside } from '../../../../src/planner/joint/connection-house.ts';
import { Switcher } from '../../../../src/runtime/device/switcher.ts';
import { createPowers } from '../../../../src/runtime/power/powers.ts';
import { sharedConnection } from '../../../../src/runtime/power/shared-connection.ts';
import { lawCases } from '../../../support/cases.ts';
import { manualClock } from '../../../support/manual-clock.ts';

/** 2026-01-15T20:00Z. */
const EVENING = 1_768_507_200;
const LIMIT_KW = 14;

const need = fc.record({
  powerKw: fc.constantFrom(2, 3.7, 5, 11),
  minutes: fc.constantFrom(15, 30, 60),
  shape: fc.constantFrom('contiguous' as const, 'split' as const),
  readyBy: fc.constantFrom('21:00', '22:00'),
});
const event = fc.record({
  /** Minutes after the event before. */
  after: fc.constantFrom(1, 7, 20),
  device: fc.nat(2),
  happens: fc.oneof(
    fc.constantFrom<DemandPatch>(
      { override: 'on', overrideUntil: 10 },
      { override: 'on', overrideUntil: 45 },
      { override: 'off', overrideUntil: 20 },
      { override: 'auto' },
      { minutes: 45 },
      { minutes: 60, powerKw: 5 },
    ),
    // What the house is expected to take, in kW by the quarter hours to come.
    fc.constantFrom([0.5], [3, 12], [9, 0.5, 4], [16]),
  ),
});
const sites = fc.record({
  needs: fc.oneof({ weight: 7, arbitrary: fc.tuple(need, need) }, { weight: 1, arbitrary: fc.tuple(need, need, need) }),
  /** Prices of the hours from 20:00 on. */
  cents: fc.oneof(
    { weight: 7, arbitrary: fc.tuple(fc.constantFrom(10, 20, 30)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(10, 20, 30), fc.constantFrom(10, 20, 30)) },
  ),
  storedKwh: fc.constantFrom(undefined, undefined, undefined, 4),
  events: fc.oneof({ weight: 7, arbitrary: fc.tuple(event) }, { weight: 1, arbitrary: fc.tuple(event, event) }),
});

/** Devices behind a grid connection of 14 kW, with all that is wrong at any time: with the seconds since 20:00. */
async function lived({
  needs,
  cents,
  storedKwh,
  events,
}: typeof sites extends fc.Arbitrary<infer Site> ? Site : never) {
  const clock = manualClock(EVENING);
  const powers = createPowers();
  let own: { readonly from: number; readonly kw: readonly number[] } = { from: 0, kw: [] };
  const ownAt = (quarter: number) => own.kw[quarter - own.from] ?? own.kw.at(-1) ?? 0;
  const quarterOf = (now: number) => Math.floor((now - EVENING) / 900);
  const prices = {
    timeZone: 'UTC',
    spans: cents.map((cent, i) => ({ start: EVENING + 3600 * i, end: EVENING + 3600 * (i + 1), price: cent / 100 })),
  };
  const connection = sharedConnection(LIMIT_KW, clock, powers);
  const battery = (): StoreBeside => ({
    worthAChange: 0.02,
    store: {
      ...{ capacityKwh: 5, storedKwh: storedKwh ?? 0, maxChargeKw: 6, maxDischargeKw: 6, fromGrid: false },
      ...{ chargeEfficiency: 1, dischargeEfficiency: 1, toGrid: false, endValue: [] },
    },
    slots: prices.spans.map(({ start, end, price }) => ({
      ...{ start, end, importPrice: price, exportPrice: 0, loadKw: ownAt(quarterOf(start)), solarKw: 0 },
      importKw: LIMIT_KW,
    })),
  });
  if (storedKwh !== undefined) connection.beside(battery);
  const errors: unknown[] = [];
  const wrong: string[] = [];
  const powerOf: number[] = needs.map(({ powerKw }) => powerKw);
  const relays = needs.map(() => ({ on: false, isOverride: false }));
  const switchers = needs.map((settings: DemandSettings, i) => {
    const switcher = new Switcher({
      ...{ device: `device ${i}`, settings, onFailure: 'run', clock, timeZone: 'UTC', connection },
      onChange: (news) => heard(i, news.switch),
      onError: (error) => errors.push(error),
      remember: () => undefined,
    });
    switcher.start();
    return switcher;
  });

  function heard(i: number, { on, reason }: { readonly on: boolean; readonly reason: string }): void {
    relays[i] = { on, isOverride: on && reason === 'override' };
  }

  /** Whether the devices that are on by plan fit beside overrides and the house. */
  function look(): void {
    const sum = (isOverride: boolean) =>
      relays.reduce((kw, relay, i) => kw + (relay.on && relay.isOverride === isOverride ? (powerOf[i] ?? 0) : 0), 0);
    const [planned, fixed] = [sum(false), sum(true) + ownAt(quarterOf(clock.now()))];
    if (planned > 0 && planned + fixed > LIMIT_KW + 1e-6)
      wrong.push(`${clock.now() - EVENING}: ${planned} kW by plan beside ${fixed} kW`);
  }

  /** Passes every minute on the way. */
  async function until(instant: number): Promise<void> {
    const [next] = clock.alarms();
    // Nothing happens before the next alarm, or the next quarter hour.
    const quarter = EVENING + 900 * (quarterOf(clock.now()) + 1);
    const at = Math.min(instant, quarter, Math.max(next ?? instant, clock.now()));
    await clock.advanceTo(at);
    look();
    if (at < instant) await until(instant);
  }

  for (const [i, switcher] of switchers.entries()) heard(i, switcher.price(prices).switch);
  for (const { after, device, happens } of events) {
    await until(clock.now() + 60 * after);
    const i = device % needs.length;
    if (Array.isArray(happens)) {
      own = { from: quarterOf(clock.now()), kw: happens };
      // No site runs for longer than two hours.
      const expected = (now: number, count: number) =>
        Array.from({ length: Math.min(count, 16) }, (_, k) => ownAt(quarterOf(now) + k));
      powers.set('house', { kind: 'consumption', expected });
    } else {
      powerOf[i] = (happens as DemandPatch).powerKw ?? powerOf[i] ?? 0;
      heard(i, (switchers[i] as Switcher).ask(happens as DemandPatch).switch);
    }
    await clock.advanceBy(0);
    look();
  }
  await until(EVENING + 3600 * cents.length);
  return { wrong, errors };
}

it('devices that run by plan fit below the limit at every minute, beside overrides and the house, or none of them is on', async () => {
  const law = fc.asyncProperty(sites, async (site) => {
    expect(await lived(site)).toEqual({ wrong: [], errors: [] });
  });
  await fc.assert(law, lawCases(500, 100_000));
});
