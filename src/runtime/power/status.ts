import { clockTime } from '../../core/time.ts';
import type { PowerReport } from '../../messages/power/report.ts';
import type { Status, StatusWord } from '../status.ts';

/** A day of quarter hours. */
const DAY = 96;

/** A source of power in a few words: `12.4 kWh in 24 h`. */
export function powerStatus(report: PowerReport, word: StatusWord): Status {
  const { kind, now, kw, stale, fetchedAt, learntDays, timeZone } = report;
  if (kind === 'grid' && now !== null)
    return { fill: 'green', shape: 'dot', text: word('status.measured', { kw: now.toFixed(2) }) };
  if (kw.length === 0) return { fill: 'grey', shape: 'ring', text: word('status.waiting') };
  const known = kw.slice(0, DAY).flatMap((each) => each ?? []);
  const kwh = (known.reduce((sum, each) => sum + each, 0) / 4).toFixed(1);
  if (stale) {
    const time = clockTime(fetchedAt ?? 0, timeZone);
    return { fill: 'yellow', shape: 'dot', text: word('status.stale', { kwh, time }) };
  }
  if (fetchedAt !== null) return { fill: 'green', shape: 'dot', text: word('status.forecast', { kwh }) };
  if (known.length < DAY) {
    return { fill: 'green', shape: 'ring', text: word('status.learning', { kwh, hours: String(known.length / 4) }) };
  }
  return { fill: 'green', shape: 'ring', text: word('status.learnt', { kwh, days: String(learntDays) }) };
}
