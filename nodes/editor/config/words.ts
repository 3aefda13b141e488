import { wordsOf } from '../common/words.ts';

export const configWord = wordsOf('config');
