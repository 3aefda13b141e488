import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { planCostText, reasonKeyOf } from '../../../../nodes/editor/common/plan-words.ts';
import type { PlanPayload } from '../../../../src/messages/plan.ts';

const run = (cost: number | null) => ({ start: '', end: '', kw: 1, energyKwh: 1, cost, averagePrice: cost });

it.each<[string, PlanPayload['runs'], string]>([
  ['provisional', [], 'provisional'],
  ['provisional', [run(0.2)], 'known'],
  ['provisional', [run(0.2), run(null)], 'expected'],
  ['tomorrow-cheaper', [run(null)], 'tomorrow-cheaper'],
  ['planned', [run(0.2)], 'planned'],
])('of a plan that is %s with runs %j the reason is %s', (reason, runs, expected) => {
  expect(reasonKeyOf({ reason, runs })).toBe(expected);
});

beforeAll(() => vi.stubGlobal('RED', { i18n: { lang: () => 'en' } }));
afterAll(() => {
  vi.unstubAllGlobals();
});

it.each<[string, number, number | undefined, string]>([
  ['20 kWh that take 110 whole minutes at 11 kW', (110 / 60) * 11, 20, '20 kWh'],
  ['what is left of 20 kWh', 15.1, 20, '15.1 kWh'],
  ['a need that is none of energy', (110 / 60) * 11, undefined, '20.2 kWh'],
])('shows the energy of %s', (_, energyKwh, needKwh, expected) => {
  const hours = { start: '2026-01-15T01:00:00Z', end: '2026-01-15T02:50:00Z' };
  const runs = [{ ...hours, kw: 11, energyKwh, cost: null, averagePrice: null }];
  const plan = { energyKwh, runs, cost: null, saving: null } as unknown as PlanPayload;
  const device = { id: 'car', name: 'Car', site: '', plan, ...(needKwh !== undefined && { needKwh }) };
  expect(planCostText(device, undefined, 0)).toBe(expected);
});
