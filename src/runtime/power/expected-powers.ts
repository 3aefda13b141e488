import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../core/time.ts';
import { quarterOf } from '../../core/vocabulary.ts';
import type { ExpectedPowers } from '../../mqtt/house/power-topics.ts';
import { coalesced } from '../clock.ts';
import type { Powers } from './powers.ts';
import { openSiteMeter, type PeakReport, type SiteMeter, type SiteMeterOptions } from './site-meter.ts';

/** Two days of quarter hours. */
const PUBLISHED = 192;

const sources = ['production', 'consumption'] as const;
const isKnown = (powers: Powers, now: Instant) => sources.some((kind) => powers.expected(kind, now, 1) !== undefined);

/** True of a kind that has something else to say, where a site tells what it expects. */
const isNewsOfPower = (kind: string, powers: Powers, now: Instant): boolean =>
  sources.some((source) => source === kind) || isKnown(powers, now);

/** All that a site tells of its powers. */
const expectedPowers = (
  powers: Powers,
  meter: SiteMeter,
  peak: PeakReport | undefined,
  now: Instant,
): ExpectedPowers => ({
  from: quarterOf(now),
  solar: powers.expected('production', now, PUBLISHED),
  load: powers.expected('consumption', now, PUBLISHED),
  ...((peak || isKnown(powers, now)) && { grid: meter.plan(now, PUBLISHED) }),
  ...(peak && { peak }),
});

interface ToldMeterOptions extends Omit<SiteMeterOptions, 'onMinute'> {
  /** Hear what is news. */
  readonly onExpected: ((expected: ExpectedPowers) => void) | undefined;
  readonly onPeak: ((report: PeakReport) => void) | undefined;
}

/** The meter of a site, which tells by itself what is expected of it, and `say`s it. */
export async function openToldMeter(options: ToldMeterOptions): Promise<SiteMeter & { say(): void }> {
  const { clock, powers, onExpected, onPeak } = options;
  let told: PeakReport | undefined;
  const say = () => {
    const now = clock.now();
    const report = meter.peak?.report(now);
    if (report && !isDeepStrictEqual(report, told)) onPeak?.(report);
    told = report;
    onExpected?.(expectedPowers(powers, meter, report, now));
  };
  const meter = await openSiteMeter({ ...options, onMinute: say });
  const news = coalesced(clock, say);
  powers.onChange((kind) => {
    if (!meter.peak && !isNewsOfPower(kind, powers, clock.now())) return;
    if (kind === 'devices') news.request();
    else say();
  });
  return {
    ...meter,
    say,
    close(how) {
      news.cancel();
      return meter.close(how);
    },
  };
}
