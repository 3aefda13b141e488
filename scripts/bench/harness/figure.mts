import { doubtOf, median, type Ratio } from './ratio.mts';

/** One line of the table. Less is better. */
export interface Figure {
  readonly name: string;
  /** The median of all processes. */
  readonly value: number;
  /** Times as long as the yardstick, megabytes, or milliseconds of the processor. */
  readonly unit: '×' | 'MB' | 'ms';
  /** What is held beside it in the same run; nothing beside memory, which no machine makes more or less of. */
  readonly yardstick?: string;
  /** The budget; none where left out. */
  readonly atMost?: number;
  /** Milliseconds on this machine, for orientation. */
  readonly ms?: number;
  /** How far the value may be off, as a share of it. */
  readonly doubt?: number;
}

/** What is held to what. */
export interface Held {
  readonly name: string;
  readonly yardstick: string;
  readonly atMost: number;
}

export const figure = (held: Held, { times, ms }: Ratio): Figure => ({ ...held, value: times, unit: '×', ms });

/** Whether the figure keeps to its budget; one without a budget does, one that was not measured does not. */
export const isMet = ({ value, atMost = Number.POSITIVE_INFINITY }: Figure): boolean => value <= atMost;

/** A budget that is met or missed on one day should be so on the next. */
const SURE = 0.05;

/** Whether another run would say much the same; of milliseconds, whether it would meet the budget as well. */
export const isSure = ({ doubt = 0, unit, value, atMost = Number.POSITIVE_INFINITY }: Figure): boolean =>
  doubt <= SURE || (unit === 'ms' && value * (1 + doubt) <= atMost);

/** The figures of several processes as one each, in the order of the first: medians. */
export function merged(processes: readonly (readonly Figure[])[]): Figure[] {
  return (processes[0] ?? []).map((first) => {
    const all = processes.map((figures) => figures.find(({ name }) => name === first.name) ?? first);
    const values = all.map(({ value }) => value);
    return {
      ...first,
      value: median(values),
      doubt: doubtOf(values),
      ...(first.ms !== undefined && { ms: median(all.map(({ ms = Number.NaN }) => ms)) }),
    };
  });
}
