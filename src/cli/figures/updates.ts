import type { Instant } from '../../core/time.ts';
import { feedConnections } from '../../feeds/connection.ts';
import { clockShowing } from '../../runtime/clock.ts';
import { readState } from '../../runtime/figures/figures-state.ts';
import { weeklyFigures } from '../../runtime/figures/weekly.ts';
import { packageVersion } from '../../runtime/package-version.ts';
import { UsageError } from '../flags.ts';

/**
 * Fetches the installed figures anew every week while a service runs; the function that is returned ends it.
 * @throws UsageError where none are installed.
 */
export function startFigureUpdates(dir: string, now: () => Instant, log: (line: object) => void): () => void {
  const source = readState(dir)?.source;
  if (source === undefined)
    throw new UsageError('--update-figures needs figures from dayahead-service catalogue install HTTPS-ADDRESS');
  const connections = feedConnections();
  const line = { fetch: connections.fetch, userAgent: `dayahead-node-red-tariffs/${packageVersion()}` };
  const updates = weeklyFigures({
    ...{ source, dir, line, clock: clockShowing(now) },
    onNews: ({ outcome, version, skipped }) => log({ figures: { outcome, version, skipped } }),
    onProblem: (problem) => log({ figures: { outcome: 'failed', problem } }),
  });
  updates.start();
  return () => {
    updates.stop();
    void connections.close();
  };
}
