import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComponentName } from '../../../src/core/components.ts';
import { housePrices } from '../../../src/runtime/prices/house-prices.ts';
import { lawCases } from '../../support/cases.ts';

const node = (id: string, publishAs?: string, conflict?: string) => ({
  ...{ id, name: `Prices ${id}`, state: { conflict } },
  ...(publishAs !== undefined && { publishAs }),
});
const [main, mine, quiet] = [node('z', 'price'), node('a', 'mine'), node('b', '')];
const pricedBy = (examples: ComponentName[]) => ({
  state: { conflict: undefined, prices: { series: { source: { examples } } } },
});
const example = { ...main, ...pricedBy(['energy']) };
const contract = { ...mine, ...pricedBy(['grid']) };

describe('the prices that a house goes by', () => {
  it.each<[string, Parameters<typeof housePrices>, string]>([
    [
      'are those that most of its devices take',
      [
        [main, mine],
        [['a'], ['a'], ['z']],
      ],
      'a',
    ],
    ['are for a device that several reach the nearest ones', [[main, mine], [['a', 'z']]], 'a'],
    [
      'are nobody’s that is not there',
      [
        [main, mine, quiet],
        [['gone'], ['gone'], ['gone', 'b']],
      ],
      'b',
    ],
    [
      'are the main ones where as many devices take others',
      [
        [mine, main],
        [['a'], ['z']],
      ],
      'z',
    ],
    // Promise P-432 use/household-page: else those published as `price`, else the first by name
    [
      'are the main ones where no device is wired',
      [
        [mine, quiet, main],
        [[], []],
      ],
      'z',
    ],
    ['are the main ones where no device takes any that are there', [[mine, main], [['gone']]], 'z'],
    ['are not those whose name another node has', [[node('a', 'price', 'Prices z'), main], []], 'z'],
    ['are the first by name where none are the main ones', [[quiet, mine], []], 'a'],
    ['are those of a contract before those of an example that devices take', [[example, contract], [['z']]], 'a'],
    ['are not those of a contract whose prices are not known yet', [[example, mine], [['z']]], 'z'],
    ['are the main ones where all contracts are examples', [[{ ...example, id: 'a' }, example], []], 'a'],
  ])('%s', (_, [nodes, taken], id) => {
    expect(housePrices(nodes, taken)?.id).toBe(id);
  });

  it('are none without a node that has any', () => {
    expect(housePrices([], [['a']])).toBeUndefined();
  });

  it('are the same in whatever order nodes and devices have started', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const nodes = fc.uniqueArray(
      fc.record({ id: fc.constantFrom(...ids), publishAs: fc.constantFrom('price', 'mine', '') }),
      { selector: ({ id }) => id },
    );
    const taken = fc.array(fc.uniqueArray(fc.constantFrom(...ids)));
    const house = fc.tuple(nodes, taken).chain(([nodes, taken]) =>
      fc.record({
        ...{ nodes: fc.constant(nodes), taken: fc.constant(taken) },
        later: fc.shuffledSubarray(nodes, { minLength: nodes.length }),
        takers: fc.shuffledSubarray(taken, { minLength: taken.length }),
      }),
    );
    fc.assert(
      fc.property(house, ({ nodes, taken, later, takers }) => {
        const named = (all: typeof nodes) => all.map(({ id, publishAs }) => node(id, publishAs));
        expect(housePrices(named(later), takers)?.id).toBe(housePrices(named(nodes), taken)?.id);
      }),
      lawCases(100),
    );
  });
});
