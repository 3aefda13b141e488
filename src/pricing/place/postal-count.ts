import type { CountryCode } from '../../core/markets.ts';
import { isPostalCode, liesIn } from '../../core/postal-code.ts';

/** The number of postal codes that parts of a map stand for. */

/** Form of the shortest codes where they are no digits alone: `A` a letter, `0` a digit, `W` a digit or W. */
const forms: Partial<Readonly<Record<CountryCode, string>>> = { IE: 'A0W', MT: 'AAA' };
const choices: Readonly<Record<string, number>> = { A: 26, 0: 10, W: 11 };

/** The codes of the country's form that lie in one of `parts` and in none of `without`. */
export function countPostalCodes(country: CountryCode, parts: readonly string[], without: readonly string[]): number {
  const left = outermost(country, without);
  const served = outermost(country, parts).filter((part) => !left.some((out) => liesIn(country, part, out)));
  const lost = left.filter((out) => served.some((part) => liesIn(country, out, part)));
  return sum(served.map((part) => codesIn(country, part))) - sum(lost.map((part) => codesIn(country, part)));
}

/** Each part once, without those that lie in another. */
function outermost(country: CountryCode, parts: readonly string[]): string[] {
  const distinct = [...new Set(parts)];
  return distinct.filter((part) => !distinct.some((other) => other !== part && liesIn(country, part, other)));
}

/** How many outward codes a British area has is not held: a part of Great Britain counts once. */
function codesIn(country: CountryCode, part: string): number {
  if (country === 'GB') return 1;
  const rest = formOf(country).slice(part.length);
  const codes = [...rest].reduce((product, sign) => product * (choices[sign] ?? 1), 1);
  return isPostalCode(country, part + rest) ? codes : 0;
}

const formOf = (country: CountryCode): string =>
  forms[country] ?? ['0000', '00000', '000000'].find((digits) => isPostalCode(country, digits)) ?? '';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
