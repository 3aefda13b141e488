const number = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/;
/** What stands beside a field already, by the end of its name. */
const units = [
  [/(?<!Per)Kwh$/, /\s*k?Wh$/i],
  [/Kw$/, /\s*k?W$/i],
  [/Soc$|^efficiency$/, /\s*%$/],
  [/Amps$/, /\s*A$/i],
] as const;
/** `1,234` is more than a thousand to who writes decimals with a point; a point is always a decimal one. */
const grouped = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** The same in watts, where nobody writes a thousandth. */
const thousands = /[.,]\d{3}$/;

/** The sign before the decimals of a number. */
const decimalSign = (language: string): string => new Intl.NumberFormat(language).format(1.5).charAt(1);

/**
 * A number as it is kept, `2.5`, of `2,5`, `−2,5`, or `2.5 kW` and `2500 W` in a field of kW; any other text, a number with its thousands set
 * apart too, stays as it is.
 */
export function typedNumber(text: string, language: string, field = ''): string {
  const [, unit = ''] = units.find(([end]) => end.test(field)) ?? [];
  const typed = text
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
    .replace(unit, '');
  const inWatts = /\d\s*Wh?$/i.test(text.trim());
  const isGrouped = inWatts ? thousands.test(typed) : grouped.test(typed) && decimalSign(language) === '.';
  if (!number.test(typed) || isGrouped) return text.trim();
  return inWatts ? String(Math.round(numberIn(typed) * 1000) / 1e6) : typed.replace(',', '.');
}

const amount = /^[+-]?(?:\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*|\d*)(?:([.,])\d+)?$/;

/**
 * An amount of a bill, where thousands are usual: `1.050,00`, `1 050,00`, `1'050.00` and `1,050.00` are 1050. The language decides
 * about a single sign before three digits: `3.200` is 3200 in German and 3.2 in English. NaN for any other text.
 */
export function billAmount(text: string, language: string): number {
  const typed = text.trim().replace(/^[\u2212\u2013]/, '-');
  const [match, group, decimal] = amount.exec(typed) ?? [];
  if (!match || group === decimal) return /^[+-]?\d+$/.test(typed) ? Number(typed) : Number.NaN;
  const isDecimal = !decimal && number.test(typed) && (group === decimalSign(language) || /^[+-]?0/.test(typed));
  return numberIn(group && !isDecimal ? typed.replaceAll(group, '') : typed);
}

/** A number as it is kept in the writing of a language: `2,5`; any other text stays as it is. */
export const shownNumber = (kept: string, language: string): string =>
  number.test(kept) ? kept.replace('.', decimalSign(language)) : kept;

/** A number with a decimal comma or point. */
export const numberIn = (text: string): number => Number(text.replace(',', '.'));
