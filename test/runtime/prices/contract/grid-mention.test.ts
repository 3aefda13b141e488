import { expect, it } from 'vitest';
import { gridMention } from '../../../../src/runtime/prices/contract/grid-mention.ts';

const grid = { id: 'net-module-3', name: 'Netze BW Modul 3', companyId: 'net' };
const listing = (...names: string[]) => ({
  tariffs: async () =>
    [grid, ...names.map((name) => ({ id: name, name }))].map(({ id, name }) => ({
      id,
      name,
      companyid: 'net',
    })) as never,
});

it('names the other charges of an operator beside the one that stays', async () => {
  expect(await gridMention({ country: 'DE', grid }, listing('Netze BW Haushalt'))).toBe(
    "the network charge stays Netze BW Modul 3; the operator's other charges are now listed too: Netze BW Haushalt",
  );
});

it.each([
  ['the operator has no other', { country: 'DE', grid } as const, listing()],
  ['no network charge is chosen', { country: 'DE' } as const, listing('Netze BW Haushalt')],
  ['the operator is not known', { country: 'DE', grid: { id: 'net' } } as const, listing('Netze BW Haushalt')],
])('mentions nothing where %s', async (_, selection, client) => {
  expect(await gridMention(selection, client)).toBeUndefined();
});
