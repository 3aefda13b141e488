import { labelled } from './label.ts';
import type { Picking } from './sector.ts';
import type { ListedCompany } from './tariff.ts';
import { pickerWord } from './words.ts';

interface AddressField {
  readonly element: JQuery;
  value(): string;
  /** Finds the operator again, where that needs no click. */
  refresh(): void;
}

/** The postal code, with the network operator that serves it. */
export function addressField(
  code: string,
  { country, list, live, changed, own }: Picking,
  onOperator: (operator: ListedCompany | undefined) => void,
): AddressField {
  const id = 'dayahead-postal-code';
  const input = $<HTMLInputElement>('<input type="text" maxlength="16" autocomplete="off">').attr('id', id);
  const button = $('<button type="button" class="red-ui-button">').append($('<i class="fa fa-search">'));
  button.attr({ 'aria-label': pickerWord('lookUp'), title: pickerWord('lookUp') });
  const { element, note } = labelled(id, 'map-marker', pickerWord('postalCode'), input, button);
  const value = () => String(input.val()).trim();

  async function lookUp(): Promise<void> {
    const postalCode = value();
    if (!postalCode || !country()) return;
    const found = await list<ListedCompany>({ list: 'companies', country: country(), sector: 'grid', postalCode });
    if (!found || postalCode !== value()) return;
    const [operator] = found;
    note.text(operator ? pickerWord('servedBy', { name: operator.name }) : pickerWord('notServed'));
    if (!operator) note.append(' ', ...own.typeNetwork());
    onOperator(operator);
  }
  function refresh(): void {
    onOperator(undefined);
    note.text(value() ? '' : pickerWord('noPostalCode'));
    if (live()) void lookUp();
  }
  input.val(code).on('change', () => {
    refresh();
    changed();
  });
  button.on('click', () => void lookUp());
  return { element, value, refresh };
}
