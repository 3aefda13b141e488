import { type Instant, utcTime } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { KnownPowers } from '../../messages/power/quarters.ts';
import { json } from '../json.ts';
import { type Publication, publication } from '../topics.ts';

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

export function powerTopics({ from, solar, load, grid, peak }: ExpectedPowers): Publication[] {
  const series = {
    'solar/series': solar,
    // Readers of solar forecasts, such as evcc, expect watts.
    'solar/series_w': solar?.map((kw) => (kw === undefined ? kw : Math.round(kw * 1000))),
    'load/series': load,
    'grid/plan': grid,
  };
  const topics = Object.entries(series).flatMap(([name, kw]) => {
    if (!kw) return [];
    const startOf = (i: number) => utcTime(from + i * QUARTER_HOUR);
    const points = kw.flatMap((value, i) =>
      value === undefined ? [] : { start: startOf(i), end: startOf(i + 1), value },
    );
    const end = kw.findLastIndex((value) => value !== undefined) + 1;
    return [publication(name, json(points), from + end * QUARTER_HOUR)];
  });
  if (!peak) return topics;
  const { monthKw, plannedKw, monthCost, plannedCost } = peak;
  const said = { month: monthKw, planned: plannedKw, monthCost, plannedCost };
  const payload = Object.fromEntries(Object.entries(said).map(([key, value]) => [key, rounded(value)]));
  return [...topics, publication('grid/peak', json(payload))];
}
