import type { ContractAnswer } from '../../../src/runtime/editor/contract-preview.ts';
import { faultText } from '../../../src/runtime/problem-text.ts';
import type { ContractProblem } from '../../../src/service/contracts/problem.ts';
import { faultWord } from '../common/ask.ts';
import { priceTable } from '../common/price-table.ts';
import { language } from '../common/words.ts';
import { contractWord } from './words.ts';

/** A problem in the words of the user's language. */
export const problemText = ({ code, values, text }: ContractProblem): string =>
  code === 'invalid' ? text : contractWord(`problem.${code}`, values);

/** Shows what a contract costs right now, or what is to be done before that can be said. */
export function showAnswer(place: JQuery, { problems, preview, unpriced, vat }: ContractAnswer): void {
  place.empty();
  if (problems.length > 0) {
    place.text(contractWord('price.fillIn'));
    return;
  }
  if (preview) place.append(priceTable(preview));
  else if (unpriced) place.append($('<div class="dayahead-fault">').text(faultText(unpriced, faultWord)));
  if (vat === undefined) return;
  const percent = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 }).format(vat);
  place.append($('<div class="dayahead-line">').text(contractWord('price.vat', { percent })));
}
