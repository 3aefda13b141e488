import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { Device } from '../../../src/runtime/device/device.ts';
import { marketsOf } from '../../../src/runtime/device/planning.ts';
import { answer, reportOf } from '../../../src/runtime/device/report.ts';
import { edgesOf } from '../../../src/runtime/device/review.ts';
import { clock, clockText, deviceOf, onSince, run, standingOf } from '../../support/device/device-value.ts';
import { days, ZONE } from '../../support/device/one-device.ts';

const own: DemandSettings = { minutes: 90, powerKw: 2 };
const { cheapest, dearest } = marketsOf(days(['2026-04-15'], { 20: 0.4 }), ZONE);
const standing = standingOf([run('21:00', '22:00', 0.5), run('23:00', '23:30', 0.5)]);
const off = { output: { on: false, since: clock('19:00') } };
const hand = (on: boolean) => ({ override: { on, until: clock('21:30') } });

type Beside = Parameters<typeof reportOf>[5];
const report = (more: Partial<Device>, now = '20:00', beside?: Beside, horizon: typeof cheapest | null = cheapest) =>
  reportOf('boiler', deviceOf(own, '19:00', more), own, horizon, clock(now), beside);

describe('of a device is said', () => {
  it('what it does, what is planned, and what it needs with all that goes without saying', () => {
    const { plan, ...rest } = report({ ...off, standing: { ...standing, limitCost: 0.2, solarKwh: 0.1 } });
    expect(rest).toEqual({
      switch: { on: false, reason: 'planned', until: clock('21:00'), price: 0.4 },
      demand: {
        ...{ enabled: true, minutes: 90, powerKw: 2, override: 'auto', overrideUntil: null },
        ...{ connected: null, measuredKw: null, measuredKwh: null },
      },
    });
    expect(plan).toMatchObject({
      ...{ device: 'boiler', timeZone: ZONE, reason: 'planned', next: clock('21:00'), complete: true },
      ...{ cost: 1, baselineCost: 3, saving: 2, limitCost: 0.2, solarKwh: 0.1 },
    });
    expect(plan.runs.map(({ start }) => clockText(start))).toEqual(['21:00', '23:00']);
    expect(plan).not.toHaveProperty('realised');
  });

  it('what selling saves is what it brings more', () => {
    expect(report({ standing }, '20:00', undefined, dearest).plan.saving).toBe(-2);
  });

  it('what a plan on unknown prices is expected to cost, where some are expected', () => {
    const outcome = { kind: 'provisional', knownUntil: clock('+00:00'), estimatedUntil: clock('+12:00') } as const;
    const plan = { ...standing.plan, runs: [run('+01:00', '+02:00')], cost: null, outcome };
    expect(report({ standing: { ...standing, plan } }).plan.expectedCost).toBe(2);
    expect(report({ standing: { ...standing, plan } }, '20:00', undefined, null).plan.expectedCost).toBeUndefined();
  });

  it('that it waits for prices, before its first plan', () => {
    const { switch: said, plan } = report({}, '20:00', undefined, null);
    expect(said).toEqual({ on: false, reason: 'no-prices', until: null, price: null });
    expect(plan).toMatchObject({ runs: [], reason: 'no-prices', next: null, complete: false, provisional: false });
    expect(plan).toMatchObject({ cost: null, baselineCost: null, saving: null });
    expect(plan).not.toHaveProperty('expectedCost');
  });

  it('what would be saved by buying where no price is known', () => {
    expect(report({ standing }, '20:00', undefined, null).plan.saving).toBe(2);
  });

  it('no price where none is known of now', () => {
    expect(report({ standing }, '+01:00').switch.price).toBeNull();
  });

  it('what messages told, and its meters, over what its node says', () => {
    const said = report({
      ...{ told: { minutes: 30, enabled: false }, connected: false, overrideUntil: 90, ...hand(true) },
      measured: { kw: { value: 1.5, at: clock('19:00') }, kwh: { value: 70, at: clock('19:00') } },
    });
    expect(said.demand).toEqual({
      ...{ enabled: false, minutes: 30, powerKw: 2, override: 'on', overrideUntil: 90 },
      ...{ connected: false, measuredKw: 1.5, measuredKwh: 70 },
    });
  });

  it('what it has cost, where there is an account', () => {
    const account = { realised: { energyKwh: 1 } } as unknown as NonNullable<NonNullable<Beside>['account']>;
    const said = report({ standing }, '20:00', { account });
    expect([said.account, said.plan.realised]).toEqual([account, account.realised]);
    expect(report({ standing })).not.toHaveProperty('account');
  });
});

describe('the next change of an output', () => {
  const touching = standingOf([run('20:00', '21:00', 1), run('21:00', '22:00', 1)]);
  const later = standingOf([run('20:00', '21:00', 1)], { from: clock('20:01') });

  it.each<[string, string, Partial<Device>, string | null]>([
    ['is the beginning of the run that comes', '20:00', { ...off, standing }, '21:00'],
    ['is the end of the run under way', '21:00', { ...onSince('21:00'), standing }, '22:00'],
    ['is the beginning of the next where one has ended', '22:00', { ...off, standing }, '23:00'],
    ['is none where all have ended', '23:30', { ...off, standing }, null],
    ['is the beginning of a run where it was never switched', '20:00', { standing }, '21:00'],
    ['is the end of two runs that touch', '20:30', { ...onSince('20:00'), standing: touching }, '22:00'],
    ['is that of the plan that begins with the next minute', '20:00:30', { ...off, standing: later }, '20:01'],
    ['is no edge at which the plan before still holds', '19:59', { ...off, planned: false, standing: later }, '20:01'],
    ['is when the hand lets it go', '20:00', { ...off, standing, ...hand(false) }, '21:30'],
    ['is none without a plan', '20:00', off, null],
  ])('%s', (_, now, more, until) => {
    const said = report(more, now);
    expect(said.switch.until).toBe(until && clock(until));
    expect(said.plan.next).toBe(said.switch.until);
  });

  it('a hand that holds it is the reason of the output and not of the plan', () => {
    const said = report({ ...off, standing, ...hand(false) });
    expect([said.switch.reason, said.plan.reason]).toEqual(['override', 'planned']);
  });
});

describe('while the grid operator leaves too little power', () => {
  const dimming = { until: clock('21:45') } as NonNullable<NonNullable<Beside>['dimming']>;

  it.each<[string, string, Partial<Device>, string, string, string]>([
    ['a run is held off', '21:15', off, 'dimmed', 'dimmed', '21:45'],
    ['a run is held off that was never switched', '21:15', {}, 'dimmed', 'dimmed', '21:45'],
    ['a hand’s on is held off', '20:15', { ...off, ...hand(true) }, 'dimmed', 'dimmed', '21:45'],
    ['what is on goes on', '21:15', onSince('21:00'), 'planned', 'planned', '22:00'],
    ['what a hand has off is off', '21:15', { ...off, ...hand(false) }, 'override', 'planned', '21:30'],
    ['what is planned off is off', '20:15', off, 'planned', 'planned', '21:00'],
  ])('%s', (_, now, more, reason, plannedReason, until) => {
    const said = report({ standing, ...more }, now, { dimming, withheld: () => 'dimmed' });
    expect([said.switch.reason, said.plan.reason, clockText(said.switch.until ?? 0)]).toEqual([
      reason,
      plannedReason,
      until,
    ]);
    expect(said.plan.next).toBe(said.switch.until);
  });

  it('nothing is held off where nobody does', () => {
    expect(report({ standing, ...off }, '21:15', { dimming }).switch.reason).toBe('planned');
  });

  it('a run that is withheld at the grid connection says so, and until when it would have run', () => {
    const { switch: output, plan } = report({ standing, ...off }, '21:15', { withheld: () => 'above-connection' });
    expect([output.on, output.reason, plan.reason]).toEqual([false, 'above-connection', 'above-connection']);
    expect(clockText(output.until ?? 0)).toBe('23:00');
  });
});

describe('a run that was under way when its node was changed', () => {
  const changed = (at: string) => ({ changed: { at: clock(at), seconds: 0 } });
  const on = { ...onSince('21:00'), standing };

  it.each<[string, string, Partial<Device>, true | undefined]>([
    ['is finished', '21:30', { ...on, ...changed('21:10') }, true],
    ['is finished where it began in that second', '21:30', { ...on, ...changed('21:00') }, true],
    ['is of the new settings where it began later', '21:30', { ...on, ...changed('20:59:59') }, undefined],
    ['is over', '22:00', { ...on, ...changed('21:10') }, undefined],
    ['is held by a hand', '21:30', { ...on, ...changed('21:10'), ...hand(true) }, undefined],
    ['is off', '21:30', { ...off, standing, ...changed('21:10') }, undefined],
    ['was never switched', '21:30', { standing, ...changed('21:10') }, undefined],
    ['is of no plan', '21:30', { ...on, standing: null, ...changed('21:10') }, undefined],
    ['was not, as nothing was changed', '21:30', on, undefined],
  ])('%s', (_, now, more, finishes) => {
    const said = report(more, now);
    expect(said.finishes).toBe(finishes);
    expect('finishes' in said).toBe(finishes === true);
  });
});

it('an input is answered with the plan, whatever else is told', () => {
  const news = { ...report({ standing }), tell: { switch: true, plan: false } };
  expect(answer(news)).toEqual({ ...news, tell: { switch: true, plan: true } });
});

it('a plan switches where its runs begin and end, and nowhere without one', () => {
  expect(edgesOf(deviceOf(own, '19:00', { standing })).map(clockText)).toEqual(['21:00', '22:00', '23:00', '23:30']);
  expect(edgesOf(deviceOf(own, '19:00'))).toEqual([]);
});
