import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planStore } from '../../src/planner/store/plan-store.ts';
import type { Slot, Store, StorePlan } from '../../src/planner/store/types.ts';
import { type Drawing, readDrawing } from '../support/drawing.ts';

const page = readFileSync('docs/internals/store.md', 'utf8');
const HOUR = 3600;

function planned({ options, lines }: Drawing): StorePlan {
  const { goals = [], curtailable = false, ...given } = JSON.parse(options);
  const number = (name: string, hour: number, otherwise: number) => Number(lines.get(name)?.[hour] ?? otherwise);
  const slots = (lines.get('ct') ?? []).map(
    (ct, hour): Slot => ({
      start: hour * HOUR,
      end: (hour + 1) * HOUR,
      importPrice: Number(ct) / 100,
      exportPrice: number('sell', hour, 8) / 100,
      loadKw: number('load', hour, 1),
      solarKw: number('sun', hour, 0),
      importKw: number('importKw', hour, 100),
      curtailable,
    }),
  );
  const store: Store = {
    ...{
      capacityKwh: 10,
      storedKwh: 0,
      maxChargeKw: 2,
      maxDischargeKw: 2,
      chargeEfficiency: 1,
      dischargeEfficiency: 1,
    },
    ...{ endValue: [], ...given },
    goals: goals.map(({ storedKwh, by }: { storedKwh: number; by: string }) => ({
      storedKwh,
      by: HOUR * Number(by.split(':')[0]),
    })),
  };
  return planStore(store, slots, 0);
}

const short = (value: number) => String(Math.round(100 * value) / 100 || 0);

/** The lines of a plan as they are drawn. */
function drawn({ slots, cost }: StorePlan): Record<string, string[]> {
  const kw = slots.map(({ chargeKw, dischargeKw }) => (chargeKw > 0 ? `+${short(chargeKw)}` : short(-dischargeKw)));
  return {
    kW: [...kw, '=', short(100 * cost), 'ct'],
    kWh: slots.map(({ storedKwh }) => short(storedKwh)),
    mode: slots.map(({ mode }) => mode),
  };
}

const drawings = [...page.matchAll(/```store\n([^`]+)```/g)].map(([, drawing = '']) => readDrawing(drawing));

// Promise P-412 internals/store: every drawing of the page
it.each(drawings)('the page draws what is planned: $options', (drawing) => {
  const plan = drawn(planned(drawing));
  const shown = Object.fromEntries([...drawing.lines].filter(([name]) => name in plan));
  expect(plan).toMatchObject(shown);
  expect(Object.keys(shown)).toContain('kW');
});

it('the page has all its drawings', () => {
  expect(drawings.length).toBeGreaterThan(10);
});

it('the page names every mode', () => {
  for (const mode of ['normal', 'hold', 'holdcharge', 'charge', 'discharge']) expect(page).toContain(`| \`${mode}\` |`);
});
