import type { Allowance } from '../../../src/core/vocabulary.ts';
import { wordsOf } from './words.ts';

const word = wordsOf('config', 'allowance');

/** The rest of a testing token's allowance, which lists and prices use up. */
export function allowanceText({ requestsToday, newToday, companiesLeft, tariffsLeft }: Allowance): string {
  const today = Object.entries(newToday).map(([endpoint, { remaining }]) => `${word(`new.${endpoint}`)} ${remaining}`);
  const total = [
    ...(companiesLeft === undefined ? [] : [word('left.companies', { n: companiesLeft })]),
    ...(tariffsLeft === undefined ? [] : [word('left.tariffs', { n: tariffsLeft })]),
  ];
  return [
    word('testing', { n: requestsToday }),
    today.length > 0 && `${word('newLeft')} ${today.join(', ')}.`,
    total.length > 0 && `${word('totalLeft')} ${total.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
