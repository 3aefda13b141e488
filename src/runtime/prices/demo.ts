import type { Selection } from '../../messages/selection.ts';

/** A house that nobody lives in, for a price node dragged onto an empty flow: the example contract in Copenhagen. */
export const demoSelection: Selection = {
  country: 'DK',
  consumption: {
    id: 'dk-example-spot-dk2',
    name: 'Example Spot DK2',
    companyId: 'dk-example-spot',
    companyName: 'Example Spot, Denmark',
    type: 'dynamic',
  },
  grid: { id: 'dk-radius-c', name: 'Radius A/S C-tarif (DK2)', companyId: 'dk-radius', companyName: 'Radius A/S' },
};
