import { readAnswerTo } from '../../dist/src/client/day-ahead.js';
import { totalOf } from '../../dist/src/core/components.js';
import type { Benchmark } from './harness.mts';

const QUARTER_HOUR = 900;
const FIRST = 1_763_593_200;

/** Five days of quarter hours: the longest series that the service answers. */
const prices = Array.from({ length: 480 }, (_, i) => ({
  from_utc: FIRST + i * QUARTER_HOUR,
  energy: 0.08123 + i / 1e5,
  grid: 0.0911,
  fees: 0.0431,
  vat: 0.04093,
}));
const question = { country: 'DE', consumption: 'A', resolution: QUARTER_HOUR } as const;
const text = JSON.stringify({ currency: 'EUR', next: FIRST, consumption: { tariff: { id: 'A', type: null }, prices } });

/** What every answer costs on the way in, beside what parsing its JSON costs alone. */
export function clientBenchmarks(): Benchmark[] {
  return [
    {
      name: 'read, check and total 480 points',
      run() {
        readAnswerTo(question, JSON.parse(text)).consumption?.points.map(totalOf);
      },
      budget: { perSecond: 1000 },
    },
    {
      name: 'JSON.parse of 480 points alone',
      run() {
        JSON.parse(text);
      },
    },
  ];
}
