import type { z } from 'zod';

/** A message or a configuration that breaks its contract; the text names each field and what is allowed there. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

const MOST_ISSUES = 10;
const LONGEST_ISSUE = 600;

const kinds: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  undefined: 'nothing',
};
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  if (Number.isNaN(value)) return 'NaN';
  // JSON has no infinity, but more digits than a number can hold.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'one too large to be read';
  return kinds[typeof value] ?? '';
}

const counted: Readonly<Record<string, string>> = { array: ' entries', string: ' characters' };

/** What is allowed, in our own words, where a schema has none of its own. */
const allowedBy: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const told = issue.expected === 'int' ? String(issue.input) : kindOf(issue.input);
      return `expected ${kinds[issue.expected] ?? issue.expected}, not ${told}`;
    }
    case 'too_small': {
      const unit = counted[issue.origin] ?? '';
      return `expected ${issue.inclusive ? `${issue.minimum} or more${unit}` : `more than ${issue.minimum}${unit}`}`;
    }
    case 'too_big':
      return `expected ${issue.maximum}${counted[issue.origin] ?? ''} or less`;
    case 'invalid_value':
      return `expected ${issue.values.map((value) => String(value) || 'nothing').join(' or ')}`;
    case 'unrecognized_keys':
      return `unknown key ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(({ message }) => message))].join('; or ');
    default:
      return 'not in a form that is known';
  }
};

/** What a strict schema says of keys that it does not have. */
export const unknownKeys = (allowed: string): { readonly error: z.core.$ZodErrorMap } => ({
  error: (issue) =>
    issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.join(', ')}; allowed ${allowed}` : undefined,
});

/** `value` as the schema reads it, or a `MessageError`. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: allowedBy });
  if (result.success) return result.data;
  const { issues } = result.error;
  const text = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const issue = path.length ? `${path.join('.')}: ${message}` : message;
    return issue.length > LONGEST_ISSUE ? `${issue.slice(0, LONGEST_ISSUE)}…` : issue;
  });
  const more = issues.length > MOST_ISSUES ? [`${issues.length - MOST_ISSUES} more`] : [];
  throw new MessageError([...text, ...more].join('; '), { cause: result.error });
}
