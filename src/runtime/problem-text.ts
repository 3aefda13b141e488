import type { Fault } from './problems.ts';

/** A fault in the reader's language; `words` are those of its code. */
export function faultText(
  { code, values, detail }: Fault,
  words: (code: string, values?: Fault['values']) => string,
): string {
  const text = words(code, values);
  return detail ? `${text} (${detail})` : text;
}
