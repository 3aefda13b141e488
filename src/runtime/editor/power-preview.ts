import { z } from 'zod';
import { utcTime } from '../../core/time.ts';
import { quarterOf } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import type { PowerKind } from '../../messages/power/power.ts';
import { ownZone } from '../clock.ts';
import type { Site } from '../site.ts';
import type { ChartSeries } from './chart-series.ts';
import type { Member } from './overview.ts';
import { pricesAmong } from './preview-prices.ts';
import { type QuarterValues, quartersFrom } from './quarter-values.ts';

/** What a site expects of sun and load, for the dialog of one of its sources. */
export interface PowerPreview {
  /** RFC 3339 in UTC, by the clock that the nodes go by. */
  readonly now: string;
  /** The prices of the site; without entries where there are none. */
  readonly series: ChartSeries;
  /** kW, two days; left out where nothing is known. */
  readonly production?: QuarterValues;
  readonly consumption?: QuarterValues;
}

const question = z.strictObject({ config: z.string() });

/** Two days. */
const QUARTERS = 192;

export function powerPreview(
  members: readonly Member[],
  body: unknown,
  { clock, powers, timeZone = ownZone() }: Pick<Site, 'clock' | 'powers' | 'timeZone'>,
): PowerPreview {
  const { config } = parse(question, body);
  const now = clock.now();
  const known = (kind: PowerKind) => {
    const kw = powers.expected(kind, now, QUARTERS);
    return kw && quartersFrom(quarterOf(now), kw);
  };
  const [production, consumption] = [known('production'), known('consumption')];
  return {
    now: utcTime(now),
    series: seriesOf(members, config) ?? { timeZone, currency: '', prices: [], ...UNKNOWN },
    ...(production && { production }),
    ...(consumption && { consumption }),
  };
}

const UNKNOWN = { source: { kind: 'service', fetchedAt: '' }, attribution: [] } as const;

/** Those of the site, else any; `undefined` without any. */
function seriesOf(members: readonly Member[], config: string): ChartSeries | undefined {
  const known = members.filter((member) => member.kind === 'prices' && member.state?.prices);
  const own = known.filter(({ site }) => site === config);
  const [one] = [...own, ...known];
  return one && pricesAmong(members, [one.id], '').series;
}
