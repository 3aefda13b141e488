import { expect, it } from 'vitest';
import { zonePricesIn } from '../../src/core/price-file.ts';

const DAY = `2026-04-15 3600${' 1'.repeat(24)}`;

it.each([
  ['under a header and an empty line', `zone: AT\nreplay: no\n\n${DAY}\n`, false],
  ['under a header alone', `zone: AT\nreplay: no\n${DAY}\n`, false],
  ['without a header', `${DAY}\n`, true],
  ['without a header or an end of line', DAY, true],
  ['under an empty line', `\n${DAY}\n`, true],
])('a day %s is read', (_, text, replay) => {
  const prices = zonePricesIn(text, 'AT.txt');
  expect([[...prices.days.keys()], prices.replay]).toEqual([['2026-04-15'], replay]);
});
