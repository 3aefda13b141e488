import type { NetworkListing } from '../../../src/runtime/editor/listings.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { post } from '../common/ask.ts';
import { type Option, selectField } from './fields.ts';
import type { Part } from './price-part.ts';
import { contractWord } from './words.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** Asks for a list of the site. */
export type AskList = <T = Listed>(question: Readonly<Record<string, string>>) => Promise<readonly T[]>;

/** Lists as the site that is `typed` in has them. */
export const listsOf =
  (typed: object): AskList =>
  async <T>(question: Readonly<Record<string, string>>) =>
    (await post<{ items: readonly T[] }>('typed/listings', { typed, ...question })).items;

/** The choice of a network operator and its tariff, whose lists fill themselves; of a new operator with the tariff of most households. */
export function networkFields(
  { companyId = '', tariff }: Extract<Part, { readonly kind: 'listed' }>,
  { country, energy }: Pick<ContractForm, 'country' | 'energy'>,
  list: AskList,
  onError: (error: unknown) => void,
): JQuery[] {
  const select = (key: 'companyId' | 'tariff', value: string) =>
    selectField({
      path: `network.${key}`,
      label: contractWord(`network.${key}`),
      value,
      options: value ? [] : [{ value: '', text: '' }],
      ...(key === 'companyId' && { hint: contractWord('network.notListed') }),
    });
  const fields = { companyId: select('companyId', companyId), tariff: select('tariff', tariff) };
  const sector = { country, sector: 'grid' };
  void list({ list: 'companies', ...sector }).then((rows) => fill(fields.companyId, companyId, rows), onError);
  if (companyId) void fillTariffs().catch(onError);
  return [fields.companyId, fields.tariff];

  async function fillTariffs(): Promise<void> {
    const rows = await list({ list: 'tariffs', company: companyId, ...sector });
    fill(fields.tariff, tariff, rows);
    if (tariff) return;
    const [facts] = await list<NetworkListing>({ list: 'network', country });
    const { household, spot } = facts?.defaults[companyId] ?? {};
    const [only, another] = rows;
    const proposed = another ? ((energy.kind === 'exchange' ? spot : undefined) ?? household) : only?.id;
    const select = fields.tariff.find('select');
    if (proposed && !select.val()) select.val(proposed).trigger('change');
  }
}

function fill(field: JQuery, value: string, rows: readonly Listed[]): void {
  const sorted = [...rows].sort((a, b) => a.name.localeCompare(b.name));
  const known: Option[] = sorted.map(({ id, name }) => ({ value: id, text: name }));
  const gone = value && !known.some((option) => option.value === value) ? [{ value, text: value }] : [];
  const options = [{ value: '', text: '' }, ...gone, ...known];
  field
    .find('select')
    .empty()
    .append(...options.map((option) => $('<option>').val(option.value).text(option.text)))
    .val(value);
}
