import type { PriceDay } from '../../core/price-file.ts';
import type { LocalDate } from '../../core/time.ts';
import type { FeedDay } from '../../feeds/day-findings.ts';
import { asRead } from './held-days.ts';
import type { KeptDays } from './kept-days.ts';

/** Days that are shown and planned with, although their unit may have slipped. They are not written to a file. */
export interface DoubtfulDays extends KeptDays {
  /** Why each doubtful day is doubtful. */
  doubtful(): ReadonlyMap<LocalDate, string>;
  showDoubtful(day: FeedDay, why: string): void;
  dropDoubtful(date: LocalDate): void;
}

/** `kept`, with doubtful days beside its own until a day is written or the doubtful one is dropped. */
export function doubtfulDays(kept: KeptDays): DoubtfulDays {
  let doubtful: ReadonlyMap<LocalDate, { readonly day: PriceDay; readonly why: string }> = new Map();
  let known: { readonly kept: unknown; readonly doubtful: unknown; readonly days: ReadonlyMap<LocalDate, PriceDay> };
  const drop = (date: LocalDate) => {
    if (doubtful.has(date)) doubtful = new Map([...doubtful].filter(([each]) => each !== date));
  };
  return {
    days() {
      const written = kept.days();
      if (doubtful.size === 0) return written;
      if (known?.kept !== written || known.doubtful !== doubtful) {
        const shown = [...doubtful]
          .filter(([date]) => !written.has(date))
          .map(([date, { day }]) => [date, day] as const);
        const days = new Map([...written, ...shown].toSorted(([a], [b]) => (a < b ? -1 : 1)));
        known = { kept: written, doubtful, days };
      }
      return known.days;
    },
    write(day, today) {
      kept.write(day, today);
      drop(day.date);
    },
    doubtful: () => new Map([...doubtful].map(([date, { why }]) => [date, why])),
    showDoubtful(day, why) {
      doubtful = new Map([...doubtful, [day.date, { day: asRead(day), why }]]);
    },
    dropDoubtful: drop,
  };
}
