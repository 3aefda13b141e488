import type { PowerReport } from '../../messages/power/report.ts';
import { numberText, type Status, type StatusWord, timeText } from '../status.ts';

/** A day of quarter hours. */
const DAY = 96;

/** A source of power in a few words: `12.4 kWh in 24 h`. */
export function powerStatus(report: PowerReport, word: StatusWord): Status {
  const { kind, now, kw, stale, fetchedAt, learntDays, timeZone, counterKwh } = report;
  if (kind === 'grid' && now !== null)
    return { fill: 'green', shape: 'dot', text: word('status.measured', { kw: numberText(now, 2, word) }) };
  if (counterKwh !== undefined)
    return { fill: 'green', shape: 'dot', text: word('status.counter', { kwh: numberText(counterKwh, 1, word) }) };
  if (kw.length === 0) return { fill: 'grey', shape: 'ring', text: word('status.waiting') };
  const known = kw.slice(0, DAY).flatMap((each) => each ?? []);
  const kwh = numberText(known.reduce((sum, each) => sum + each, 0) / 4, 1, word);
  if (stale) {
    const time = timeText(fetchedAt ?? 0, timeZone, word);
    return { fill: 'yellow', shape: 'dot', text: word('status.stale', { kwh, time }) };
  }
  if (fetchedAt !== null) return { fill: 'green', shape: 'dot', text: word('status.forecast', { kwh }) };
  if (known.length < DAY) {
    return { fill: 'green', shape: 'ring', text: word('status.learning', { kwh, hours: String(known.length / 4) }) };
  }
  return { fill: 'green', shape: 'ring', text: word('status.learnt', { kwh, days: String(learntDays) }) };
}
