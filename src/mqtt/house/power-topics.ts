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
}

export function powerTopics({ from, solar, load }: ExpectedPowers): Publication[] {
  return Object.entries({ solar, load }).flatMap(([name, kw]) => {
    if (!kw) return [];
    const startOf = (i: number) => utcTime(from + i * QUARTER_HOUR);
    const series = kw.flatMap((value, i) =>
      value === undefined ? [] : { start: startOf(i), end: startOf(i + 1), value },
    );
    const end = kw.findLastIndex((value) => value !== undefined) + 1;
    return [publication(`${name}/series`, json(series), from + end * QUARTER_HOUR)];
  });
}
