import type { LocalDate } from '../../../../src/core/time.ts';

/** What a source has said of a delivery day: how far it is from the first auction, in euro per MWh. */
interface Said {
  readonly source: string;
  readonly shift: number;
}

/** What sources have said of the delivery days of a zone. */
export interface Told {
  /** An answer that is in order, while there is room to keep it: what the source has said of the day before counts no more from the next look on. */
  surely(source: string, day: LocalDate, shift: number): void;
  /** One of which nobody can tell what becomes of it: it counts beside what was said before. */
  perhaps(source: string, day: LocalDate, shift: number): void;
  /** One of a source that is not the auction's own: it counts until one that is has surely said the day. */
  besides(source: string, day: LocalDate, shift: number): void;
  /** What was kept of the days may be lost: whoever says them first counts again. */
  lose(): void;
  /** Whoever asks for what may be shown has looked: what is read by now counts. */
  looked(): void;
  /** All that may be shown of a day. */
  of(day: LocalDate): readonly Said[];
}

/** Days for which it is remembered: what is shown of older ones is nobody's concern. */
const REMEMBERED = 40;

export function toldBySources(): Told {
  const days = new Map<LocalDate, Map<string, readonly number[]>>();
  /** Who is not the auction's own, and the days that one that is has said. */
  const lesser = new Set<string>();
  const settled = new Set<LocalDate>();
  /** What has been answered, and may not be read yet. */
  const unread: (() => void)[] = [];
  function bySource(day: LocalDate): Map<string, readonly number[]> {
    const known = days.get(day) ?? new Map<string, readonly number[]>();
    days.set(day, known);
    const [oldest] = [...days.keys()].toSorted();
    if (days.size > REMEMBERED && oldest) {
      days.delete(oldest);
      settled.delete(oldest);
    }
    return known;
  }
  function perhaps(source: string, day: LocalDate, shift: number): void {
    const before = bySource(day).get(source) ?? [];
    if (!before.includes(shift)) bySource(day).set(source, [...before, shift]);
  }
  function settle(source: string, day: LocalDate, shift: number): void {
    const said = bySource(day).set(source, [shift]);
    settled.add(day);
    for (const name of lesser) {
      // Who said the same is not asked to give way.
      const same = said.get(name)?.filter((each) => each === shift) ?? [];
      said.set(name, same);
    }
  }
  return {
    surely(source, day, shift) {
      perhaps(source, day, shift);
      unread.push(() => settle(source, day, shift));
    },
    perhaps,
    besides(source, day, shift) {
      lesser.add(source);
      if (!settled.has(day)) perhaps(source, day, shift);
    },
    lose() {
      settled.clear();
      unread.length = 0;
    },
    looked() {
      for (const read of unread.splice(0)) read();
    },
    of: (day) => [...(days.get(day) ?? [])].flatMap(([source, shifts]) => shifts.map((shift) => ({ source, shift }))),
  };
}
