import type { LocalDate } from '../../core/time.ts';
import { confirmWaiting, newestFigures, versionOf, waitingBundle } from '../../service/catalogue/figures/installed.ts';
import { judgeBundle } from '../../service/catalogue/figures/judge-bundle.ts';
import { shippedCatalogue } from '../../service/catalogue/shipped.ts';
import type { LiveMeans } from '../live/shared-live.ts';
import { changeText } from './change-text.ts';
import { readState } from './figures-state.ts';
import { figuresFolder } from './site-figures.ts';

/** The figures of a site, as its dialog shows them. */
export interface FiguresStatus {
  /** The day of the figures in use. */
  readonly version: LocalDate;
  /** The reason why the last attempt failed. */
  readonly problem?: string;
  /** Figures that wait for a confirmation, and the changes that need it. */
  readonly waiting?: { readonly version: LocalDate; readonly changes: readonly string[] };
  readonly skipped: readonly string[];
}

type Folder = Pick<LiveMeans, 'folder'>;

/** @param source left out, the site has the figures of the package. */
export function figuresStatus(source: string | undefined, means: Folder): FiguresStatus {
  const shipped = shippedCatalogue();
  if (source === undefined) return { version: versionOf(shipped), skipped: [] };
  const dir = figuresFolder(source, means);
  const inUse = newestFigures(shipped, dir);
  const { problem, skipped = [] } = readState(dir) ?? {};
  const bundle = waitingBundle(dir);
  const jumps = bundle ? judgeBundle(bundle, shipped, inUse, bundle.version).jumps : [];
  return {
    version: versionOf(inUse),
    ...(problem !== undefined && { problem }),
    ...(bundle && { waiting: { version: bundle.version, changes: jumps.map(changeText) } }),
    skipped,
  };
}

/** Puts the waiting figures in use. */
export function confirmFigures(source: string | undefined, means: Folder): FiguresStatus {
  if (source !== undefined) confirmWaiting(figuresFolder(source, means));
  return figuresStatus(source, means);
}
