import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { Plan } from '../../../src/planner/types.ts';
import type { Device } from '../../../src/runtime/device/device.ts';
import { type Markets, marketsOf, planFor, questionOf } from '../../../src/runtime/device/planning.ts';
import { clock, clockText, deviceOf, onSince, run, runTexts, standingOf } from '../../support/device/device-value.ts';
import { days, HOUR, ZONE } from '../../support/device/one-device.ts';

const today: DemandSettings = { minutes: 120, powerKw: 2 };
const tonight: DemandSettings = { ...today, readyBy: '07:00' };
const ordersOf = (settings: DemandSettings) => ({ settings, onFailure: 'run' as const });
const hour = (start: string, price: number) => ({ start: clock(start), end: clock(start) + HOUR, price });
/** Prices of the 15th alone. */
const known = marketsOf(days(['2026-04-15'], {}), ZONE);
/** Prices until 08:00, and nothing since. */
const old = marketsOf({ spans: [hour('07:00', 1)] }, ZONE);
/** Until noon of the 17th. */
const long = { period: { end: clock('+12:00') + 86_400, deadline: true } };

describe('nothing is asked of the planner', () => {
  const planOf = (settings: DemandSettings, more: Partial<Device>, markets: Markets | null = known) =>
    planFor(deviceOf(settings, '19:00', more), ordersOf(settings), markets, clock('20:00'), () => {
      throw new Error('asked');
    });

  it.each<[string, DemandSettings, Partial<Device>, string]>([
    ['that is not to be planned', { ...today, enabled: false }, {}, 'disabled'],
    ['that is not plugged in', today, { connected: false }, 'not-connected'],
    ['that needs nothing', {}, {}, 'no-demand'],
    ['whose deadline has passed', today, { period: null }, 'deadline-passed'],
    ['that needs no minute', { minutes: 0 }, {}, 'satisfied'],
  ])('for a device %s', (_, settings, more, reason) => {
    const { period = deviceOf(settings, '19:00').period } = more;
    expect(planOf(settings, more)).toEqual({
      plan: {
        runs: [],
        outcome: { kind: 'idle', because: reason === 'satisfied' ? reason : 'waiting' },
        ...{ cost: null, baselineCost: null },
      },
      ...{ reason, from: clock('20:00'), review: period && clock('+00:00') },
    });
  });

  it.each<[string, DemandSettings, Markets | null]>([
    ['there are none', tonight, null],
    ['there are none, nor any to estimate by', { ...tonight, whenUnknown: 'estimate' }, null],
    ['there are none in what came', { ...tonight, whenUnknown: 'estimate' }, marketsOf({ spans: [] }, ZONE)],
    ['all are over', tonight, old],
    [
      'all are over and a limit holds',
      { ...tonight, maxPrice: 1, whenUnknown: 'estimate' },
      marketsOf({ spans: [hour('19:00', 1)] }, ZONE),
    ],
    [
      'all have been over for 36 hours',
      { ...tonight, whenUnknown: 'estimate' },
      marketsOf({ spans: [{ start: clock('07:00') - 86_400, end: clock('08:00') - 86_400, price: 1 }] }, ZONE),
    ],
  ])('where %s: without prices there is one run before the deadline', (_, settings, markets) => {
    const { plan, reason } = planOf(settings, {}, markets);
    expect([runTexts(plan.runs), reason]).toEqual([['+05:00-+07:00'], 'fallback']);
  });

  it('where there are none, and no deadline: that is the reason', () => {
    expect(planOf(today, {}, null).reason).toBe('no-prices');
  });

  it.each([
    ['finishes the run under way', { on: true, since: 400 }, [400]],
    ['has nothing to finish where it is off', { on: false, since: 400 }, []],
    ['has nothing to finish where it was never switched', null, []],
  ])('while nobody knows the time: a device %s, and the clock is looked at again in a minute', (_, output, starts) => {
    const at = (start: number, end: number) => ({ start, end, kw: 2, energyKwh: 1, cost: 1 });
    const device = deviceOf(tonight, '19:00', {
      output,
      credit: { ...onSince('19:00').credit, from: 400 },
      standing: standingOf([at(400, 4000), at(1001, 1030), at(5000, 8000)], { from: 0 }),
    });
    const plan = planFor(device, ordersOf(tonight), known, 1000);
    expect(plan.plan.runs.map(({ start }) => start)).toEqual(starts);
    expect([plan.reason, plan.review]).toEqual(['unknown-time', 1060]);
  });

  it('while nobody knows the time, and nothing was planned', () => {
    const { plan, reason } = planFor(deviceOf(tonight, '19:00'), ordersOf(tonight), known, 1000);
    expect([plan.runs, reason]).toEqual([[], 'unknown-time']);
  });
});

describe('the planner is asked', () => {
  const claimOf = (settings: DemandSettings, more: Partial<Device> = {}, markets = known, now = '20:00') => {
    const question = questionOf(deviceOf(settings, '19:00', more), ordersOf(settings), markets, clock(now));
    return 'claim' in question ? question.claim : undefined;
  };

  it('for what the settings say, on the prices to buy by, from the next whole minute on', () => {
    const asked: [number, number][] = [];
    planFor(deviceOf(tonight, '19:00'), ordersOf(tonight), known, clock('20:00') + 1, (claim, from) => {
      asked.push([claim.demand.readyBy ?? 0, from]);
      expect(claim.horizon).toBe(known.cheapest);
      expect(claim).not.toHaveProperty('feedin');
      return { runs: [], outcome: { kind: 'complete' }, cost: 0, baselineCost: 0 };
    });
    expect(asked).toEqual([[clock('+07:00'), clock('20:01')]]);
  });

  it('beside what feeding in brings, where that is known', () => {
    const markets = marketsOf({ ...days(['2026-04-15'], {}), feedin: [hour('20:00', 0.1)] }, ZONE);
    expect(claimOf(tonight, {}, markets)?.feedin).toBe(markets.feedin);
  });

  it.each<[string, DemandSettings, string, boolean]>([
    ['on estimates, until 36 hours after the last price', { ...today, whenUnknown: 'estimate' }, '+19:59', true],
    ['no more then', { ...today, whenUnknown: 'estimate' }, '+20:00', false],
    ['on nothing but prices', { ...today, whenUnknown: 'plan-known' }, '08:00', false],
    ['for what low prices alone make worth it', { alsoBelowPrice: 2, shape: 'split' }, '07:00', true],
  ])('%s', (_, settings, now, isAsked) => {
    expect(claimOf(settings, long, old, now) !== undefined).toBe(isAsked);
  });

  it('with what the device has had, at what price, and what is ahead of its plan', () => {
    const on = onSince('18:00', 10);
    const bought = { seconds: 600, amount: 300, until: clock('19:00') };
    const runs = [run('18:00', '20:00', 1), run('20:00', '20:30', 1), run('22:00', '23:00', 1)];
    const state = claimOf(
      { minutes: 300, powerKw: 3 },
      {
        output: { on: true, since: clock('18:00') + 59 },
        credit: { ...on.credit, starts: 2, bought },
        standing: standingOf(runs),
      },
    )?.state;
    expect(state).toEqual({
      output: { on: true, since: clock('18:00') },
      delivered: { minutes: 130, starts: 2, energyKwh: (4200 * 3) / 3600, cost: (3900 * 3) / 3600 },
      standing: runs.slice(1),
    });
  });

  it('with nothing where the device was never switched, and has no plan', () => {
    expect(claimOf(tonight)?.state).toEqual({
      output: null,
      delivered: { minutes: 0, starts: 0, energyKwh: 0, cost: 0 },
      standing: [],
    });
  });
});

describe('of an answer', () => {
  type Answer = ReturnType<NonNullable<Parameters<typeof planFor>[4]>>;
  const runs = [run('21:00', '22:00', 1), run('22:30', '23:30', 1)];
  const complete: Plan = { runs, outcome: { kind: 'complete' }, cost: 2, baselineCost: 3 };
  const provisional: Plan = { ...complete, outcome: { kind: 'provisional', knownUntil: clock('+00:00') } };
  const short: Plan = { ...complete, outcome: { kind: 'short', shortMinutes: 9, because: 'starts' } };
  const tomorrow: Plan = {
    ...complete,
    runs: [run('+01:00', '+03:00')],
    outcome: { kind: 'provisional', knownUntil: clock('+00:00'), estimatedUntil: clock('+20:00') },
  };
  const followed = (answer: Answer, settings = tonight, more: Partial<Device> = {}, markets = known, now = '20:00') =>
    planFor(deviceOf(settings, '19:00', more), ordersOf(settings), markets, clock(now), () => answer);

  it.each<[string, Answer, string, DemandSettings?]>([
    ['planned', complete, 'planned'],
    ['short', short, 'short-starts'],
    ['more than the connection bears', { ...complete, isAboveLimit: true, avoidsPeak: true }, 'above-connection'],
    ['to avoid a peak', { ...complete, avoidsPeak: true, solarKwh: 4 }, 'peak-avoided'],
    ['to avoid a peak, on what is known so far', { ...provisional, avoidsPeak: true }, 'peak-avoided'],
    ['short, though a peak is avoided', { ...short, avoidsPeak: true }, 'short-starts'],
    ['in the sun by more than a tenth', { ...complete, solarKwh: 0.41 }, 'sun-expected'],
    ['in the sun, on what is known so far', { ...provisional, solarKwh: 0.41 }, 'sun-expected'],
    ['in the sun by a tenth', { ...complete, solarKwh: 0.4 }, 'planned'],
    ['short, though in the sun', { ...short, solarKwh: 4 }, 'short-starts'],
    ['to wait for what tomorrow brings', tomorrow, 'tomorrow-cheaper'],
    ['to wait for what tomorrow pays', tomorrow, 'tomorrow-dearer', { ...tonight, direction: 'dearest' }],
  ])('the reason is said: %s', (_, answer, reason, settings = tonight) => {
    expect(followed(answer, settings).reason).toBe(reason);
  });

  it('the plan is followed as it is, with what it costs others and takes of the sun', () => {
    expect(followed({ ...complete, limitCost: 0.2, solarKwh: 0, isAboveLimit: false })).toEqual({
      plan: complete,
      ...{ reason: 'planned', from: clock('20:00'), review: clock('+00:00') },
      ...{ limitCost: 0.2, solarKwh: 0 },
    });
  });

  it('nothing is said of what it costs nobody, nor of a sun that nobody knows', () => {
    const plan = followed({ ...complete, limitCost: 0 });
    expect([plan.plan, 'limitCost' in plan, 'solarKwh' in plan]).toEqual([complete, false, false]);
  });

  it.each<[string, string, Partial<Device>, string]>([
    ['goes on is one since it was switched on', '20:00', { output: { on: true, since: clock('19:30') } }, '19:30'],
    ['goes on for longer than since then is one', '19:00', { output: { on: true, since: clock('19:30') } }, '19:00'],
    ['begins later is another', '20:01', { output: { on: true, since: clock('19:30') } }, '20:01'],
    ['begins now is one where the output is off', '20:00', { output: { on: false, since: clock('19:30') } }, '20:00'],
    ['begins now is one where it was never switched', '20:00', {}, '20:00'],
  ])('a run that %s', (_, start, more, begin) => {
    const { plan } = followed({ ...complete, runs: [run(start, '21:00', 1), ...runs.slice(1)] }, today, more);
    expect(runTexts(plan.runs)).toEqual([`${begin}-21:00`, '22:30-23:30']);
  });

  const both = marketsOf(days(['2026-04-15', '2026-04-16'], {}), ZONE);
  const none: Plan = { ...complete, runs: [], outcome: { kind: 'idle', because: 'waiting' } };
  it.each<[string, Plan, Partial<Device>, string]>([
    ['what it leaves open has to begin', none, {}, '+05:00'],
    ['what it leaves open has to begin, as an hour is planned', { ...none, runs: runs.slice(1) }, {}, '+06:00'],
    [
      'what it leaves open has to begin, as half an hour has run',
      none,
      { credit: onSince('19:00', 30).credit },
      '+05:30',
    ],
    ['its deadline, where it leaves nothing open', complete, {}, '+07:00'],
  ])('the plan is looked at again at %s', (_, answer, more, review) => {
    expect(clockText(followed(answer, tonight, more, both).review ?? 0)).toBe(review);
  });

  it('a plan on known prices is looked at again when these end, whatever it may estimate', () => {
    const settings = { ...today, whenUnknown: 'estimate' as const };
    expect(clockText(followed(complete, settings, long).review ?? 0)).toBe('+00:00');
  });

  it('a plan on estimates alone is looked at again when they are too old', () => {
    const settings = { ...today, whenUnknown: 'estimate' as const };
    const { review } = followed({ ...none, runs: [run('+21:00', '+23:00')] }, settings, long, old, '+01:00');
    expect(clockText(review ?? 0)).toBe('+20:00');
  });
});
