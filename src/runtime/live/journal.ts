import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assertKnownFormat, FILE_FORMAT, NewerFormatError } from '../../core/file-error.ts';
import type { Instant } from '../../core/time.ts';
import { feedNames } from '../../feeds/feed.ts';
import type { FeedAsk } from '../../feeds/plan.ts';
import { parse } from '../../messages/parse.ts';
import { replaceFile, setAside } from '../../service/replace-file.ts';

/** What an installation remembers of its questions, so that a restart asks for nothing sooner. */

const ask = z.object({
  feed: z.enum(feedNames),
  at: z.number(),
  first: z.string(),
  last: z.string(),
  outcome: z.enum(['whole', 'nothing', 'partial', 'doubtful', 'unusable', 'failed', 'absent']),
  rateProblem: z.string().optional(),
});
const rates = z.record(z.string(), z.array(z.object({ from: z.string(), value: z.number() })));
const journal = z.object({
  share: z.number().min(0).lt(1),
  asks: z.record(z.string(), z.array(ask)),
  rates: z.object({ askedAt: z.number(), rates }).optional(),
  /** By the name of a feed of tariffs when it was asked, how often since it was due, and when it last told something. */
  told: z.record(z.string(), z.object({ askedAt: z.number(), times: z.number(), toldAt: z.number() })).optional(),
});
type JournalContent = z.output<typeof journal>;
type ToldNote = NonNullable<JournalContent['told']>[string];

export interface Journal {
  readonly share: number;
  asksOf(zone: string): readonly FeedAsk[];
  note(zone: string, asked: FeedAsk): void;
  rates(): JournalContent['rates'];
  keepRates(rates: JournalContent['rates']): void;
  told(feed: string): ToldNote | undefined;
  keepTold(feed: string, note: ToldNote): void;
}

const FILE = 'live.json';
/** Seconds: as long as a day that is missed is asked for. */
const REMEMBERED = 16 * 86_400;

/**
 * Opens what `dir` remembers; `random` is drawn once in the life of an installation. What a newer version wrote stays as it is,
 * with a warning: then nothing is remembered.
 */
export function openJournal(dir: string, random: () => number, onWarning: (text: string) => void = () => {}): Journal {
  const file = join(dir, FILE);
  let isNewer = false;
  const kept = contentOf(file, (text, newer) => {
    isNewer = newer;
    onWarning(text);
  });
  let content = kept ?? { share: random(), asks: {} };
  function change(next: JournalContent): void {
    content = next;
    if (isNewer) return;
    try {
      replaceFile(file, JSON.stringify({ schema: FILE_FORMAT, ...content }));
    } catch {
      // A full disk shows where days are written; this much is remembered without one.
    }
  }
  const recent = (asks: readonly FeedAsk[] = [], now: Instant) => asks.filter(({ at }) => at > now - REMEMBERED);
  return {
    share: content.share,
    asksOf: (zone) => content.asks[zone] ?? [],
    note: (zone, asked) =>
      change({ ...content, asks: { ...content.asks, [zone]: [...recent(content.asks[zone], asked.at), asked] } }),
    rates: () => content.rates,
    keepRates: (rates) => change({ ...content, rates }),
    told: (feed) => content.told?.[feed],
    keepTold: (feed, note) => change({ ...content, told: { ...content.told, [feed]: note } }),
  };
}

/** Nothing where the file does not exist or cannot be read: a broken one is renamed. */
function contentOf(file: string, onWarning: (text: string, isNewer: boolean) => void): JournalContent | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    assertKnownFormat(value, file);
    return parse(journal, value);
  } catch (error) {
    const isNewer = error instanceof NewerFormatError;
    onWarning(isNewer ? error.message : setAside(file, error), isNewer);
    return undefined;
  }
}
