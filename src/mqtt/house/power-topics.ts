import { type Instant, utcTime } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import { json } from '../json.ts';
import { type Publication, publication } from '../topics.ts';

/** What a house is expected to produce and to need: mean kW by quarter hours from `from` on. */
export interface ExpectedPowers {
  readonly from: Instant;
  readonly solar: readonly number[] | undefined;
  readonly load: readonly number[] | undefined;
}

export function powerTopics({ from, solar, load }: ExpectedPowers): Publication[] {
  return Object.entries({ solar, load }).flatMap(([name, kw]) => {
    if (!kw) return [];
    const startOf = (i: number) => utcTime(from + i * QUARTER_HOUR);
    const series = kw.map((value, i) => ({ start: startOf(i), end: startOf(i + 1), value }));
    return [publication(`${name}/series`, json(series), from + kw.length * QUARTER_HOUR)];
  });
}
