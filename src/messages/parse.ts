import type { z } from 'zod';

/** A message or a configuration that breaks its contract; the text names each field and what is allowed there. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

const MOST_ISSUES = 10;
const LONGEST_ISSUE = 600;

/** `value` as the schema reads it, or a `MessageError`. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const text = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const issue = path.length ? `${path.join('.')}: ${message}` : message;
    return issue.length > LONGEST_ISSUE ? `${issue.slice(0, LONGEST_ISSUE)}…` : issue;
  });
  const more = issues.length > MOST_ISSUES ? [`${issues.length - MOST_ISSUES} more`] : [];
  throw new MessageError([...text, ...more].join('; '), { cause: result.error });
}
