import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../../nodes/editor/chart/bars.ts';
import { barBeside } from '../../../../nodes/editor/chart/keys.ts';

const bars = barsOf(
  Array.from({ length: 9 }, (_, i) => ({ start: `2026-01-14T0${i}:00:00Z`, end: `2026-01-14T0${i}:59:00Z`, total: i })),
);

describe('the keys of a chart', () => {
  it.each([
    ['ArrowRight', 4, 5],
    ['ArrowLeft', 4, 3],
    ['PageUp', 4, 8],
    ['PageDown', 5, 1],
    ['ArrowRight', 8, 8],
    ['ArrowLeft', 0, 0],
    ['Home', 4, 0],
    ['End', 4, 8],
    ['Tab', 4, undefined],
  ])('%s leads from bar %i to %s', (key, from, to) => {
    expect(barBeside(bars, bars[from], key)?.total).toBe(to);
  });

  it('begin with the first where none is shown, and lead nowhere without any', () => {
    expect(barBeside(bars, undefined, 'Home')?.total).toBe(0);
    expect(barBeside([], undefined, 'End')).toBeUndefined();
  });
});
