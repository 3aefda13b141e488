import type { NetworkListing } from '../../../src/runtime/editor/listings.ts';
import { exchangeId } from '../../../src/service/contracts/exchange.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { type SearchField, searchField } from './field.ts';
import type { Lists } from './lists.ts';
import { listedOf, type OwnContracts } from './own.ts';
import type { PickerRow } from './rows.ts';
import { type Choice, choiceOf, type ListedCompany, type ListedTariff, linesFor, tariffRow } from './tariff.ts';
import { companyLabel, hintFor, pickerWord } from './words.ts';

/** The lists and choices that the fields of the picker share. */
export interface Picking extends Pick<Lists, 'list' | 'live'> {
  /** Code of the chosen country. */
  country(): string;
  /** Something else is chosen. */
  changed(): void;
  /** The facts of the network charge of the country; left out before they are known. */
  network(): NetworkListing | undefined;
  /** True where the chosen contract follows the exchange. */
  isDynamic(): boolean;
  readonly own: OwnContracts;
  /** A contract of the user's own is chosen. */
  adopt(contract: ContractForm): void;
}

export interface SectorPicker {
  readonly company: SearchField;
  readonly tariff: SearchField;
  choice(): Choice | null;
  /** Another country: nothing chosen holds. */
  clear(): void;
  /** The network operator of the contract or of the address, whose tariffs are listed where no other is chosen. */
  serve(operator: ListedCompany | undefined, by: 'byContract' | 'byPostalCode'): void;
  /** Chooses the operator in whose region the contract is sold, unless another one is chosen. */
  follow(operator: ListedCompany | undefined): void;
  /** Exchanges the tariff of most households with that for contracts that follow the exchange, as the contract has it now. */
  align(): void;
  /** Chooses the price of the exchange itself, where nothing is chosen and the service has it. */
  propose(): Promise<void>;
  /** Removes that price where the service has none; a saved choice stays. */
  withdraw(): Promise<void>;
  /** Chooses a contract of the user's own, or nothing. */
  take(contract: ContractForm | undefined): void;
  /** Forgets the lists. */
  reset(): void;
  /** Asks for the lists, where that needs no click. */
  refresh(): void;
}

/** Two fields for one tariff: the companies of its sector, and the tariffs of the chosen one. */
export function sectorPicker(sector: string, chosen: Choice | null, picking: Picking): SectorPicker {
  const id = `dayahead-${sector}`;
  const { country, list, live, own } = picking;
  /** The company of before a row that opens the form. */
  let before: PickerRow | undefined;
  const tariffs = new Map<string, ListedTariff>();
  /** Those of the chosen company that can be had. */
  let offered: readonly ListedTariff[] = [];
  let serving: ListedCompany | undefined;
  /** Id of the exchange, where the listed companies lack it. */
  let unlistedExchange = '';
  let followed: string | undefined;

  const company = searchField({
    live,
    allowed: pickerWord('notListed'),
    accepts: (text, listed) => text === '' || !listed,
    id: `${id}-company`,
    icon: sector === 'grid' ? 'sitemap' : 'building-o',
    label: pickerWord(`company.${sector}`),
    emptyText: () => (country() ? pickerWord('nothing') : pickerWord('companyFirst', { field: pickerWord('country') })),
    async rows() {
      const exchange = exchangeId(country());
      const found = await list<ListedCompany>({ list: 'companies', country: country(), sector });
      if (!found) return undefined;
      unlistedExchange = found.some(({ id }) => id === exchange) ? '' : exchange;
      const first = own.first(sector);
      const others = found.filter(({ id }) => !first.some((row) => row.id === id));
      const listed = others
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name }) => ({ id, name, notes: [id] }));
      return [...first, ...listed, ...own.last(sector)];
    },
    onChange() {
      const chosen = company.value();
      if (own.opens(chosen)) {
        company.choose(before);
        void own.open(sector);
        return;
      }
      before = chosen;
      const contract = own.of(chosen);
      if (contract) picking.adopt(contract);
      else {
        tariff.choose(undefined);
        refreshTariff(sector === 'grid' && chosen !== undefined);
      }
    },
  });
  const tariff = searchField({
    live,
    allowed: '',
    accepts: () => true,
    id,
    icon: 'file-text-o',
    label: pickerWord(`tariff.${sector}`),
    emptyText: () =>
      company.value() || serving
        ? pickerWord('nothing')
        : pickerWord('companyFirst', { field: companyLabel(sector, country()) }),
    async rows() {
      const owner = company.value() ?? serving;
      if (!owner) return undefined;
      const found = await list<ListedTariff>({ list: 'tariffs', country: country(), sector, company: owner.id });
      for (const one of found ?? []) tariffs.set(one.id, one);
      offered = (found ?? []).filter(({ available }) => available);
      return found && [...found].sort((a, b) => Number(b.available) - Number(a.available)).map(tariffRow);
    },
    onChange() {
      describe();
      picking.changed();
    },
  });
  function describe(): void {
    const isUnlisted = company.value()?.id === unlistedExchange;
    const lines = linesFor(tariff.value(), tariffs, hintFor(sector, country()));
    tariff.say(...lines, ...(isUnlisted ? [pickerWord('noPrices')] : []));
  }
  function refreshTariff(isClicked = false): void {
    tariff.reset();
    offered = [];
    describe();
    void tariff.refresh(isClicked).then(chooseOnly);
    picking.changed();
  }
  /** Takes the only tariff of a company, or that of most households. */
  function chooseOnly(): void {
    const [only, another] = offered;
    const clear = another ? offered.find(({ id }) => id === householdId(picking.isDynamic())) : only;
    if (clear && !tariff.value() && tariff.propose(tariffRow(clear))) picking.changed();
    describe();
  }
  function householdId(isDynamic: boolean): string | undefined {
    const { household, spot } = picking.network()?.defaults[company.value()?.id ?? ''] ?? {};
    return sector === 'grid' ? ((isDynamic ? spot : undefined) ?? household) : undefined;
  }
  let wasDynamic: boolean | undefined;

  const { companyId, companyName } = chosen ?? {};
  const mine = own.first(sector).find(({ id }) => id === companyId);
  before = mine ?? (companyId ? { id: companyId, name: companyName ?? companyId } : undefined);
  company.choose(before);
  tariff.choose(chosen ? { id: chosen.id, name: chosen.name ?? chosen.id } : undefined);
  return {
    company,
    tariff,
    choice: () => choiceOf(tariff.value(), chosen, tariffs, own.of(company.value()) ?? company.value() ?? serving),
    clear() {
      serving = undefined;
      company.choose(undefined);
      company.reset();
      tariff.choose(undefined);
      refreshTariff();
    },
    follow(operator) {
      if (operator?.id === followed) return;
      const isOpen = company.value()?.id === followed;
      followed = operator?.id;
      if (!isOpen) return;
      before = operator;
      company.choose(operator);
      tariff.choose(undefined);
      refreshTariff(operator !== undefined);
    },
    serve(operator, by) {
      const isSame = operator?.id === serving?.id;
      serving = operator;
      company.placeholder(operator ? pickerWord(by, { name: operator.name }) : pickerWord('operatorOfBill'));
      if (!isSame && !company.value()) {
        tariff.reset();
        describe();
      }
    },
    align() {
      const isDynamic = picking.isDynamic();
      const before = wasDynamic;
      wasDynamic = isDynamic;
      const now = tariffs.get(householdId(isDynamic) ?? '');
      const isOther = before !== undefined && before !== isDynamic && now?.id !== tariff.value()?.id;
      if (!now || !isOther || tariff.value()?.id !== householdId(before)) return;
      tariff.choose(tariffRow(now));
      describe();
    },
    async withdraw() {
      const proposed = exchangeId(country());
      if (company.value()?.id !== proposed || companyId === proposed) return;
      const found = await list<ListedCompany>({ list: 'companies', country: country(), sector });
      if (!found || found.some(({ id }) => id === proposed) || company.value()?.id !== proposed) return;
      before = undefined;
      company.choose(undefined);
      tariff.choose(undefined);
      refreshTariff();
    },
    async propose() {
      if (!country()) return;
      const found = await list<ListedCompany>({ list: 'companies', country: country(), sector });
      const exchange = found?.find(({ id }) => id === exchangeId(country()));
      if (!exchange || company.value() || tariff.value()) return;
      const row = { id: exchange.id, name: exchange.name };
      if (!company.propose(row)) return;
      before = row;
      refreshTariff();
    },
    take(contract) {
      const listed = contract && listedOf(contract, sector);
      before = own.first(sector).find(({ id }) => id === contract?.id);
      company.choose(before);
      if (listed) tariffs.set(listed.id, listed);
      tariff.choose(listed && { id: listed.id, name: listed.name });
      refreshTariff();
    },
    reset() {
      unlistedExchange = '';
      company.reset();
      tariff.reset();
    },
    refresh() {
      void company.refresh().then(describe);
      void tariff.refresh().then(describe);
      describe();
    },
  };
}
