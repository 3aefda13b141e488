import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { componentNames } from '../../src/core/components.ts';
import type { PriceOrigin } from '../../src/core/vocabulary.ts';
import { englishMark, markTexts, noticeTexts, originText, provenanceOf } from '../../src/messages/provenance.ts';

const { mark } = JSON.parse(readFileSync('nodes/locales/en-US/price-series.json', 'utf8'))['price-series'];

describe('the provenance of a series', () => {
  it('is that of a service where the answer names none', () => {
    const attribution = [{ publisher: 'P', licence: 'L', notice: 'N' }];
    expect(provenanceOf({ fetchedAt: 5, attribution })).toEqual({ kind: 'service', fetchedAt: 5, attribution });
  });

  it.each<[PriceOrigin, string]>([
    [{ kind: 'replay' }, 'a replay of old auctions'],
    [{ kind: 'live', feed: 'pse' }, 'live prices of pse'],
    [{ kind: 'own' }, 'own prices'],
    [{ kind: 'external', feed: 'tibber' }, 'prices of a message (tibber)'],
    [{ kind: 'service' }, ''],
  ])('%j is "%s" in English', (origin, text) => {
    expect(originText(origin)).toBe(text);
  });
});

describe('the notices of prices', () => {
  it('are each shown once, with their licence once and the last day on which the source was read', () => {
    const energinet = { publisher: 'Energinet', licence: 'CC BY 4.0', notice: 'Source: Energinet, CC BY 4.0.' };
    const texts = noticeTexts([
      { ...energinet, updated: '2026-08-22' },
      { ...energinet, updated: '2026-08-23' },
      { publisher: 'Lovdata', licence: 'NLOD 2.0', notice: 'Source: Lovdata.' },
      { publisher: 'Energinet', licence: 'CC BY 4.0', notice: '' },
    ]);
    expect(texts).toEqual([
      'Source: Energinet, CC BY 4.0. · 2026-08-23',
      'Source: Lovdata. · NLOD 2.0',
      'Energinet · CC BY 4.0',
    ]);
  });
});

describe('the marks of prices in words', () => {
  it('are none where every figure is settled', () => {
    expect(markTexts({}, englishMark)).toEqual([]);
  });

  it.each(componentNames)('say in the English of the editor and of the command line the same of %s', (name) => {
    const words = (...keys: string[]) => keys.map((key) => mark[key][name]);
    const [example, proposed, year, day] = words('example', 'proposed', 'expiredYear', 'expired');
    expect(markTexts({ examples: [name], proposed: [name] }, englishMark)).toEqual([example, proposed]);
    expect(markTexts({ expired: { [name]: '2026-12-31' } }, englishMark)).toEqual([
      year.replace('__year__', '2026').replace('__next__', '2027'),
    ]);
    expect(markTexts({ expired: { [name]: '2026-06-30' }, doubtful: true }, englishMark)).toEqual([
      day.replace('__date__', '2026-06-30'),
      mark.doubtful,
    ]);
  });
});
