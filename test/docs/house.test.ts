import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { horizonOf } from '../../src/planner/horizon.ts';
import { pricesWithSun } from '../../src/planner/house/sun.ts';
import type { Slot } from '../../src/planner/store/types.ts';
import { type Drawing, readDrawing } from '../support/drawing.ts';
import { at, phased, plan } from '../support/planning.ts';

const page = readFileSync('docs/house.md', 'utf8');

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

it('the page has all its drawings', () => {
  expect(drawings).toHaveLength(3);
});
