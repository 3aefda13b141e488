import { detailText, faultText } from './problem-text.ts';
import { type Fault, faultOf } from './problems.ts';

/** An error in the reader's language, as a status has room for it; `words` are those of a fault. */
export function refusedText(error: Error, words: (code: string, values?: Fault['values']) => string): string {
  const { detail, ...fault } = faultOf(error);
  const isOurs = fault.code !== 'settings' && fault.code !== 'internal';
  return isOurs ? faultText({ ...fault, ...(detail && { detail }) }, words) : detailText(detail ?? '', words);
}
