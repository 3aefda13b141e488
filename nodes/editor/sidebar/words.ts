import { reasonText } from '../common/ask.ts';
import { wordsOf } from '../common/words.ts';

export const sidebarWord = wordsOf('sidebar');
/** Words of the page of contracts. */
export const costsWord = wordsOf('sidebar', 'costs');

/** The reason why the server has not done what the sidebar asked: it asks again by itself. */
export const refusalText = (error: unknown): string =>
  reasonText(error, { permission: sidebarWord('forbidden'), 'no-answer': sidebarWord('unreachable') });
