import { addDays, HOUR_SECONDS, type Instant, type LocalDate, offsetsOver, wallClock } from '../core/time.ts';
import { DELIVERY_ZONE } from '../core/window.ts';
import type { Assembled, AssembledDay } from '../feeds/formats/days.ts';
import { clockText } from './day-table.ts';

/** The oddities of an import's quotes, a line each; times are those of the delivery zone. */
export function oddities({ days, duplicates, contradictions, overlaps }: Assembled): string[] {
  return [
    ...days.flatMap(clockChange),
    ...missing(days),
    ...counted(duplicates, 'that repeat another'),
    ...counted(contradictions, 'that contradict another for the same interval (the last one read counts)'),
    ...counted(overlaps, 'that overlap another of a different length (the shorter one counts)'),
  ];
}

const counted = (count: number, what: string) => (count > 0 ? [`prices ${what}: ${count}`] : []);

function clockChange({ date, start, end }: AssembledDay): string[] {
  const hours = (end - start) / HOUR_SECONDS;
  return hours === 24 ? [] : [`${date}: clocks change, ${hours} hours`];
}

/** A line for each run of days that lack the same. */
function missing(days: readonly AssembledDay[]): string[] {
  const runs: { from: LocalDate; to: LocalDate; what: string }[] = [];
  for (const day of days) {
    const what = missingOf(day);
    const last = runs.at(-1);
    if (what === '') continue;
    if (last?.what === what && addDays(last.to, 1) === day.date) last.to = day.date;
    else runs.push({ from: day.date, to: day.date, what });
  }
  return runs.map(({ from, to, what }) =>
    from === to
      ? `${from}: no price ${what}; the day is left out`
      : `${from} to ${to}: no price ${what}; the days are left out`,
  );
}

function missingOf({ start, end, holes }: AssembledDay): string {
  const [first] = holes;
  if (first?.start === start && first.end === end) return 'at all';
  const offsetAt = offsetsOver({ start, end }, DELIVERY_ZONE);
  const clock = (instant: Instant) => clockText(wallClock(instant, offsetAt(instant)).minute);
  return holes.map((hole) => `${clock(hole.start)}-${hole.end === end ? '24:00' : clock(hole.end)}`).join(', ');
}
