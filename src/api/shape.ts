import type { z } from 'zod';

const LONGEST_TEXT = 500;

/** A body that is not what it should be. The text names what is wrong and the keys that were seen. */
export class ShapeError extends Error {
  constructor(what: string, body: unknown) {
    super(`${what.slice(0, LONGEST_TEXT)}; keys seen: ${keysOf(body).join(', ') || 'none'}`);
    this.name = 'ShapeError';
  }
}

/** `value`, taken from `body`, as `schema` reads it. Throws a `ShapeError`. */
export function parseBody<T>(schema: z.ZodType<T>, value: unknown, body = value): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new ShapeError(`${place}${issue?.message}`, body);
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No body of the service nests deeper. */
export const DEEPEST = 8;
const MOST_KEYS = 40;
const LONGEST_KEY = 100;

/** The paths of a body's values, as in `consumption.prices[].energy`; of an array only those of its first item. */
function keysOf(body: unknown): string[] {
  const seen: string[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (seen.length >= MOST_KEYS) return;
    if (depth < DEEPEST && Array.isArray(value) && value.length > 0) visit(value[0], `${path}[]`, depth + 1);
    else if (depth < DEEPEST && isObject(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path ? `${path}.${key}` : key, depth + 1);
    } else if (path) seen.push(path.slice(0, LONGEST_KEY));
  };
  visit(body, '', 0);
  return seen;
}
