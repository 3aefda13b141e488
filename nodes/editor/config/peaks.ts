import { post } from '../common/ask.ts';
import { configWord } from './words.ts';

interface Operator {
  readonly operator: string;
  readonly country: string;
  readonly name: string;
}

const step = /^\s*\d+([.,]\d+)?\s*:\s*\d+([.,]\d+)?\s*$/;

/** Money for a kW, or steps by the kW from which each holds. */
export const isAmounts = (text: string): boolean =>
  /^\d+([.,]\d+)?$/.test(text) || (text !== '' && text.split(';').every((each) => step.test(each)));

/** Nobody, the operators that charge for peaks, or a rule of one's own. */
export function offerPeaks(chosen: string): void {
  const select = $('#node-config-input-peak');
  const option = (value: string, text: string) => $('<option>').val(value).text(text);
  const last = option('typed', configWord('peak.typed'));
  // What is chosen stays chosen, also where nobody answers.
  const kept = chosen !== '' && chosen !== 'typed' ? option(chosen, chosen) : $();
  select.append(option('', configWord('peak.none')), kept, last);
  select.val(chosen);
  post<readonly Operator[]>('peaks', {}).then(
    (operators) => {
      const present = select.val() ?? '';
      kept.remove();
      for (const { operator, country, name } of operators) last.before(option(operator, `${country} · ${name}`));
      if (operators.every(({ operator }) => operator !== chosen)) last.before(kept);
      select.val(present);
    },
    () => undefined,
  );
}
