import type { TaxArea } from '../../../src/pricing/book.ts';
import { taxAreasAt } from '../../../src/pricing/place/network-facts.ts';
import type { NetworkListing } from '../../../src/runtime/editor/listings.ts';
import { labelled } from './field.ts';
import type { Lists } from './lists.ts';
import { pickerWord } from './words.ts';

/** The facts that decide about the network charge of the chosen country. */
export interface NetworkOfCountry {
  /** Left out before it is known. */
  facts(): NetworkListing | undefined;
  load(country: string): Promise<void>;
}

export function networkOfCountry({ list }: Pick<Lists, 'list'>): NetworkOfCountry {
  let known: { readonly country: string; readonly facts: NetworkListing | undefined } | undefined;
  let requested = '';
  return {
    facts: () => known?.facts,
    async load(country) {
      requested = country;
      if (known?.country !== country) known = undefined;
      const [facts] = (country && (await list<NetworkListing>({ list: 'network', country }))) || [];
      if (requested === country) known = { country, facts };
    },
  };
}

/** The network that is priced: that of an operator by its id, a typed one, or the national one. */
export type ChosenNetwork = { readonly operator: string } | 'typed' | 'national' | undefined;

/** The tax areas to choose from there. */
export function areasOf(facts: NetworkListing | undefined, network: ChosenNetwork): readonly TaxArea[] {
  if (!facts || !network) return [];
  const operator = typeof network === 'object' && !facts.national ? network.operator : undefined;
  return taxAreasAt(facts.taxAreas, operator);
}

interface TaxAreaSurroundings {
  network(): ChosenNetwork;
  areas(): readonly TaxArea[];
  code(): string;
  /** True where the code says nothing of taxes. */
  isCodeUnknown(): boolean;
  choose(code: string): void;
}

/** The question in which part of the country a household is, where taxes differ there. */
export function taxAreaField({ network, areas, code, isCodeUnknown, choose }: TaxAreaSurroundings) {
  const id = 'dayahead-tax-area';
  const select = $('<select>').attr('id', id);
  const { element, note } = labelled(id, 'percent', pickerWord('taxArea.label'), select, $());
  select.on('change', () => choose(String(select.val() ?? '')));
  return {
    element: element.hide(),
    /** The name of the area that a code stands for. */
    nameOf: (code: string) => areas().find(({ postalCode }) => postalCode === code)?.name,
    show(): void {
      const rows = areas();
      const [only, another] = rows;
      const isListed = typeof network() === 'object';
      // The whole area of such an operator has the taxes of one place.
      if (isListed && only && !another && !code()) {
        choose(only.postalCode);
        return;
      }
      const isChosen = rows.some(({ postalCode }) => postalCode === code());
      const isOpen = isChosen || !code() || isCodeUnknown();
      element.toggle(rows.length > (isListed ? 1 : 0) && isOpen);
      const none = pickerWord(network() === 'typed' ? 'taxArea.elsewhere' : 'taxArea.choose');
      const options = [{ name: none, postalCode: '' }, ...rows];
      select
        .empty()
        .append(...options.map(({ name, postalCode }) => $('<option>').val(postalCode).text(name)))
        .val(isChosen ? code() : '');
      note.text(isChosen ? '' : pickerWord('taxArea.hint'));
    },
  };
}
