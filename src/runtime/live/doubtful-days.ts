import type { PriceDay } from '../../core/price-file.ts';
import type { LocalDate } from '../../core/time.ts';
import type { FeedDay } from '../../feeds/day-findings.ts';
import { asRead } from './held-days.ts';
import type { KeptDays } from './kept-days.ts';

/** Days that are shown and planned with, although they are doubtful or some of their prices are missing. They are not written to a file. */
export interface DoubtfulDays extends KeptDays {
  /** Why each doubtful day is doubtful. */
  doubtful(): ReadonlyMap<LocalDate, string>;
  /** The days that are shown and not written, with the number of their missing prices. */
  provisional(): ReadonlyMap<LocalDate, number>;
  /** @param doubt left out if the prices that the day has are not doubtful. */
  show(day: FeedDay, doubt?: string): void;
  drop(date: LocalDate): void;
}

interface ShownDay {
  readonly day: PriceDay;
  readonly doubt: string | undefined;
}

/** `kept`, with provisional days beside its own until a day is written or the provisional one is dropped. */
export function doubtfulDays(kept: KeptDays): DoubtfulDays {
  let shown: ReadonlyMap<LocalDate, ShownDay> = new Map();
  let known: { readonly kept: unknown; readonly shown: unknown; readonly days: ReadonlyMap<LocalDate, PriceDay> };
  const drop = (date: LocalDate) => {
    if (shown.has(date)) shown = new Map([...shown].filter(([each]) => each !== date));
  };
  return {
    days() {
      const written = kept.days();
      if (shown.size === 0) return written;
      if (known?.kept !== written || known.shown !== shown) {
        const beside = [...shown].filter(([date]) => !written.has(date)).map(([date, { day }]) => [date, day] as const);
        const days = new Map([...written, ...beside].toSorted(([a], [b]) => (a < b ? -1 : 1)));
        known = { kept: written, shown, days };
      }
      return known.days;
    },
    write(day, today) {
      kept.write(day, today);
      drop(day.date);
    },
    doubtful: () => new Map([...shown].flatMap(([date, { doubt }]) => (doubt === undefined ? [] : [[date, doubt]]))),
    provisional: () => new Map([...shown].map(([date, { day }]) => [date, day.missing ?? 0])),
    show(day, doubt) {
      const priced: PriceDay = { ...asRead(day), ...(doubt !== undefined && { doubtful: true }) };
      shown = new Map([...shown, [day.date, { day: priced, doubt }]]);
    },
    drop,
  };
}
