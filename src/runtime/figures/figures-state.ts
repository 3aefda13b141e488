import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FILE_FORMAT } from '../../core/file-error.ts';
import { replaceFile } from '../../service/replace-file.ts';

/** The source of installed figures and the last attempt to fetch them. */
const state = z.object({
  /** As it was given, credentials included: the file is for its owner alone. */
  source: z.string(),
  /** UNIX seconds of the last attempt. */
  checkedAt: z.number(),
  etag: z.string().exactOptional(),
  lastModified: z.string().exactOptional(),
  /** The reason why the last attempt failed. */
  problem: z.string().exactOptional(),
  skipped: z.array(z.string()).default([]),
});
export type FiguresState = z.output<typeof state>;

const FILE = 'figures.source.json';

/** `undefined` where nothing is remembered, or nothing readable. */
export function readState(dir: string): FiguresState | undefined {
  try {
    return state.safeParse(JSON.parse(readFileSync(join(dir, FILE), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export function writeState(dir: string, value: FiguresState): void {
  replaceFile(join(dir, FILE), JSON.stringify({ schema: FILE_FORMAT, ...value }), { mode: 0o600 });
}
