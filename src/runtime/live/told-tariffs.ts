import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assertKnownFormat } from '../../core/file-error.ts';
import { markets } from '../../core/markets.ts';
import { addDays, type Instant, isKnownTime, type LocalDate, localDate, wallTime } from '../../core/time.ts';
import { askTariffFeed, FeedError, type FeedLine } from '../../feeds/ask-feed.ts';
import type { TariffFeed, TariffFigures } from '../../feeds/tariff-feed.ts';
import { replaceFile } from '../../service/replace-file.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from './journal.ts';

/** What a question about tariffs came to. */
export interface TariffNews {
  readonly feed: string;
  readonly outcome: 'told' | 'nothing' | 'unusable' | 'failed';
  readonly problem?: string;
  readonly next: Instant;
}

export interface ToldTariffsOptions {
  readonly feed: TariffFeed;
  /** The folder of live prices. */
  readonly dir: string;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly line: FeedLine;
  readonly onNews: ((news: TariffNews) => void) | undefined;
}

/** Seconds over which installations are spread. */
const SPREAD = 3600;
/** Seconds after which a question that came to nothing is asked once more. */
const AGAIN = 3600;
/** Questions a day. */
const MOST_TIMES = 2;
const NEVER = { askedAt: 0, times: 0, toldAt: 0 };
/** Seconds until a clock that is not set is looked at again. */
const UNSET_CLOCK = 600;

/** Asks a feed of tariffs once a day, twice at the most, and keeps what it tells in a file of its own. */
export function toldTariffs({ feed, dir, clock, journal, line, onNews }: ToldTariffsOptions) {
  const file = join(dir, 'tariffs', feed.country.toLowerCase(), `${feed.name}.json`);
  const { timeZone } = markets[feed.country];
  let cancel = () => {};
  let started = false;
  /** It wants to be left alone until then. */
  let blocked = 0;

  const dueOn = (date: LocalDate) => wallTime(date, feed.asksAt, timeZone) + Math.floor(journal.share * SPREAD);

  /** When it was due last, and what has been asked since. */
  function since(now: Instant) {
    const today = localDate(now, timeZone);
    const due = dueOn(today) <= now ? today : addDays(today, -1);
    const { askedAt, times, toldAt } = journal.told(feed.name) ?? NEVER;
    // What a clock that was ahead has noted counts for nothing.
    const asked = dueOn(due) <= askedAt && askedAt <= now;
    return { due, askedAt, times: asked ? times : 0, told: asked && dueOn(due) <= toldAt };
  }

  function nextAt(now: Instant): Instant {
    const { due, askedAt, times, told } = since(now);
    if (times === 0) return now;
    return Math.max(blocked, told || times >= MOST_TIMES ? dueOn(addDays(due, 1)) : askedAt + AGAIN);
  }

  function wait(): Instant {
    const now = clock.now();
    const at = isKnownTime(now) ? nextAt(now) : now + UNSET_CLOCK;
    cancel();
    if (started) cancel = clock.alarm(at, () => void ask());
    return at;
  }

  async function ask(): Promise<void> {
    const now = clock.now();
    if (!started || !isKnownTime(now) || nextAt(now) > now) return void (started && wait());
    const note = { askedAt: now, times: since(now).times + 1, toldAt: journal.told(feed.name)?.toldAt ?? 0 };
    journal.keepTold(feed.name, note);
    const { retryAfter = 0, ...news } = await told(now);
    if (!started) return;
    blocked = now + retryAfter;
    if (news.outcome === 'told') journal.keepTold(feed.name, { ...note, toldAt: now });
    const next = wait();
    onNews?.({ ...news, next });
  }

  /** Never throws what a feed or a disk has done: it is in the news. */
  async function told(now: Instant): Promise<Omit<TariffNews, 'next'> & { readonly retryAfter?: number }> {
    const base = { feed: feed.name };
    try {
      const today = localDate(now, timeZone);
      const figures = await askTariffFeed(feed, { today, held: heldIn(file) }, line);
      if (figures) keep(figures);
      return { ...base, outcome: figures && feed.isWhole?.(figures, today) !== false ? 'told' : 'nothing' };
    } catch (error) {
      const {
        kind,
        message,
        retryAfter = 0,
      } = error instanceof FeedError ? error : new FeedError('failed', String(error));
      return { ...base, outcome: kind, problem: message, retryAfter };
    }
  }

  /** Throws where a newer version has told them. */
  function keep(figures: TariffFigures): void {
    assertKnownFormat(contentOf(file), file);
    replaceFile(file, JSON.stringify(figures));
  }

  return {
    feed,
    start() {
      started = true;
      wait();
    },
    stop() {
      started = false;
      cancel();
    },
    /** When it last told something. */
    toldAt: () => journal.told(feed.name)?.toldAt || undefined,
  };
}

const held = z.object({ calendars: z.record(z.string(), z.record(z.string(), z.string())).exactOptional() });

/** The days that a feed told before, as far as they can be read. */
const heldIn = (file: string): Pick<TariffFigures, 'calendars'> | undefined => held.safeParse(contentOf(file)).data;

/** Nothing where it is not there, or is none. */
function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** What one feed tells, kept up to date in a folder. */
export type ToldTariffs = ReturnType<typeof toldTariffs>;
