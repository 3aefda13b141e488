import { expect, it } from 'vitest';
import { reasonKeyOf } from '../../../../nodes/editor/common/plan-words.ts';
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
