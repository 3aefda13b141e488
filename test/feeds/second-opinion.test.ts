import { describe, expect, it } from 'vitest';
import type { FeedDay } from '../../src/feeds/day-findings.ts';
import type { FeedName } from '../../src/feeds/feed.ts';
import { opinionOn } from '../../src/feeds/second-opinion.ts';

const answer = (feed: FeedName, factor: number): FeedDay => ({
  ...{ date: '2026-04-15', start: 0, end: 86_400, resolution: 3600, holes: [], feed },
  prices: Array.from({ length: 24 }, (_, hour) => (factor * hour) / 1000),
});

describe('a suspicious day', () => {
  it('waits for a source with another root', () => {
    expect(opinionOn(answer('energy-charts', 10), { slip: 'too-high', answers: [], canAskOther: true })).toEqual({
      kind: 'wait',
      why: 'prices of energy-charts are far above those of the last two weeks',
    });
  });

  it('stands alone where no such source can be asked', () => {
    const { kind } = opinionOn(answer('energy-charts', 10), { slip: 'too-high', answers: [], canAskOther: false });
    expect(kind).toBe('alone');
  });

  it('is confirmed by a source with another root, and not by one with the same root', () => {
    const answers = [answer('energy-charts', 10)];
    const suspicion = { slip: 'too-high' as const, answers, canAskOther: true };
    expect(opinionOn(answer('energi-data-service', 10), suspicion).kind).toBe('confirmed');
    expect(opinionOn(answer('entsoe', 10), suspicion).kind).toBe('wait');
  });

  it('counts no longer, nor does the other answer, where a source with another root has other prices', () => {
    const answers = [answer('energy-charts', 10)];
    const suspicion = { slip: undefined, answers, canAskOther: false };
    expect(opinionOn(answer('energi-data-service', 1), suspicion)).toEqual({
      kind: 'contradicted',
      why: 'energy-charts and energi-data-service have different prices; neither counts',
    });
  });

  it('is usual again where its own source corrects it', () => {
    const answers = [answer('energy-charts', 10)];
    expect(opinionOn(answer('energy-charts', 1), { slip: undefined, answers, canAskOther: true }).kind).toBe('usual');
  });
});
