import { wordsOf } from '../common/words.ts';

export const deviceWord = wordsOf('cheapest-window');
