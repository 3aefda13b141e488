import { z } from 'zod';
import { thrownText } from '../../core/file-error.ts';
import { type Instant, utcTime } from '../../core/time.ts';
import { type FeedFetch, feedConnections } from '../../feeds/connection.ts';
import { changeText } from '../../runtime/figures/change-text.ts';
import { shownSource } from '../../runtime/figures/figures-address.ts';
import { readState } from '../../runtime/figures/figures-state.ts';
import { comparedFigures, updateFigures } from '../../runtime/figures/update.ts';
import { packageVersion } from '../../runtime/package-version.ts';
import { installedBundle, newestFigures, versionOf, waitingBundle } from '../../service/catalogue/figures/installed.ts';
import { shippedCatalogue } from '../../service/catalogue/shipped.ts';
import { checked, split, textFlag, UsageError } from '../flags.ts';
import { defaultFigures } from './default-folder.ts';

/** `dayahead-service catalogue install|diff|show`: newer figures without a newer package. */

const flags = z.object({ figures: textFlag('figures'), yes: z.boolean().default(false) });
const options = { figures: { type: 'string' }, yes: { type: 'boolean' } } as const;

interface Printed {
  readonly lines: readonly string[];
  /** False where figures were not installed. */
  readonly isDone: boolean;
}

/** The lines to print. @throws UsageError; an Error where figures cannot be fetched, read or used. */
export async function catalogueCommand(args: readonly string[], now: Instant, fetch?: FeedFetch): Promise<Printed> {
  const { values, positionals } = split({ args, options, allowPositionals: true });
  const { figures: dir = defaultFigures(), yes } = checked(flags, values);
  const [action = '', source, ...more] = positionals;
  if (yes && action !== 'install') throw new UsageError('--yes needs catalogue install');
  if (action === 'show' && source === undefined) return { lines: shown(dir), isDone: true };
  if (!['install', 'diff'].includes(action) || source === undefined || more.length > 0)
    throw new UsageError('catalogue takes install or diff with one FILE or HTTPS address, or show');
  assertSource(source);
  const connections = feedConnections();
  const userAgent = `dayahead-node-red-tariffs/${packageVersion()}`;
  const place = { source, dir, line: { fetch: fetch ?? connections.fetch, userAgent } };
  try {
    if (action === 'install') return await installed(place, now, yes);
    const { bundle, judgement } = await comparedFigures(place, now);
    const { changes, refusals, skipped } = judgement;
    return {
      isDone: true,
      lines: [
        `${shownSource(source)}: figures dated ${bundle.version}; in use are ${inUseText(dir)}`,
        ...refusals.map((text) => `refused: ${text}`),
        ...skipped.map((text) => `skipped: ${text}`),
        ...(changes.length === 0 ? ['no figure differs'] : changes.map(changeText)),
      ],
    };
  } finally {
    await connections.close();
  }
}

function assertSource(source: string): void {
  try {
    shownSource(source);
  } catch (error) {
    throw new UsageError(thrownText(error));
  }
}

async function installed(place: Parameters<typeof updateFigures>[0], now: Instant, yes: boolean): Promise<Printed> {
  const { outcome, version = '', jumps = [], skipped = [], changes = [] } = await updateFigures(place, now, yes);
  const skips = skipped.map((text) => `skipped: ${text}`);
  switch (outcome) {
    case 'unchanged':
      if (waitingBundle(place.dir)) return { isDone: false, lines: [waitingText(place.dir)] };
      return { isDone: true, lines: [`unchanged since the last time: ${inUseText(place.dir)}`] };
    case 'waiting':
      return {
        isDone: false,
        lines: [
          ...skips,
          ...jumps.map(changeText),
          'not installed: these rows more than double or halve; compare them with their source, then add --yes',
        ],
      };
    case 'installed': {
      const isOlder = versionOf(shippedCatalogue()) > version;
      const older = isOlder ? [`older than the figures of this package, which stay in use`] : [];
      return {
        isDone: true,
        lines: [...skips, `installed figures dated ${version}; rows changed: ${changes.length}`, ...older],
      };
    }
  }
}

function shown(dir: string): string[] {
  const state = readState(dir);
  return [
    inUseText(dir),
    `figures dated ${versionOf(shippedCatalogue())} came with this package`,
    ...(installedBundle(dir) ? [`figures dated ${installedBundle(dir)?.version} are installed in ${dir}`] : []),
    ...(state ? [`last fetched ${utcTime(state.checkedAt)} from ${shownSource(state.source)}`] : []),
    ...(state?.problem ? [`problem: ${state.problem}`] : []),
    ...(waitingBundle(dir) ? [waitingText(dir)] : []),
    ...(state?.skipped.map((text) => `skipped: ${text}`) ?? []),
  ];
}

const waitingText = (dir: string): string =>
  `figures dated ${waitingBundle(dir)?.version} need your confirmation: install them with --yes`;

const inUseText = (dir: string): string => `figures dated ${versionOf(newestFigures(shippedCatalogue(), dir))}`;
