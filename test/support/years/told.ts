import type { LocalDate } from '../../../src/core/time.ts';

/** What a source has said of a delivery day: how far it is from the first auction, in euro per MWh. */
interface Said {
  readonly source: string;
  readonly shift: number;
}

/** What sources have said of the delivery days of a zone. */
export interface Told {
  /** An answer that is in order, while there is room to keep it: what the source has said of the day before counts no more. */
  surely(source: string, day: LocalDate, shift: number): void;
  /** One of which nobody can tell what becomes of it: it counts beside what was said before. */
  perhaps(source: string, day: LocalDate, shift: number): void;
  /** All that may be shown of a day. */
  of(day: LocalDate): readonly Said[];
}

/** Days for which it is remembered: what is shown of older ones is nobody's concern. */
const REMEMBERED = 40;

export function toldBySources(): Told {
  const days = new Map<LocalDate, Map<string, readonly number[]>>();
  function bySource(day: LocalDate): Map<string, readonly number[]> {
    const known = days.get(day) ?? new Map<string, readonly number[]>();
    days.set(day, known);
    const [oldest] = [...days.keys()].toSorted();
    if (days.size > REMEMBERED && oldest) days.delete(oldest);
    return known;
  }
  return {
    surely: (source, day, shift) => void bySource(day).set(source, [shift]),
    perhaps(source, day, shift) {
      const before = bySource(day).get(source) ?? [];
      if (!before.includes(shift)) bySource(day).set(source, [...before, shift]);
    },
    of: (day) => [...(days.get(day) ?? [])].flatMap(([source, shifts]) => shifts.map((shift) => ({ source, shift }))),
  };
}
