import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { fetchFrom } from '../common/ask.ts';
import { append } from '../common/element.ts';
import { monthText } from '../common/plan-words.ts';
import { saveText } from '../common/save.ts';
import { refusalText, sidebarWord } from './words.ts';

type Account = Overview['devices'][number]['account'];

/** What a device has come to this month, with its runs as a table to save; below it there is room for a refusal. */
export function createAccount(card: HTMLElement, id: string) {
  const row = append(card, 'div', 'dayahead-account');
  const text = append(row, 'span', 'dayahead-card-lines');
  const button = append(row, 'button', 'dayahead-link', sidebarWord('account.table'));
  button.type = 'button';
  const refused = append(card, 'p', 'dayahead-refused');
  refused.setAttribute('role', 'alert');
  refused.hidden = true;
  let name = '';
  const save = async () => {
    const { csv } = await fetchFrom<{ readonly csv: string }>('account', { id });
    saveText(csv, `${name} ${sidebarWord('account.file')}`, { extension: 'csv', type: 'text/csv' });
  };
  button.addEventListener('click', async () => {
    refused.textContent = await save().then(() => '', refusalText);
    refused.hidden = refused.textContent === '';
  });
  return {
    show(label: string, account: Account) {
      name = label;
      row.hidden = account === undefined;
      button.setAttribute('aria-label', sidebarWord('account.tableOf', { name }));
      text.textContent = account ? monthText(account) : '';
    },
  };
}
