import { EVERY_SOURCE } from '../../../src/feeds/source-names.ts';
import type { TaxArea } from '../../../src/pricing/book.ts';
import type { PricePreview } from '../../../src/runtime/editor/price-preview.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { chosenSite, siteId } from '../common/site.ts';
import { wordsOf } from '../common/words.ts';
import { billCheck } from '../contract/bill.ts';
import { button } from '../contract/fields.ts';
import { keepAdded, keepInSite, siteFor, takesNone } from '../contract/kept.ts';
import { addressField } from './address.ts';
import { countryField } from './country.ts';
import { listsOfSite } from './lists.ts';
import { areasOf, type ChosenNetwork, networkOfCountry, taxAreaField } from './network.ts';
import { type OwnContracts, ownContracts } from './own.ts';
import { pricePreview } from './preview.ts';
import type { PickerRow } from './rows.ts';
import { type Picking, sectorPicker } from './sector.ts';
import type { Choice, ListedCompany } from './tariff.ts';
import { versionField } from './version.ts';
import { companyLabel, pickerWord } from './words.ts';

const configWord = wordsOf('config');

const sectors = ['consumption', 'grid', 'feedin'] as const;
type Sector = (typeof sectors)[number];

/** The fields of a node that the picker reads and writes. */
export interface PickedNode extends Partial<Record<Sector, Choice | null>> {
  country: string;
  postalCode: string;
  version: string;
}

/** Event at the place of the picker, with the country's code. */
export const COUNTRY_CHOSEN = 'dayahead-country';
/** Event at that place, with whether the node may change the levies of the chosen tariffs. */
export const FEES_KNOWN = 'dayahead-fees';

/**
 * Puts the fields of a contract and its price into `place`; what is returned writes the choice into the node.
 * @param terms of the price beside the contract, read from the fields of class `dayahead-term`.
 */
export function pickTariffs(node: PickedNode, place: JQuery, terms: () => object = () => ({})): () => void {
  const lists = listsOfSite();
  const own = ownContracts({
    country: () => picking.country(),
    postalCode: () => address.value(),
    chosen: () => own.of(pickers.consumption.company.value()),
    supplier: () => (own.of(pickers.consumption.company.value()) ? undefined : pickers.consumption.choice()?.id),
    async adopt(contract) {
      await load();
      adopt(contract);
    },
  });
  const picking: Picking = {
    ...lists,
    own,
    adopt: (contract) => adopt(contract),
    country: () => country.value()?.id ?? '',
    network: () => network.facts(),
    isDynamic: () => pickers.consumption.choice()?.type === 'dynamic',
    changed() {
      pickers.grid.align();
      showNetwork();
      refreshPrice();
      edit.show();
      version.describe();
    },
  };
  const network = networkOfCountry(lists);
  const isNew = !node.consumption && !node.feedin && !node.postalCode;
  const country = countryField(node.country, picking, () => {
    version.choose(undefined);
    for (const sector of sectors) pickers[sector].clear();
    address.choose('');
    tellCountry();
    void loadNetwork();
    void pickers.consumption.propose();
  });
  const tellCountry = () => place.trigger(COUNTRY_CHOSEN, [picking.country()]);
  const pickers = pickersOf(node, picking);
  const choices = () => ({
    consumption: pickers.consumption.choice(),
    grid: pickers.grid.choice(),
    feedin: pickers.feedin.choice(),
  });
  /** The network that the choices lead to. */
  function chosenNetwork(): ChosenNetwork {
    const company = pickers.grid.company.value();
    if (company) return own.of(company) ? 'typed' : { operator: company.id };
    const operator = contractOperator();
    if (operator) return { operator: operator.id };
    return network.facts()?.national && 'national';
  }
  /** The grid tariff of the catalogue that the user's own contract names. */
  function contractNetwork(): string {
    const network = own.of(pickers.consumption.company.value())?.network;
    return network?.kind === 'listed' ? network.tariff : '';
  }
  const operatorOf = (tariff = '') => network.facts()?.operators[tariff];
  const contractOperator = () => operatorOf(contractNetwork());
  /** The operator that the map has at the postal code. */
  let mapped: ListedCompany | undefined;
  function serve(): void {
    const named = contractOperator();
    pickers.grid.serve(named ?? mapped ?? network.facts()?.national, named ? 'byContract' : 'byPostalCode');
    // A postal code decides before the region of a tariff.
    const isByCode = address.value() !== '' && !address.isUnmapped();
    pickers.grid.follow(isByCode ? undefined : operatorOf(pickers.consumption.choice()?.id));
  }
  const areas = () => areasOf(network.facts(), chosenNetwork());
  const taxArea = taxAreaField({
    network: chosenNetwork,
    areas,
    code: () => address.value(),
    isCodeUnknown: () => address.isUnmapped(),
    choose(code) {
      address.choose(code);
      picking.changed();
    },
  });
  const address = addressField(node.postalCode, picking, {
    areaOf: taxArea.nameOf,
    chosenOperator: () => pickers.grid.company.value() ?? contractOperator(),
    onOperator(operator) {
      mapped = operator;
      serve();
      taxArea.show();
    },
  });
  /** The areas of the network that was chosen before. */
  let areasBefore: readonly TaxArea[] = [];
  function showNetwork(): void {
    const isOf = (rows: readonly TaxArea[]) => rows.some(({ postalCode }) => postalCode === address.value());
    const rows = areas();
    const isLeft = isOf(areasBefore) && !isOf(rows);
    areasBefore = rows;
    // The code stood for an area of another operator.
    if (isLeft) address.choose('');
    serve();
    const { grid, consumption } = pickers;
    const { isEmbedded = true, settled = [] } = network.facts() ?? {};
    const priced = [consumption.choice()?.id, grid.choice()?.id ?? contractNetwork()];
    place.trigger(FEES_KNOWN, [isEmbedded && !settled.some((id) => priced.includes(id))]);
    grid.company.label(companyLabel('grid', picking.country()));
    grid.company.element.toggle(!network.facts()?.national || grid.company.value() !== undefined);
    typeNetwork.element
      .empty()
      .append(...(network.facts()?.national ? own.typeNetwork() : []))
      .toggle(network.facts()?.national !== undefined);
    address.describe();
    taxArea.show();
  }
  const typeNetwork = { element: $('<div class="form-row dayahead-search">') };
  async function loadNetwork(): Promise<void> {
    await network.load(picking.country());
    address.refresh();
    areasBefore = areas();
    showNetwork();
  }
  const version = versionField(node.version, picking, choices);
  const saved = () => ({
    ...{ country: picking.country(), postalCode: address.value(), version: version.value()?.id ?? '' },
    ...choices(),
  });
  /** What a contract brings is chosen with it; the rest of the household stays. */
  function adopt(contract: ContractForm): void {
    const { energy, network, feedin } = contract;
    const isWhole = energy.kind !== 'none';
    if (isWhole) pickers.consumption.take(contract);
    if (isWhole && network.kind !== 'address') pickers.grid.take(undefined);
    if (!isWhole && network.kind !== 'address') pickers.grid.take(contract);
    if (feedin.kind !== 'none') pickers.feedin.take(contract);
  }
  const edit = editButton(own, () => sectors.map((sector) => [sector, pickers[sector].company.value()] as const));
  const price = section('price').addClass('dayahead-pinned');
  let priced: PricePreview | undefined;
  const bill = billCheck({
    path: 'network-bill',
    hasNetwork: () => own.of(pickers.consumption.company.value())?.includes !== 'all',
    canAdopt: () => !takesNone(siteId()),
    adopt: (numbers) => void own.adoptBill(numbers, priced?.tariff.grid?.id),
  });
  const refreshPrice = pricePreview(price, {
    ...lists,
    typeNetwork: own.typeNetwork,
    onPrice(preview) {
      priced = preview;
      bill.show(preview, picking.country());
    },
    useSources: () => [
      button('check', configWord('allSources'), () => {
        keepInSite(siteFor($('#node-input-config')), { sources: EVERY_SOURCE });
        void load();
      }),
      $('<div class="dayahead-note">').text(configWord('allSourcesNote')),
    ],
    question() {
      const chosen = saved();
      return chosen.country && (chosen.consumption || chosen.feedin) ? { ...chosen, ...terms() } : undefined;
    },
  });
  const { consumption, grid, feedin } = pickers;
  place.append(
    section('address', country),
    price,
    section('consumption', consumption.company, consumption.tariff, edit, version),
    section('grid', grid.company, taxArea, address, grid.tariff, typeNetwork, bill),
    section('feedin', feedin.company, feedin.tariff),
    ...lists.elements,
  );

  /** Everything that may be asked without a click; another site may be another service. */
  let site = '';
  async function load(): Promise<void> {
    const chosen = JSON.stringify(chosenSite());
    if (chosen === site) return;
    const isMoved = site !== '';
    if (isMoved) for (const each of [lists, country, version, ...Object.values(pickers)]) each.reset();
    site = chosen;
    await country.refresh();
    tellCountry();
    for (const sector of sectors) pickers[sector].refresh();
    if (isMoved) void pickers.consumption.withdraw();
    if (isNew) void pickers.consumption.propose();
    pickers.grid.align();
    await loadNetwork();
    refreshPrice();
    edit.show();
  }
  $('#node-input-config').on('change', () => void load());
  $('#dialog-form').on('change', '.dayahead-term', refreshPrice);
  void load();
  return () => {
    keepAdded();
    Object.assign(node, saved());
  };
}

const pickersOf = (node: PickedNode, picking: Picking) => ({
  consumption: sectorPicker('consumption', node.consumption ?? null, picking),
  grid: sectorPicker('grid', node.grid ?? null, picking),
  feedin: sectorPicker('feedin', node.feedin ?? null, picking),
});

const section = (key: string, ...fields: readonly { readonly element: JQuery }[]): JQuery =>
  $('<div class="dayahead-section">').append(
    $('<h4>').text(pickerWord(`section.${key}`)),
    ...fields.map(({ element }) => element),
  );

/** Opens a chosen contract of the user's own again. */
function editButton(own: OwnContracts, chosen: () => readonly (readonly [Sector, PickerRow | undefined])[]) {
  const element = $('<div class="form-row dayahead-search" id="dayahead-own">').hide();
  return {
    element,
    show() {
      const contracts = new Map(
        chosen().flatMap(([sector, row]) => {
          const contract = own.of(row);
          return contract ? [[contract.id, { sector, contract }] as const] : [];
        }),
      );
      const buttons = [...contracts.values()].map(({ sector, contract }) =>
        button('pencil', pickerWord('own.edit', { name: contract.name }), () => void own.open(sector, contract)),
      );
      element
        .empty()
        .append(...buttons)
        .toggle(buttons.length > 0);
    },
  };
}
