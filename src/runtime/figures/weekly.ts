import { thrownText } from '../../core/file-error.ts';
import { DAY_SECONDS, type Instant, isKnownTime } from '../../core/time.ts';
import type { Clock } from '../clock.ts';
import { figuresSource } from './figures-address.ts';
import { readState, writeState } from './figures-state.ts';
import { type FiguresNews, type FiguresPlace, updateFigures } from './update.ts';

const WEEK_SECONDS = 7 * DAY_SECONDS;
/** Seconds until a clock that is not set is looked at again. */
const UNSET_CLOCK_SECONDS = 600;

export interface WeeklyOptions extends FiguresPlace {
  readonly clock: Clock;
  readonly onNews: (news: FiguresNews) => void;
  /** Called once for each reason why figures could not be updated. */
  readonly onProblem: (text: string) => void;
}

/** Keeps figures up to date: fetches them once a week, and after a failure the next day. A file is also read at each start. */
export function weeklyFigures({ clock, onNews, onProblem, ...place }: WeeklyOptions) {
  const { source, dir } = place;
  let cancel = () => {};
  let isRunning = false;

  function nextAt(now: Instant): Instant {
    const state = readState(dir);
    // A time noted by a clock that was ahead counts for nothing.
    if (state?.source !== source || state.checkedAt > now) return now;
    return state.checkedAt + (state.problem === undefined ? WEEK_SECONDS : DAY_SECONDS);
  }

  function wait(at: Instant): void {
    cancel();
    if (isRunning) cancel = clock.alarm(at, () => void update());
  }

  async function update(): Promise<void> {
    const now = clock.now();
    if (!isKnownTime(now)) return wait(now + UNSET_CLOCK_SECONDS);
    try {
      const news = await updateFigures(place, now);
      if (isRunning && news.outcome !== 'unchanged') onNews(news);
    } catch (error) {
      note(thrownText(error), now);
      // Nothing may be noted on a full disk.
      return wait(now + DAY_SECONDS);
    }
    wait(nextAt(now));
  }

  function note(problem: string, now: Instant): void {
    const before = readState(dir);
    const isKnown = before?.source === source && before.problem === problem;
    try {
      writeState(dir, { ...(before?.source === source ? before : { skipped: [] }), source, checkedAt: now, problem });
    } catch {
      // A disk that cannot be written: the problem is reported, and the next attempt follows in a day.
    }
    if (isRunning && !isKnown) onProblem(problem);
  }

  return {
    start() {
      isRunning = true;
      const now = clock.now();
      wait(figuresSource(source).kind === 'file' ? now : nextAt(now));
    },
    stop() {
      isRunning = false;
      cancel();
    },
  };
}
