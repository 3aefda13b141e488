/**
 * Plain data as JSON the way every topic carries it: keys in snake_case, numbers in plain decimal notation, `undefined`
 * keys left out.
 */
export function json(value: unknown): string {
  if (typeof value === 'number') return decimal(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries.map(([key, entry]) => `${JSON.stringify(snakeCase(key))}:${json(entry)}`).join(',')}}`;
}

/** The number without an exponent, which simple devices cannot read: `0.0000001`, never `1e-7`. */
export function decimal(value: number): string {
  const text = String(value);
  if (text.includes('e+')) return String(BigInt(value));
  return text.includes('e-') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** A number that may be unknown, which clears its topic. */
export const decimalOr = (value: number | null | undefined): string => (value == null ? '' : decimal(value));

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
