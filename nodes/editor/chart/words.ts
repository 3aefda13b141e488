import { wordsOf } from '../common/words.ts';

/** A text of the chart; they come with the sidebar, as its script does. */
export const chartWord = wordsOf('sidebar', 'chart');
