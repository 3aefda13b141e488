import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { horizonOf } from '../../src/planner/horizon.ts';
import { pricesWithSun } from '../../src/planner/house/sun.ts';
import type { House } from '../../src/planner/house/types.ts';
import { planHouse } from '../../src/planner/joint/plan-house.ts';
import type { Slot, Store } from '../../src/planner/store/types.ts';
import type { Phase } from '../../src/planner/types.ts';
import { type Drawing, readDrawing } from '../support/drawing.ts';
import { at, idleState, phased, plan } from '../support/planner/planning.ts';

const page = readFileSync('docs/internals/house.md', 'utf8');

/** What the device pays, and when it runs. */
function planned({ options, lines }: Drawing) {
  const { minutes, kw, curtailable = false } = JSON.parse(options);
  const number = (name: string, hour: number, otherwise: number) => Number(lines.get(name)?.[hour] ?? otherwise);
  const slots = (lines.get('ct') ?? []).map(
    (ct, hour): Slot => ({
      ...{ start: at(60 * hour), end: at(60 * hour + 60), importPrice: Number(ct) / 100, curtailable },
      exportPrice: number('sell', hour, 8) / 100,
      loadKw: number('load', hour, 1),
      solarKw: number('sun', hour, 0),
    }),
  );
  const prices = pricesWithSun(slots, kw);
  const { runs } = plan(phased([{ minutes, kw }]), horizonOf(prices));
  const runsAt = (instant: number) => runs.some(({ start, end }) => start <= instant && instant < end);
  return {
    pays: prices.map(({ price }) => String(Math.round(1e4 * price) / 100)),
    plan: slots.map(({ start }) => [0, 1, 2, 3].map((quarter) => (runsAt(start + 900 * quarter) ? '#' : '-')).join('')),
  };
}

const drawings = [...page.matchAll(/```sun\n([^`]+)```/g)].map(([, drawing = '']) => readDrawing(drawing));

it.each(drawings)('the page draws what is planned: $options', (drawing) => {
  expect(planned(drawing)).toEqual({ pays: drawing.lines.get('pays'), plan: drawing.lines.get('plan') });
});

const battery: Store = {
  ...{ capacityKwh: 10, storedKwh: 0, maxChargeKw: 5, maxDischargeKw: 5 },
  ...{ chargeEfficiency: 1, dischargeEfficiency: 1, endValue: [] },
};
const short = (kw: number) => String(Math.round(100 * kw) / 100 || 0);

/** The lines of a house as it is planned; of several devices one after the other. */
function drawnHouse({ options, lines }: Drawing) {
  const { devices, stores = [], perKw, dailyMaxima = [], ...limits } = JSON.parse(options);
  const slots = (lines.get('ct') ?? []).map((ct, hour) => ({
    ...{ start: at(60 * hour), end: at(60 * hour + 60), importPrice: Number(ct) / 100, exportPrice: 0.08 },
    ...{ loadKw: 1, solarKw: Number(lines.get('sun')?.[hour] ?? 0) },
  }));
  const house: House = {
    ...{ ...limits, slots, stores: stores.map((store: Partial<Store>) => ({ ...battery, ...store })) },
    devices: devices.map(({ minutes, kw }: Phase) => ({ demand: phased([{ minutes, kw }]), state: idleState })),
    ...(perKw && { peak: { rule: { measure: 60, pick: 1, per: 'month', perKw }, dailyMaxima } }),
  };
  const planned = planHouse(house, at(0));
  const marks = planned.devices.map(({ runs }) =>
    slots.map(({ start }) =>
      [0, 1, 2, 3]
        .map((quarter) =>
          runs.some((run) => run.start <= start + 900 * quarter && start + 900 * quarter < run.end) ? '#' : '-',
        )
        .join(''),
    ),
  );
  const powers = planned.stores[0]?.slots.map(({ chargeKw, dischargeKw }) =>
    chargeKw > 0 ? `+${short(chargeKw)}` : short(-dischargeKw),
  );
  return { marks, kW: powers, grid: planned.grid.map(({ kw }) => short(kw)) };
}

const houses = [...page.matchAll(/```house\n([^`]+)```/g)].map(([, drawing = '']) => drawing);

// Promise P-348 internals/house: every drawing of the page
it.each(houses)('the page draws the house that is planned: %s', (drawing) => {
  const read = readDrawing(drawing);
  const marks = [...drawing.matchAll(/^device\s+(.+)$/gm)].map(([, cells = '']) => cells.split(/\s+/));
  expect(drawnHouse(read)).toEqual({ marks, kW: read.lines.get('kW'), grid: read.lines.get('grid') });
});

it('the page has all its drawings', () => {
  expect(drawings).toHaveLength(3);
  expect(houses).toHaveLength(4);
});
