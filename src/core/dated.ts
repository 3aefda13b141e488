import { type ComponentName, componentNames } from './components.ts';
import type { LocalDate } from './time.ts';

/** A value that holds from the local day `from` on, until the next row of its list. */
export interface Dated<T> {
  readonly from: LocalDate;
  readonly value: T;
}

/** The row in force on `date` of rows sorted by `from`; `undefined` before the first row. */
export function rowOn<T extends { readonly from: LocalDate }>(rows: readonly T[], date: LocalDate): T | undefined {
  return rows.findLast((row) => row.from <= date);
}

/** The value of the row in force on `date`. */
export const valueOn = <T>(rows: readonly Dated<T>[], date: LocalDate): T | undefined => rowOn(rows, date)?.value;

/**
 * The evidence for a figure. A: an official document or a real bill. A*: one public transcript of the official page.
 * B: two independent secondary sources. C: one secondary source. X: an example value, no source was found.
 */
export const grades = ['A', 'A*', 'B', 'C', 'X'] as const;
export type Grade = (typeof grades)[number];

/** How far a figure can be trusted; what is left out is settled. */
export interface Standing {
  /** The last day for which the source publishes the figure. It is carried on after that day and marked as expired. */
  readonly until?: LocalDate;
  readonly grade?: Grade;
  /** Not yet law: it counts from its day on and is marked. */
  readonly status?: 'proposed';
}

/** The components of a series that rest on figures that are not settled. */
export interface FigureMarks {
  readonly examples?: readonly ComponentName[];
  readonly proposed?: readonly ComponentName[];
  /** The last day of validity of each component that is carried on; of several figures the earliest. */
  readonly expired?: Readonly<Partial<Record<ComponentName, LocalDate>>>;
}

/** A figure's standing on a day on which it is charged as a part of `component`. */
export interface UsedFigure extends Standing {
  readonly component: ComponentName;
  readonly date: LocalDate;
}

/** Joins the standings of all figures that a series was priced with. */
export const marksOf = (used: Iterable<UsedFigure>): FigureMarks => joinedMarks([...used].map(markOf));

function markOf({ component, date, until, grade, status }: UsedFigure): FigureMarks {
  return {
    ...(grade === 'X' && { examples: [component] }),
    ...(status === 'proposed' && { proposed: [component] }),
    ...(until !== undefined && until < date && { expired: { [component]: until } }),
  };
}

/** The marks of several series together. */
export function joinedMarks(marks: readonly FigureMarks[]): FigureMarks {
  const examples = [...new Set(marks.flatMap((each) => each.examples ?? []))];
  const proposed = [...new Set(marks.flatMap((each) => each.proposed ?? []))];
  const expired: Partial<Record<ComponentName, LocalDate>> = {};
  for (const component of componentNames) {
    const [earliest] = marks.flatMap((each) => each.expired?.[component] ?? []).sort();
    if (earliest !== undefined) expired[component] = earliest;
  }
  return {
    ...(examples.length > 0 && { examples }),
    ...(proposed.length > 0 && { proposed }),
    ...(Object.keys(expired).length > 0 && { expired }),
  };
}
