import { wordsOf } from '../common/words.ts';

export const contractWord = wordsOf('config', 'contract');
