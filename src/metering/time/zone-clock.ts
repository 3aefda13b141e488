import { DAY_SECONDS, type Instant, type LocalDate, offsetsOver, type Span } from '../../core/time.ts';

/** The clock of a zone over the time of a file. */
export interface ZoneClock {
  readonly zone: string;
  /**
   * The instants at which the clock shows `wall`, the UNIX seconds at which one in UTC shows the same: none in the hour that
   * spring skips, two in the one that autumn repeats.
   */
  occurrences(wall: number): readonly Instant[];
  /** The UNIX seconds at which a clock in UTC shows what this one shows at `instant`. */
  wallAt(instant: Instant): number;
  dateAt(instant: Instant): LocalDate;
  /** The midnight after an instant. */
  nextDay(instant: Instant): Instant;
}

/** The clock of `zone` for times inside `span`, whatever their offset. */
export function zoneClock(zone: string, { start, end }: Span): ZoneClock {
  const offset = offsetsOver({ start: start - 3 * DAY_SECONDS, end: end + 3 * DAY_SECONDS }, zone);
  /** By the number of a day the offset all around it. */
  const plainDays = new Map<number, number>();
  const occurrences = (wall: number) => {
    const day = Math.floor(wall / DAY_SECONDS);
    const plain = plainDays.get(day);
    if (plain !== undefined) return [wall - plain];
    const [before, after] = [offset((day - 1) * DAY_SECONDS), offset((day + 2) * DAY_SECONDS)];
    if (before === after) {
      plainDays.set(day, before);
      return [wall - before];
    }
    const offsets = [before, after];
    return offsets
      .map((each) => wall - each)
      .filter((instant) => offset(instant) === wall - instant)
      .sort((a, b) => a - b);
  };
  const wallAt = (instant: Instant) => instant + offset(instant);
  return {
    zone,
    occurrences,
    wallAt,
    dateAt: (instant) => new Date(wallAt(instant) * 1000).toISOString().slice(0, 10),
    nextDay: (instant) => {
      const midnight = (Math.floor(wallAt(instant) / DAY_SECONDS) + 1) * DAY_SECONDS;
      return occurrences(midnight).find((each) => each > instant) ?? instant + DAY_SECONDS;
    },
  };
}
