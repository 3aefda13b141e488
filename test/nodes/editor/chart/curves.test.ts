import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChartCurve, curveEnd, curveText, outline } from '../../../../nodes/editor/chart/curves.ts';

const FROM = Date.parse('2026-01-14T10:00:00Z') / 1000;
const curve = (values: ChartCurve['values'], more: Partial<ChartCurve> = {}): ChartCurve => ({
  ...{ name: 'Sun', part: 'solar', unit: 'kW', from: '2026-01-14T10:00:00Z', values },
  ...more,
});

describe('a curve under the prices', () => {
  beforeAll(() => {
    vi.stubGlobal('RED', { i18n: { lang: () => 'en-US' }, _: (key: string) => key });
  });

  it.each([
    ['the top is the greatest value', curve([1, 2]), 'M0 100V50h1V100zM1 100V0h1V100z'],
    ['nothing and zero leave a gap', curve([null, 0, 2]), 'M2 100V0h1V100z'],
    ['what is below zero hangs down from it', curve([1, -1]), 'M0 50V0h1V50zM1 50V100h1V50z'],
    ['a capacity is the top', curve([5], { most: 10 }), 'M0 100V50h1V100z'],
  ])('%s', (_, drawn, path) => {
    expect(outline(drawn, FROM)).toBe(path);
  });

  it('begins where its time lies on the axis', () => {
    expect(outline(curve([2]), FROM - 3600)).toBe('M4 100V0h1V100z');
  });

  it('tells the value of each quarter hour, and none beyond it', () => {
    const drawn = curve([1.26, null]);
    const texts = [FROM - 1, FROM, FROM + 899, FROM + 900, FROM + 1800].map((at) => curveText(drawn, at));
    expect(texts).toEqual([undefined, '1.3 kW', '1.3 kW', undefined, undefined]);
    expect(curveEnd(drawn)).toBe(FROM + 1800);
  });
});
