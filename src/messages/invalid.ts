import type { z } from 'zod';

/** Something from outside that is not what its place allows. The text names every field at fault and what is allowed there. */
export class InvalidError extends Error {
  override readonly name = 'InvalidError';
}

/** `value` as `schema` reads it. @param what names it in an {@link InvalidError}: `selection`, `configuration`. */
export function read<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${[what, ...path].join('.')}: ${message}`);
  throw new InvalidError(faults.join('; '), { cause: result.error });
}
