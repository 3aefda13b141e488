import { z } from 'zod';
import { tariffInfo } from '../../api/bodies.ts';
import type { DayAheadQuestion } from '../../client/client.ts';
import { componentNames } from '../../core/components.ts';
import type { PricePoint, PriceSeries } from '../../core/series.ts';
import type { Instant } from '../../core/time.ts';
import type { TariffInfo } from '../../core/vocabulary.ts';
import { parse } from '../../messages/parse.ts';
import { type Selection, selectionSchema } from '../../messages/selection.ts';
import type { PolledAnswer } from '../polling/poller.ts';
import type { Store } from '../store.ts';
import type { MarketFacts } from './market-facts.ts';

/** An answer, and what was known of its market. */
interface Known {
  readonly answer: PolledAnswer;
  readonly market: MarketFacts;
}

/** A selection that came with an input. */
interface Chosen {
  readonly topic: string;
  readonly selection: Selection;
}

/** The last answers a node had and the selections it was given, over restarts. */
export interface PriceMemory {
  /** The last answer to `question`, where its prices reach beyond `now`. */
  recall(question: DayAheadQuestion, now: Instant): Known | undefined;
  keep(question: DayAheadQuestion, known: Known): void;
  /** The selections kept, unless the node had other `settings` then. */
  chosen(settings: unknown): readonly Chosen[];
  choose(settings: unknown, chosen: readonly Chosen[]): void;
  /** Waits until everything is written; `removed` forgets it. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** Bytes; the oldest answers give way, and the oldest selections where they need more than half. */
const MOST = 39_000;

const number = z.number();
/** A point as start, end and its components in their order, `null` where one is absent: a third of the length. */
const row = z.tuple([number, number], number.nullable());
const series = z.object({ tariff: tariffInfo.optional(), rows: z.array(row) });
const notice = z.object({
  publisher: z.string(),
  licence: z.string(),
  notice: z.string(),
  updated: z.string().optional(),
});
const marketFacts: z.ZodType<MarketFacts> = z.object({
  notices: z.array(notice).optional(),
  hasFees: z.boolean().optional(),
  hasLocationScopedFees: z.boolean().optional(),
});
const entry = z.object({
  question: z.string(),
  fetchedAt: number,
  nextPoll: number,
  currency: z.string(),
  next: number,
  consumption: series.optional(),
  feedin: series.optional(),
  gridTariff: tariffInfo.optional(),
  market: marketFacts,
});
const choice = z.object({
  settings: z.string(),
  selections: z.array(z.object({ topic: z.string(), selection: selectionSchema })),
});
type Choice = z.infer<typeof choice>;
const memory = z.object({ schema: z.literal(1), choice, answers: z.array(entry) });
type Entry = z.infer<typeof entry>;

/**
 * Reads what `store` kept. What cannot be read is reported and forgotten.
 * @param source the service; its answers are not those of another.
 */
export async function openPriceMemory(
  store: Store,
  source: string,
  onProblem: (error: Error) => void,
): Promise<PriceMemory> {
  const keyOf = (question: DayAheadQuestion) => JSON.stringify([source, question]);
  let written = Promise.resolve();
  const kept = await store.read((value) => parse(memory, value)).catch(onProblem);
  let known = byQuestion(kept?.answers ?? []);
  let choice: Choice = kept?.choice ?? { settings: '', selections: [] };
  function write(): void {
    const answers = latestWithin(MOST - sizeOf(choice), [...known.values()]);
    known = byQuestion(answers);
    written = store.write({ schema: 1, choice, answers }).catch(onProblem);
  }
  return {
    recall(question, now) {
      const kept = known.get(keyOf(question));
      const [, end = now] = (kept?.consumption ?? kept?.feedin)?.rows.at(-1) ?? [];
      return kept && end > now ? { answer: answerOf(kept), market: kept.market } : undefined;
    },
    keep(question, { answer, market }) {
      const key = keyOf(question);
      known.delete(key);
      known.set(key, { ...entryOf(key, answer), market });
      write();
    },
    chosen: (settings) => (choice.settings === JSON.stringify(settings) ? choice.selections : []),
    choose(settings, chosen) {
      choice = { settings: JSON.stringify(settings), selections: latestWithin(MOST / 2, chosen) };
      write();
    },
    close: ({ removed }) => (removed ? store.remove() : written),
  };
}

const byQuestion = (entries: readonly Entry[]) => new Map(entries.map((one) => [one.question, one]));

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

interface Series {
  readonly tariff?: TariffInfo | undefined;
  readonly points: PriceSeries;
}

function entryOf(question: string, { series, fetchedAt, nextPoll }: PolledAnswer): Omit<Entry, 'market'> {
  const { consumption, feedin, ...rest } = series;
  return {
    question,
    fetchedAt,
    nextPoll,
    ...rest,
    ...(consumption && { consumption: rowsOf(consumption) }),
    ...(feedin && { feedin: rowsOf(feedin) }),
  };
}

function answerOf({ fetchedAt, nextPoll, currency, next, consumption, feedin, gridTariff }: Entry): PolledAnswer {
  return {
    fetchedAt,
    nextPoll,
    series: {
      currency,
      next,
      ...(consumption && { consumption: pointsOf(consumption) }),
      ...(feedin && { feedin: pointsOf(feedin) }),
      ...(gridTariff && { gridTariff }),
    },
  };
}

const rowsOf = ({ tariff, points }: Series): z.infer<typeof series> => ({
  ...(tariff && { tariff }),
  rows: points.map((point) => [point.start, point.end, ...componentNames.map((name) => point[name] ?? null)]),
});

const pointsOf = ({ tariff, rows }: z.infer<typeof series>) => ({
  ...(tariff && { tariff }),
  points: rows.map(([start, end, ...rates]): PricePoint => {
    const known = componentNames.flatMap((name, i) => (rates[i] == null ? [] : [[name, rates[i]]]));
    return { start, end, ...Object.fromEntries(known) };
  }),
});
