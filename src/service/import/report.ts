import { type Instant, offsetsOver, wallClock } from '../../core/time.ts';
import { DELIVERY_ZONE } from '../../core/window.ts';
import { clockText } from '../day-table.ts';
import type { Assembled, AssembledDay } from './days.ts';

const HOUR = 3600;

/** What was odd about the quotes of an import, a line each; times are those of the delivery zone. */
export function oddities({ days, duplicates, contradictions, overlaps }: Assembled): string[] {
  return [
    ...days.flatMap(clockChange),
    ...days.flatMap(holesOf),
    ...counted(duplicates, 'that say what another says'),
    ...counted(contradictions, 'that contradict another of the same interval (the last one read counts)'),
    ...counted(overlaps, 'that overlap another of a different length (the shorter one counts)'),
  ];
}

const counted = (count: number, what: string) => (count > 0 ? [`prices ${what}: ${count}`] : []);

function clockChange({ date, start, end }: AssembledDay): string[] {
  const hours = (end - start) / HOUR;
  return hours === 24 ? [] : [`${date}: clocks change, ${hours} hours`];
}

function holesOf({ date, start, end, holes }: AssembledDay): string[] {
  const [first] = holes;
  if (!first) return [];
  const offsetAt = offsetsOver({ start, end }, DELIVERY_ZONE);
  const clock = (instant: Instant) => clockText(wallClock(instant, offsetAt(instant)).minute);
  const spans = holes.map((hole) => `${clock(hole.start)}-${hole.end === end ? '24:00' : clock(hole.end)}`);
  const missing = first.start === start && first.end === end ? 'at all' : spans.join(', ');
  return [`${date}: no price ${missing}; the day is left out`];
}
