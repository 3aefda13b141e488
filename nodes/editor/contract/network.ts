import { post } from '../common/ask.ts';
import { type Option, selectField } from './fields.ts';
import type { Part } from './price-part.ts';
import { contractWord } from './words.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** Asks for a list of the site. */
export type AskList = (question: Readonly<Record<string, string>>) => Promise<readonly Listed[]>;

/** Lists as the site that is `typed` in has them. */
export const listsOf =
  (typed: object): AskList =>
  async (question) =>
    (await post<{ items: readonly Listed[] }>('typed/listings', { typed, ...question })).items;

/** The choice of a network operator and its tariff, whose lists fill themselves. */
export function networkFields(
  { companyId = '', tariff }: Extract<Part, { readonly kind: 'listed' }>,
  country: string,
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
  if (companyId)
    void list({ list: 'tariffs', company: companyId, ...sector }).then(
      (rows) => fill(fields.tariff, tariff, rows),
      onError,
    );
  return [fields.companyId, fields.tariff];
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
