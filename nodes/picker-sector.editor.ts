import { type Field, searchField } from './picker-field.editor.ts';
import type { Lists } from './picker-lists.editor.ts';
import type { Row } from './picker-rows.editor.ts';
import { hintFor, word } from './picker-words.editor.ts';

/** A tariff as a node keeps it; only the id is asked for. */
export interface Choice {
  readonly id: string;
  readonly name?: string;
  readonly companyId?: string;
  readonly companyName?: string;
  readonly type?: string | null;
}

export interface Company {
  readonly id: string;
  readonly name: string;
}

interface Tariff extends Company {
  readonly type: string | null;
  readonly available: boolean;
  readonly description: string | null;
  readonly link: string | null;
}

/** What the fields of the picker share. */
export interface Picking extends Pick<Lists, 'list' | 'live'> {
  /** Code of the chosen country. */
  country(): string;
  /** Something else is chosen. */
  changed(): void;
}

export interface SectorPicker {
  readonly company: Field;
  readonly tariff: Field;
  choice(): Choice | null;
  /** Another country: nothing chosen holds. */
  clear(): void;
  /** The network operator of the address, whose tariffs are listed where no other is chosen. */
  serve(operator: Company | undefined): void;
  /** Forgets the lists. */
  reset(): void;
  /** Asks for the lists, where that needs no click. */
  refresh(): void;
}

/** Two fields for one tariff: whose it is, and which. */
export function sectorPicker(sector: string, chosen: Choice | null, picking: Picking): SectorPicker {
  const id = `dayahead-${sector}`;
  const { country, list, live } = picking;
  const tariffs = new Map<string, Tariff>();
  let serving: Company | undefined;

  const company = searchField({
    live,
    allowed: word('notListed'),
    accepts: (text, listed) => text === '' || !listed,
    id: `${id}-company`,
    icon: sector === 'grid' ? 'sitemap' : 'building-o',
    label: word(`company.${sector}`),
    emptyText: () => word('nothing'),
    async rows() {
      const found = await list<Company>({ list: 'companies', country: country(), sector });
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
    label: word('tariff'),
    emptyText: () => word(company.value() || serving ? 'nothing' : 'companyFirst'),
    async rows() {
      const owner = company.value() ?? serving;
      if (!owner) return undefined;
      const found = await list<Tariff>({ list: 'tariffs', country: country(), sector, company: owner.id });
      for (const one of found ?? []) tariffs.set(one.id, one);
      return found && [...found].sort((a, b) => Number(b.available) - Number(a.available)).map(rowOf);
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
      company.placeholder(operator ? word('byPostalCode', { name: operator.name }) : word('operatorOfAddress'));
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

function choiceOf(
  row: Row | undefined,
  stored: Choice | null,
  tariffs: ReadonlyMap<string, Tariff>,
  owner: Company | undefined,
): Choice | null {
  if (!row) return null;
  if (row.id === stored?.id) return stored;
  const listed = tariffs.get(row.id);
  if (!listed) return { id: row.id };
  const { id, name, type } = listed;
  return { id, name, ...(owner && { companyId: owner.id, companyName: owner.name }), type };
}

const rowOf = ({ id, name, type, available, description }: Tariff): Row => ({
  id,
  name,
  withdrawn: !available,
  notes: [
    [available ? '' : word('withdrawn'), type ? word(`type.${type}`) : '', id].filter(Boolean).join(' · '),
    ...(description ? [description] : []),
  ],
});

/** What is known of the tariff in the field, and what tells the others apart. */
function linesFor(row: Row | undefined, tariffs: ReadonlyMap<string, Tariff>, hint: string): (string | JQuery)[] {
  const listed = row && tariffs.get(row.id);
  const lines: (string | JQuery)[] = listed ? [...(rowOf(listed).notes ?? [])] : [];
  if (row && !listed) lines.push(tariffs.size > 0 ? word('typedIn', { id: row.id }) : row.id);
  if (listed?.link && /^https?:\/\//.test(listed.link)) {
    const link = $('<a target="_blank" rel="noopener noreferrer">').attr('href', listed.link);
    lines.push(link.text(word('priceSheet')));
  }
  return hint ? [...lines, hint] : lines;
}
