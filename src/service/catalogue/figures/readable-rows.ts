import type { z } from 'zod';
import { FileError, jsonPath } from '../../../core/file-error.ts';
import { issueText } from '../file.ts';
import type { CountryFile } from '../schema.ts';
import { catalogueErrorMap } from '../wording.ts';

/** A row that this version cannot read, by its list and the name that it has there. */
export interface SkippedRow {
  /** `tariffs`, `levies` and so on; a key of the whole file has no row. */
  readonly list: string;
  readonly name: string;
  readonly reason: string;
}

type Step = string | number;

/**
 * The rows of a country's file that this version can read: rows of a newer version are left out and named.
 * @throws FileError where something else than a row is wrong.
 */
export function readableRows(
  path: string,
  json: unknown,
  schema: z.ZodType<CountryFile>,
): { readonly content: CountryFile; readonly skipped: readonly SkippedRow[] } {
  const skipped: SkippedRow[] = [];
  const rest = structuredClone(json);
  for (;;) {
    const result = schema.safeParse(rest, { error: catalogueErrorMap });
    if (result.success) return { content: result.data, skipped };
    const wrong = new Map<string, { readonly row: readonly Step[]; readonly reason: string }>();
    for (const issue of result.error.issues)
      for (const row of rowsOf(issue))
        if (!wrong.has(JSON.stringify(row)))
          wrong.set(JSON.stringify(row), {
            row,
            reason: `${jsonPath(issue.path.slice(row.length))}: ${issueText(issue)}`,
          });
    if (wrong.size === 0)
      throw new FileError(
        path,
        result.error.issues.map((issue) => issueText(issue)),
      );
    // From the last row up, so that the positions of the others stay.
    for (const { row, reason } of [...wrong.values()].sort((a, b) => compare(b.row, a.row)))
      skipped.push({ ...removed(rest, row), reason });
  }
}

/** The rows that an error is about: a tariff, another entry of a list, or a key of the file. */
function rowsOf(issue: z.core.$ZodIssue): Step[][] {
  const [list, index, inner, tariff] = issue.path as Step[];
  if (list === undefined) return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [];
  if (typeof index !== 'number') return [[list]];
  return [typeof tariff === 'number' && inner === 'tariffs' ? [list, index, inner, tariff] : [list, index]];
}

/** Takes a row out of `json`. */
function removed(json: unknown, row: readonly Step[]): Omit<SkippedRow, 'reason'> {
  const last = row.at(-1) ?? '';
  const holder = row.slice(0, -1).reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], json);
  const list = String(row.findLast((step) => typeof step === 'string'));
  if (!Array.isArray(holder)) {
    delete (holder as Record<Step, unknown>)[last];
    return { list, name: '' };
  }
  const [taken] = holder.splice(Number(last), 1) as [Record<string, unknown> | undefined];
  return { list, name: String(taken?.id ?? taken?.name ?? last) };
}

/** Rows of one list by position; an outer row after the rows inside it. */
function compare(a: readonly Step[], b: readonly Step[]): number {
  for (const [i, step] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (step !== other) return step < other ? -1 : 1;
  }
  return a.length - b.length;
}
