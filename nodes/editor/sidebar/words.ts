import { wordsOf } from '../common/words.ts';

export const sidebarWord = wordsOf('sidebar');
