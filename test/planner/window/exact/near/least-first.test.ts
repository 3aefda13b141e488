import fc from 'fast-check';
import { expect, it } from 'vitest';
import { head, join, leastFirst, NOBODY } from '../../../../../src/planner/window/exact/near/least-first.ts';
import { lawCases } from '../../../../support/cases.ts';

it('the cheapest of those that have joined and not left comes first, of equals the last, and nobody where all have left', () => {
  const costs = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 });
  const law = fc.property(costs, fc.integer({ min: 1, max: 4 }), (all, stay) => {
    const line = leastFirst(Float64Array.from(all));
    expect(head(line)).toBe(NOBODY);
    // Each joins by itself and leaves after some others have; then the rest leave.
    for (let next = 0; next < all.length + stay; next++) {
      if (next < all.length) join(line, next);
      while (line.first < line.last && head(line) <= next - stay) line.first++;
      const here = [...all.keys()].filter((point) => point <= next && point > next - stay);
      const least = Math.min(...here.map((point) => all[point] as number));
      expect(head(line)).toBe(here.findLast((point) => all[point] === least) ?? NOBODY);
    }
  });
  fc.assert(law, lawCases(300));
});
