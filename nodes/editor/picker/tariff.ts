import type { PickerRow } from './rows.ts';
import { pickerWord } from './words.ts';

/** A tariff as a node keeps it; only the id is asked for. */
export interface Choice {
  readonly id: string;
  readonly name?: string;
  readonly companyId?: string;
  readonly companyName?: string;
  readonly type?: string | null;
}

export interface ListedCompany {
  readonly id: string;
  readonly name: string;
}

export interface ListedTariff extends ListedCompany {
  readonly type: string | null;
  readonly available: boolean;
  readonly description: string | null;
  readonly link: string | null;
}

/** The row in the field as a node keeps it. */
export function choiceOf(
  row: PickerRow | undefined,
  stored: Choice | null,
  tariffs: ReadonlyMap<string, ListedTariff>,
  owner: ListedCompany | undefined,
): Choice | null {
  if (!row) return null;
  if (row.id === stored?.id) return stored;
  const listed = tariffs.get(row.id);
  if (!listed) return { id: row.id };
  const { id, name, type } = listed;
  return { id, name, ...(owner && { companyId: owner.id, companyName: owner.name }), type };
}

export const tariffRow = ({ id, name, type, available, description }: ListedTariff): PickerRow => ({
  id,
  name,
  withdrawn: !available,
  notes: [
    [available ? '' : pickerWord('withdrawn'), type ? pickerWord(`type.${type}`) : '', id].filter(Boolean).join(' · '),
    ...(description ? [description] : []),
  ],
});

/** Lines on the tariff in the field, and the hint that tells the others apart. */
export function linesFor(
  row: PickerRow | undefined,
  tariffs: ReadonlyMap<string, ListedTariff>,
  hint: string,
): (string | JQuery)[] {
  const listed = row && tariffs.get(row.id);
  const lines: (string | JQuery)[] = listed ? [...(tariffRow(listed).notes ?? [])] : [];
  if (row && !listed) lines.push(tariffs.size > 0 ? pickerWord('typedIn', { id: row.id }) : row.id);
  if (listed?.link && /^https?:\/\//.test(listed.link)) {
    const link = $('<a target="_blank" rel="noopener noreferrer">').attr('href', listed.link);
    lines.push(link.text(pickerWord('priceSheet')));
  }
  return hint ? [...lines, hint] : lines;
}
