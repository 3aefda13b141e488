import { type Instant, utcTime } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { KnownPowers } from '../../messages/power/quarters.ts';
import { json } from '../json.ts';
import { rowsUntil, type TopicTable } from '../topics.ts';

/** What a house is expected to produce and to need: mean kW by quarter hours from `from` on. */
export interface ExpectedPowers {
  readonly from: Instant;
  readonly solar: KnownPowers | undefined;
  readonly load: KnownPowers | undefined;
  /** What passes the meter by all plans, bought above 0; left out where nothing of the house is known. */
  readonly grid?: KnownPowers;
  /** Left out where nobody charges for peaks. */
  readonly peak?: {
    readonly monthKw: number;
    readonly plannedKw: number;
    readonly monthCost: number;
    readonly plannedCost: number;
  };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

function quarterSeries(powersOf: (expected: ExpectedPowers) => KnownPowers | undefined) {
  const lengthOf = (kw: KnownPowers = []) => kw.findLastIndex((value) => value !== undefined) + 1;
  const row = rowsUntil<ExpectedPowers>(
    'end of the series',
    (expected) => expected.from + lengthOf(powersOf(expected)) * QUARTER_HOUR,
  );
  return row((expected) => {
    const startOf = (i: number) => utcTime(expected.from + i * QUARTER_HOUR);
    const points = powersOf(expected)?.flatMap((value, i) =>
      value === undefined ? [] : { start: startOf(i), end: startOf(i + 1), value },
    );
    return points && json(points);
  });
}

export const powerRows: TopicTable<ExpectedPowers> = {
  'solar/series': quarterSeries(({ solar }) => solar),
  // Readers of solar forecasts, such as evcc, expect watts.
  'solar/series_w': quarterSeries(({ solar }) => solar?.map((kw) => (kw === undefined ? kw : Math.round(kw * 1000)))),
  'load/series': quarterSeries(({ load }) => load),
  'grid/plan': quarterSeries(({ grid }) => grid),
  'grid/peak': {
    payload({ peak }) {
      if (!peak) return undefined;
      const { monthKw, plannedKw, monthCost, plannedCost } = peak;
      const values = { month: monthKw, planned: plannedKw, monthCost, plannedCost };
      return json(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rounded(value)])));
    },
  },
};
