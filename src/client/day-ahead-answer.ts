import type { DayAheadQuestion } from '../api/day-ahead-question.ts';
import { type DayAhead, readSeries } from '../api/read-series.ts';
import { ShapeError } from '../api/shape.ts';
import { type PriceOrigin, resolutions, type Sector } from '../core/vocabulary.ts';

/** Reads the answer to `question`; one to another question throws a `ShapeError` like one that cannot be read. */
export function readAnswerTo(question: DayAheadQuestion, body: unknown, origin?: PriceOrigin): DayAhead {
  const answer = readSeries(body, question.resolution ?? resolutions[0]);
  for (const sector of ['consumption', 'feedin'] as const) {
    const asked = question[sector];
    if (!asked) continue;
    if (!answer[sector]) throw new ShapeError(`no ${sector} series found`, body);
    assertAsked(sector, asked, answer[sector].tariff?.id, body);
  }
  // A country without grid tariffs ignores the id in the question, and its answer names none.
  assertAsked('grid', question.grid, answer.gridTariff?.id, body);
  return { ...answer, ...(origin && { origin }) };
}

function assertAsked(sector: Sector, asked: string | undefined, priced: string | undefined, body: unknown): void {
  if (!asked || !priced || priced === asked) return;
  throw new ShapeError(`${sector} tariff "${asked}" was asked, "${priced}" is answered`, body);
}
