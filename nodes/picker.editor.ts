import type { EditorRED } from 'node-red';

declare const RED: EditorRED;

const sectors = ['consumption', 'feedin', 'grid'] as const;
type Sector = (typeof sectors)[number];

/** A tariff as a node keeps it; only the id is asked for. */
interface Choice {
  id: string;
  name?: string;
  companyId?: string;
  companyName?: string;
  type?: string | null;
}

/** What the picker reads from a node and writes to it. */
export interface PickedNode extends Partial<Record<Sector, Choice | null>> {
  country: string;
  postalCode: string;
}

interface Company {
  id: string;
  name: string;
}

interface Tariff extends Company {
  type: string | null;
  available: boolean;
}

const word = (key: string): string => RED._(`@dayahead/node-red-tariffs/dayahead-tariff-select:picker.${key}`);

/** Puts the rows of country, postal code and tariffs into `place`; what is returned writes the choice into the node. */
export function pickTariffs(node: PickedNode, place: JQuery): () => void {
  const list = listings(place);
  const country = $<HTMLSelectElement>('<select style="width: 70%">').attr('id', 'dayahead-country');
  const postalCode = $<HTMLInputElement>('<input type="text" maxlength="16">').attr('id', 'dayahead-postal-code');
  const pickers = sectors.map((sector) => sectorPicker(sector, node[sector] ?? null, list));
  place.append(
    row('globe', 'country', country),
    row('map-marker', 'postalCode', postalCode.val(node.postalCode)),
    ...pickers.flatMap(({ rows }) => rows),
  );
  const choose = () => {
    for (const picker of pickers) picker.fill(String(country.val() ?? ''));
  };
  country.on('change', choose);
  const load = async () => {
    fillCountries(country, await list<string>({ list: 'countries' }));
    choose();
  };
  // What is stored stays chosen, also where the list is slow or cannot be had.
  fillCountries(country, [node.country]);
  $('#node-input-config').on('change', () => void load());
  void load();
  return () => {
    node.country = String(country.val() ?? '');
    node.postalCode = String(postalCode.val()).trim();
    for (const { sector, choice } of pickers) node[sector] = choice();
  };
}

type List = <T>(question: Record<string, string>) => Promise<T[]>;

/** Asks the service of the chosen site; what it refuses is shown below the rows until something else is chosen. */
function listings(place: JQuery): List {
  const tip = $('<div class="form-tips" role="alert">').hide().insertAfter(place);
  place.add('#node-input-config').on('change', () => tip.hide());
  return async <T>(question: Record<string, string>) => {
    const site = String($('#node-input-config').val() ?? '');
    const config = site === '_ADD_' ? '' : site;
    try {
      return (await $.getJSON('dayahead/listings', { config, ...question })) as T[];
    } catch (failure) {
      const { responseJSON, statusText } = failure as JQuery.jqXHR;
      tip.text(responseJSON?.message ?? statusText).show();
      return [];
    }
  };
}

function fillCountries(select: JQuery<HTMLSelectElement>, listed: readonly string[]): void {
  const chosen = String(select.val() ?? '');
  const names = new Intl.DisplayNames([RED.i18n.lang() || 'en'], { type: 'region' });
  const codes = [...new Set([...listed, chosen])].filter(Boolean);
  const options = codes.map((code) => ({ id: code, name: names.of(code) ?? code }));
  fill(
    select,
    options.sort((a, b) => a.name.localeCompare(b.name)),
    chosen || listed[0] || '',
  );
}

function sectorPicker(sector: Sector, chosen: Choice | null, list: List) {
  const id = `dayahead-${sector}`;
  const company = $<HTMLSelectElement>('<select style="width: 70%">').attr('id', `${id}-company`);
  const tariff = $<HTMLInputElement>('<input type="text" maxlength="32">').attr({ id, list: `${id}-list` });
  const options = $('<datalist>').attr('id', `${id}-list`);
  const name = $('<div>').css({ marginLeft: '105px', color: 'var(--red-ui-secondary-text-color)' });
  let tariffs: Tariff[] = [];
  let country = '';

  const show = () => name.text(choice()?.name ?? '');
  const fillTariffs = async () => {
    const companyId = String(company.val() ?? '');
    tariffs = companyId ? await list<Tariff>({ list: 'tariffs', country, sector, company: companyId }) : [];
    options
      .empty()
      .append(
        tariffs.map(({ id, name, available }) => optionOf(id, available ? name : `${name} (${word('withdrawn')})`)),
      );
    show();
  };
  company.on('change', () => {
    tariff.val('');
    void fillTariffs();
  });
  tariff.val(chosen?.id ?? '').on('input change', show);

  function choice(): Choice | null {
    const id = String(tariff.val()).trim();
    const listed = tariffs.find((one) => one.id === id);
    if (!id || id === chosen?.id) return id ? chosen : null;
    if (!listed) return { id };
    const companyName = company.find('option:selected').text();
    return { id, name: listed.name, companyId: String(company.val()), companyName, type: listed.type };
  }

  return {
    sector,
    choice,
    rows: [
      row('building-o', `${sector}Company`, company),
      row('file-text-o', `${sector}Tariff`, tariff, options, name),
    ],
    async fill(code: string) {
      if (country && country !== code) tariff.val('');
      country = code;
      const companies = code ? await list<Company>({ list: 'companies', country: code, sector }) : [];
      fill(company, [{ id: '', name: word('none') }, ...companies], chosen?.companyId ?? '');
      await fillTariffs();
    },
  };
}

const optionOf = (id: string, name: string) => $('<option>').val(id).text(name);

function fill(select: JQuery<HTMLSelectElement>, options: readonly Company[], chosen: string): void {
  select.empty().append(options.map(({ id, name }) => optionOf(id, name)));
  if (options.some(({ id }) => id === chosen)) select.val(chosen);
}

function row(icon: string, key: string, ...fields: JQuery[]): JQuery {
  const label = $('<label>').attr('for', fields[0]?.attr('id') ?? '');
  label.append($('<i>').addClass(`fa fa-${icon}`), ' ', $('<span>').text(word(key)));
  return $('<div class="form-row">').append(label, ' ', ...fields);
}
