import { type SearchField, searchField } from './field.ts';
import type { Lists } from './lists.ts';
import { type Choice, choiceOf, type ListedCompany, type ListedTariff, linesFor, tariffRow } from './tariff.ts';
import { hintFor, pickerWord } from './words.ts';

/** The lists and choices that the fields of the picker share. */
export interface Picking extends Pick<Lists, 'list' | 'live'> {
  /** Code of the chosen country. */
  country(): string;
  /** Something else is chosen. */
  changed(): void;
}

export interface SectorPicker {
  readonly company: SearchField;
  readonly tariff: SearchField;
  choice(): Choice | null;
  /** Another country: nothing chosen holds. */
  clear(): void;
  /** The network operator of the address, whose tariffs are listed where no other is chosen. */
  serve(operator: ListedCompany | undefined): void;
  /** Forgets the lists. */
  reset(): void;
  /** Asks for the lists, where that needs no click. */
  refresh(): void;
}

/** Two fields for one tariff: the companies of its sector, and the tariffs of the chosen one. */
export function sectorPicker(sector: string, chosen: Choice | null, picking: Picking): SectorPicker {
  const id = `dayahead-${sector}`;
  const { country, list, live } = picking;
  const tariffs = new Map<string, ListedTariff>();
  let serving: ListedCompany | undefined;

  const company = searchField({
    live,
    allowed: pickerWord('notListed'),
    accepts: (text, listed) => text === '' || !listed,
    id: `${id}-company`,
    icon: sector === 'grid' ? 'sitemap' : 'building-o',
    label: pickerWord(`company.${sector}`),
    emptyText: () => pickerWord('nothing'),
    async rows() {
      const found = await list<ListedCompany>({ list: 'companies', country: country(), sector });
      return (
        found &&
        [...found].sort((a, b) => a.name.localeCompare(b.name)).map(({ id, name }) => ({ id, name, notes: [id] }))
      );
    },
    onChange() {
      tariff.choose(undefined);
      refreshTariff();
    },
  });
  const tariff = searchField({
    live,
    allowed: '',
    accepts: () => true,
    id,
    icon: 'file-text-o',
    label: pickerWord('tariff'),
    emptyText: () => pickerWord(company.value() || serving ? 'nothing' : 'companyFirst'),
    async rows() {
      const owner = company.value() ?? serving;
      if (!owner) return undefined;
      const found = await list<ListedTariff>({ list: 'tariffs', country: country(), sector, company: owner.id });
      for (const one of found ?? []) tariffs.set(one.id, one);
      return found && [...found].sort((a, b) => Number(b.available) - Number(a.available)).map(tariffRow);
    },
    onChange() {
      describe();
      picking.changed();
    },
  });
  const describe = () => tariff.say(...linesFor(tariff.value(), tariffs, hintFor(sector, country())));
  function refreshTariff(): void {
    tariff.reset();
    describe();
    void tariff.refresh().then(describe);
    picking.changed();
  }

  const { companyId, companyName } = chosen ?? {};
  company.choose(companyId ? { id: companyId, name: companyName ?? companyId } : undefined);
  tariff.choose(chosen ? { id: chosen.id, name: chosen.name ?? chosen.id } : undefined);
  return {
    company,
    tariff,
    choice: () => choiceOf(tariff.value(), chosen, tariffs, company.value() ?? serving),
    clear() {
      serving = undefined;
      company.choose(undefined);
      company.reset();
      tariff.choose(undefined);
      refreshTariff();
    },
    serve(operator) {
      serving = operator;
      company.placeholder(
        operator ? pickerWord('byPostalCode', { name: operator.name }) : pickerWord('operatorOfAddress'),
      );
      if (!company.value()) {
        tariff.reset();
        describe();
      }
    },
    reset() {
      company.reset();
      tariff.reset();
    },
    refresh() {
      void company.refresh();
      void tariff.refresh().then(describe);
      describe();
    },
  };
}
