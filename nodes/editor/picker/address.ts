import { countryCode } from '../../../src/core/markets.ts';
import { isPostalCode, normalisePostalCode } from '../../../src/core/postal-code.ts';
import { countryName } from './country.ts';
import { labelled } from './field.ts';
import type { Picking } from './sector.ts';
import type { ListedCompany } from './tariff.ts';
import { pickerWord } from './words.ts';

interface AddressField {
  readonly element: JQuery;
  /** The postal code; empty where what is typed is none of the country. */
  value(): string;
  /** True for a code that no operator was found for. */
  isUnmapped(): boolean;
  /** Puts in the code that stands for a tax area. */
  choose(code: string): void;
  /** Finds the operator again, where that needs no click. */
  refresh(): void;
  /** Shows again what the code leads to. */
  describe(): void;
}

interface Surroundings {
  /** The tax area that a code stands for. */
  readonly areaOf: (code: string) => string | undefined;
  /** The operator that is chosen by name, or the user's own network charge. */
  readonly chosenOperator: () => ListedCompany | undefined;
  readonly onOperator: (operator: ListedCompany | undefined) => void;
}

/** The postal code, with the network operator that serves it. */
export function addressField(
  code: string,
  { country, list, live, changed, network, own }: Picking,
  { areaOf, chosenOperator, onOperator }: Surroundings,
): AddressField {
  const id = 'dayahead-postal-code';
  const input = $<HTMLInputElement>('<input type="text" maxlength="16" autocomplete="off">').attr('id', id);
  const button = $('<button type="button" class="red-ui-button">').append($('<i class="fa fa-search">'));
  button.attr({ 'aria-label': pickerWord('lookUp'), title: pickerWord('lookUp') });
  const { element, note } = labelled(id, 'map-marker', pickerWord('postalCode'), input, button);
  const typed = () => String(input.val()).trim();
  const value = () => (isCodeOf(country(), typed()) ? typed() : '');
  /** The operator of the code, once it was looked for; `null` where there is none. */
  let operator: ListedCompany | null | undefined;

  function text(): string {
    if (!typed()) return pickerWord(network()?.isMapped === false ? 'noMapOptional' : 'noPostalCode');
    if (!value()) return pickerWord('noCode', { code: typed(), country: countryName(country()) });
    const area = areaOf(value());
    if (area) return area;
    const chosen = chosenOperator();
    if (operator && chosen && chosen.id !== operator.id && !own.of(chosen))
      return pickerWord('otherOperator', { name: operator.name, chosen: chosen.name });
    if (operator) return pickerWord('servedBy', { name: operator.name });
    if (operator === undefined || network()?.national || chosen) return '';
    return pickerWord(network()?.isMapped ? 'notServed' : 'noMap', { country: countryName(country()) });
  }
  function describe(): void {
    const isWrong = typed() !== '' && value() === '';
    input.toggleClass('input-error', isWrong).attr('aria-invalid', String(isWrong));
    note.text(text());
    const leadsNowhere = value() !== '' && operator === null && !network()?.national && !chosenOperator();
    if (leadsNowhere) note.append(' ', ...own.typeNetwork());
  }
  async function lookUp(): Promise<void> {
    const postalCode = value();
    if (!postalCode || !country()) return;
    const found = await list<ListedCompany>({ list: 'companies', country: country(), sector: 'grid', postalCode });
    if (!found || postalCode !== value()) return;
    operator = found[0] ?? null;
    describe();
    onOperator(found[0]);
  }
  function refresh(): void {
    operator = undefined;
    onOperator(undefined);
    describe();
    if (live()) void lookUp();
  }
  input.val(code).on('change', () => {
    refresh();
    changed();
  });
  button.on('click', () => void lookUp());
  return {
    element,
    value,
    isUnmapped: () => operator === null && !network()?.national,
    choose(code) {
      input.val(code);
      refresh();
    },
    refresh,
    describe,
  };
}

/** Also true for an environment variable, and where the codes of the country are not known. */
function isCodeOf(country: string, text: string): boolean {
  const market = countryCode(country);
  if (!market || /^\$\{.+\}$/.test(text)) return true;
  const { code, foreign } = normalisePostalCode(market, text);
  return !foreign && isPostalCode(market, code);
}
