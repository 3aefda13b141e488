import type { CountryCode } from '../../../src/core/markets.ts';
import { blankForm } from '../../../src/service/contracts/blank-form.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { errorText, post } from '../common/ask.ts';
import { withForms } from '../common/site.ts';
import { language } from '../common/words.ts';
import { button, type Option } from '../contract/fields.ts';
import { newContractId, today, usersOf } from '../contract/kept.ts';
import { onceAtATime } from '../contract/once.ts';
import { askForContract } from '../contract/tray.ts';
import { contractWord } from '../contract/words.ts';

/**
 * Lists the contracts of a site in its dialog, to be added, changed and deleted; what is returned gives them as they stand.
 * @param typed the site as the dialog has it.
 */
export function offerContracts(
  siteId: string,
  first: readonly ContractForm[] = [],
  typed: () => object,
): () => readonly ContractForm[] {
  const place = $('#dayahead-contracts');
  const note = $('#dayahead-contracts-note');
  let contracts = first;

  const open = onceAtATime(async (form: ContractForm) => {
    const countries = await countriesOf(typed());
    const isListed = countries.some(({ value }) => value === form.country);
    const begun = isListed ? form : { ...form, country: '' as CountryCode };
    // The dialog may have been closed meanwhile.
    if (!document.contains(place[0] ?? null)) return;
    const finished = await askForContract(begun, { typed: typed(), countries });
    if (finished) contracts = withForms(contracts, [finished]);
    draw();
  });
  /** A contract that a node has chosen stays: without it the node would have no price. */
  function remove({ id, name }: ContractForm): void {
    const users = usersOf(siteId, id);
    if (users.length > 0) {
      note.addClass('dayahead-fault').text(contractWord('inUse', { name, users: users.join(', ') }));
      return;
    }
    contracts = contracts.filter((contract) => contract.id !== id);
    draw();
  }
  function draw(): void {
    note.removeClass('dayahead-fault').text(contracts.length === 0 ? contractWord('nothing') : '');
    place.empty().append(...contracts.map(line));
  }
  function line(contract: ContractForm): JQuery {
    const { name, country } = contract;
    const edit = button('pencil', contractWord('edit'), () => void attempt(open(contract)));
    const discard = button('trash', contractWord('delete'), () => remove(contract));
    for (const each of [edit, discard]) each.attr('aria-label', `${each.text().trim()}: ${name}`);
    return $('<li>').append($('<span>').text(`${name} (${country})`), ' ', edit, ' ', discard);
  }
  const attempt = (work: Promise<void>) =>
    work.catch((error) => note.addClass('dayahead-fault').text(errorText(error)));

  const home = new Intl.Locale(navigator.language).maximize().region ?? '';
  const add = () => attempt(open(blankForm(newContractId(), home as CountryCode, today(), [])));
  $('#dayahead-contract-add').on('click', () => void add());
  draw();
  return () => contracts;
}

async function countriesOf(typed: object): Promise<Option[]> {
  const { items } = await post<{ items: readonly string[] }>('typed/listings', { typed, list: 'countries' });
  const names = new Intl.DisplayNames([language()], { type: 'region' });
  return items
    .map((code) => ({ value: code, text: names.of(code) ?? code }))
    .sort((a, b) => a.text.localeCompare(b.text));
}
