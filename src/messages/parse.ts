import type { z } from 'zod';

/** A message or a configuration that breaks its contract; the text names each field and what is allowed there. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** `value` as the schema reads it, or a `MessageError`. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const text = result.error.issues.map(({ path, message }) =>
    path.length ? `${path.join('.')}: ${message}` : message,
  );
  throw new MessageError(text.join('; '), { cause: result.error });
}
