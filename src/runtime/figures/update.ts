import { type Instant, type LocalDate, localDate } from '../../core/time.ts';
import { type Bundle, openBundle } from '../../service/catalogue/figures/bundle.ts';
import { install, keepWaiting, newestFigures } from '../../service/catalogue/figures/installed.ts';
import { type Judgement, judgeBundle } from '../../service/catalogue/figures/judge-bundle.ts';
import { shippedCatalogue } from '../../service/catalogue/shipped.ts';
import { type FiguresLine, fetchFigures } from './fetch-figures.ts';
import { shownSource } from './figures-address.ts';
import { readState, writeState } from './figures-state.ts';

/** The outcome of an update. */
export interface FiguresNews extends Partial<Judgement> {
  readonly outcome: 'unchanged' | 'installed' | 'waiting';
  readonly version?: LocalDate;
}

export interface FiguresPlace {
  /** A file or an HTTPS address. */
  readonly source: string;
  /** The folder that figures are installed in. */
  readonly dir: string;
  readonly line: FiguresLine;
}

/** A bundle, and what it would change in the figures that are in use in `dir`. @throws Error where it cannot be read */
export async function comparedFigures(
  { source, dir, line }: FiguresPlace,
  now: Instant,
): Promise<{ readonly bundle: Bundle; readonly judgement: Judgement }> {
  const { text = '' } = (await fetchFigures(source, line)) ?? {};
  return judgedText(text, source, dir, now);
}

function judgedText(text: string, source: string, dir: string, now: Instant) {
  const bundle = openBundle(text, shownSource(source));
  const shipped = shippedCatalogue();
  return { bundle, judgement: judgeBundle(bundle, shipped, newestFigures(shipped, dir), localDate(now, 'UTC')) };
}

/**
 * Fetches figures, conditionally, and puts them in use. If rows more than double or halve, the figures wait for a confirmation.
 * @param isConfirmed installs such figures as well, and fetches them unconditionally.
 * @throws Error where they cannot be fetched, read or used; those in use stay.
 */
export async function updateFigures(
  { source, dir, line }: FiguresPlace,
  now: Instant,
  isConfirmed = false,
): Promise<FiguresNews> {
  const before = readState(dir);
  const isSame = before?.source === source;
  const { etag, lastModified } = (isSame && !isConfirmed && before) || {};
  const known = { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
  const fetched = await fetchFigures(source, line, known);
  if (!fetched) {
    writeState(dir, { source, ...known, checkedAt: now, skipped: before?.skipped ?? [] });
    return { outcome: 'unchanged' };
  }
  const { text, ...validators } = fetched;
  const { bundle, judgement } = judgedText(text, source, dir, now);
  const { refusals, jumps, skipped } = judgement;
  if (refusals.length > 0) throw new Error(`${shownSource(source)} cannot be used:\n${refusals.join('\n')}`);
  const isWaiting = jumps.length > 0 && !isConfirmed;
  (isWaiting ? keepWaiting : install)(dir, text);
  writeState(dir, { source, ...validators, checkedAt: now, skipped: [...skipped] });
  return { outcome: isWaiting ? 'waiting' : 'installed', version: bundle.version, ...judgement };
}
