import type { SeriesPayload } from '../messages/series.ts';
import { json } from './json.ts';
import { type Publication, publication } from './topics.ts';

/**
 * How far the site's prices can be relied on.
 * @param series the last series known, if any.
 * @param problem a stable code of what is wrong; left out when nothing is.
 */
export function metaTopic(series: SeriesPayload | undefined, problem?: string): Publication {
  const reason = problem ?? (series?.stale ? 'stale' : null);
  const meta = {
    updatedAt: series?.fetchedAt ?? null,
    coversUntil: series?.coverage.until ?? null,
    nextPoll: series?.nextPoll ?? null,
    problem: reason === null ? 'OFF' : 'ON',
    reason,
    missing: series?.missing ?? [],
    warnings: series?.warnings ?? [],
    allowance: series?.allowance ?? null,
    attribution: series?.attribution ?? [],
    schema: 1,
  };
  return publication('meta', json(meta));
}
