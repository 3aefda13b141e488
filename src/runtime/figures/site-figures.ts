import { hash } from 'node:crypto';
import { join } from 'node:path';
import { feedConnections } from '../../feeds/connection.ts';
import { figuresStamp } from '../../service/catalogue/figures/installed.ts';
import type { Clock } from '../clock.ts';
import { cacheFolder, type LiveMeans } from '../live/shared-live.ts';
import { packageVersion } from '../package-version.ts';
import { changeText } from './change-text.ts';
import { shownSource } from './figures-address.ts';
import type { FiguresNews } from './update.ts';
import { weeklyFigures } from './weekly.ts';

/** Seconds between two looks at the installed file, which a confirmation replaces. */
const LOOK_SECONDS = 60;

/** The folder that figures of a source are installed in: those of another source are others. */
export const figuresFolder = (source: string, { folder }: Pick<LiveMeans, 'folder'>): string =>
  join(folder ?? cacheFolder(), `figures-${hash('sha256', source).slice(0, 12)}`);

/** Keeps the figures of a site up to date. `onChange` is called once others are in use. */
export function siteFigures(source: string, clock: Clock, means: LiveMeans, onChange: () => void) {
  const dir = figuresFolder(source, means);
  const connections = feedConnections();
  const { onFigures = () => undefined } = means;
  const updates = weeklyFigures({
    ...{ source, dir, clock },
    line: { fetch: connections.fetch, userAgent: `dayahead-node-red-tariffs/${packageVersion()}` },
    onNews: (news) => {
      for (const text of newsTexts(news, source)) onFigures(text);
      look();
    },
    onProblem: (problem) => onFigures(`figures: ${problem}`),
  });
  let stamp = figuresStamp(dir);
  let cancel = () => {};

  function look(): void {
    const present = figuresStamp(dir);
    const isNew = present !== stamp;
    stamp = present;
    if (isNew) onChange();
  }

  function wait(): void {
    cancel = clock.alarm(clock.now() + LOOK_SECONDS, () => {
      look();
      wait();
    });
  }

  return {
    dir,
    start() {
      updates.start();
      wait();
    },
    async stop() {
      updates.stop();
      cancel();
      await connections.close();
    },
  };
}

function newsTexts({ outcome, version, jumps = [], skipped = [] }: FiguresNews, source: string): string[] {
  const figures = `figures dated ${version} from ${shownSource(source)}`;
  const [first] = jumps;
  const waiting = first && `rows that more than double or halve: ${jumps.length}, such as ${changeText(first)}`;
  return [
    ...(outcome === 'waiting' ? [`${figures} need your confirmation in the dialog of the site: ${waiting}`] : []),
    ...(skipped.length > 0
      ? [`${figures}: rows of a later version that are left out: ${skipped.length}, such as ${skipped[0]}`]
      : []),
  ];
}
