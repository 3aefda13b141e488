import { z } from 'zod';
import type { DayAheadQuestion } from '../../client/client.ts';
import type { Instant } from '../../core/time.ts';
import type { PriceOrigin } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import { type Selection, selectionSchema } from '../../messages/selection.ts';
import type { SeriesFacts } from '../../messages/series.ts';
import type { Site } from '../site.ts';
import { openMemory, type ValueStore } from '../store.ts';
import { endOf, type KeptAnswer, keptAnswer, packed, type RememberedAnswer, unpacked } from './kept-answer.ts';
import { endOfGiven, keptGiven, packedGiven, unpackedGiven } from './outside/kept-given.ts';

/** A selection that came with an input. */
interface Chosen {
  readonly topic: string;
  readonly selection: Selection;
}

/** The last answers a node had and the selections it was given, over restarts. */
export interface PriceMemory {
  /** The last answer to `question`, where its prices reach beyond `now`. */
  recall(question: DayAheadQuestion, now: Instant): RememberedAnswer | undefined;
  keep(question: DayAheadQuestion, known: RememberedAnswer): void;
  /** The selections kept, unless the node had other `settings` then. */
  chosen(settings: unknown): readonly Chosen[];
  choose(settings: unknown, chosen: readonly Chosen[]): void;
  /** The prices that came with an input, where they reach beyond `now`; not where the node had other `settings` then. */
  given(settings: unknown, now: Instant): SeriesFacts | undefined;
  /** Without `facts` it forgets them. */
  give(settings: unknown, facts: SeriesFacts | undefined): void;
  /**
   * True once for a network charge that the node had chosen in an earlier start, before this version could mention it. A new
   * node has nothing to mention.
   */
  isFirstStartWith(grid: string): boolean;
  /** Waits until everything is written; `removed` forgets it. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** Bytes; the oldest answers give way, and the oldest selections where they need more than half. */
const MOST = 39_000;

const choice = z.object({
  settings: z.string(),
  selections: z.array(z.object({ topic: z.string(), selection: selectionSchema })),
});
type Choice = z.infer<typeof choice>;
const memory = z.object({
  schema: z.literal(1),
  choice,
  answers: z.array(keptAnswer),
  /** Of the tariffs that the answers are by; of later versions than 0.1, as what follows. */
  edition: z.string().exactOptional(),
  given: keptGiven.exactOptional(),
  /** The network charge that has been mentioned in the log. */
  mentionedGrid: z.string().exactOptional(),
});

/**
 * Reads what `store` kept. What cannot be read is reported and forgotten.
 * @param site the service, whose answers are not those of another, and the edition of its tariffs, whose are not those of the next.
 */
export async function openPriceMemory(
  store: ValueStore,
  { source, edition }: Pick<Site, 'source' | 'edition'>,
  onProblem: (error: Error) => void,
): Promise<PriceMemory> {
  const keyOf = (question: DayAheadQuestion) => JSON.stringify([source, question]);
  // What 0.1 kept names no origin, and its embedded service replayed.
  const unnamed: PriceOrigin | undefined = source.startsWith('embedded ') ? { kind: 'replay' } : undefined;
  const { kept, keep, close } = await openMemory(store, (value) => parse(memory, value), onProblem);
  let known = byQuestion((kept?.edition ?? edition) === edition ? (kept?.answers ?? []) : []);
  let given = kept?.given;
  let choice: Choice = kept?.choice ?? { settings: '', selections: [] };
  let mentionedGrid = kept?.mentionedGrid;
  function write(): void {
    const answers = latestWithin(MOST - sizeOf(choice) - sizeOf(given ?? ''), [...known.values()]);
    known = byQuestion(answers);
    keep({ schema: 1, choice, answers, edition, ...(given && { given }), ...(mentionedGrid && { mentionedGrid }) });
  }
  return {
    recall(question, now) {
      const kept = known.get(keyOf(question));
      return kept && (endOf(kept) ?? now) > now ? unpacked(kept, unnamed) : undefined;
    },
    keep(question, remembered) {
      const key = keyOf(question);
      known.delete(key);
      known.set(key, packed(key, remembered));
      write();
    },
    chosen: (settings) => (choice.settings === JSON.stringify(settings) ? choice.selections : []),
    choose(settings, chosen) {
      choice = { settings: JSON.stringify(settings), selections: latestWithin(MOST / 2, chosen) };
      write();
    },
    given(settings, now) {
      const facts = given?.settings === JSON.stringify(settings) ? unpackedGiven(given) : undefined;
      return facts && endOfGiven(facts) > now ? facts : undefined;
    },
    give(settings, facts) {
      if (!facts && !given) return;
      given = facts && packedGiven(settings, facts);
      write();
    },
    isFirstStartWith(grid) {
      const isFirst = kept !== undefined && mentionedGrid === undefined;
      if (mentionedGrid !== grid) {
        mentionedGrid = grid;
        write();
      }
      return isFirst;
    },
    close,
  };
}

const byQuestion = (entries: readonly KeptAnswer[]) => new Map(entries.map((one) => [one.question, one]));

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The last of `items` that need no more than `bytes` together. */
function latestWithin<T>(bytes: number, items: readonly T[]): T[] {
  let left = bytes;
  const tooOld = items.findLastIndex((item) => {
    left -= sizeOf(item) + 1;
    return left < 0;
  });
  return items.slice(tooOld + 1);
}
