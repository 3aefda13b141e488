import { z } from 'zod';
import { faultIssue } from './problem.ts';

/** Numbers as people type them: with a decimal comma or a decimal dot. */

/** As many as are left of a figure with VAT once a file has held it without. */
export const MOST_DECIMALS = 7;

const number = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;
/** With its thousands set apart: `1.234,5` is 1234.5 to some and nothing to others. */
const grouped = /^[+-]?\d{1,3}([.,' \u00a0\u202f]\d{3})+([.,]\d*)?$/;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

type Issue = ReturnType<typeof faultIssue>;

/** The number that `text` says, or why it says none. */
function readFigure(text: string, { min, max }: Bounds): number | Issue {
  const typed = text.trim().replace(/^[\u2212\u2013]/, '-');
  if (typed === '') return faultIssue('needed');
  if (!number.test(typed)) return faultIssue(grouped.test(typed) ? 'grouped' : 'figure', { typed });
  const [whole = '', decimals = ''] = typed.split(/[.,]/);
  if (decimals.length > MOST_DECIMALS) return faultIssue('decimals', { most: MOST_DECIMALS });
  const value = Number(`${whole}.${decimals}0`) || 0;
  return value < min || value > max ? faultIssue('range', { min, max }) : value;
}

const read = (text: string, bounds: Bounds, context: z.RefinementCtx<string>): number => {
  const value = readFigure(text, bounds);
  if (typeof value === 'number') return value;
  context.addIssue(value);
  return z.NEVER;
};

/** A figure that must be given. */
export const figure = (bounds: Bounds) => z.string().transform((text, context) => read(text, bounds, context));

/** A figure that may be left out. */
export const optionalFigure = (bounds: Bounds) =>
  z
    .string()
    .prefault('')
    .transform((text, context) => (text.trim() === '' ? undefined : read(text, bounds, context)));
