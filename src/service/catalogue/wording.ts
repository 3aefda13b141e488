import { z } from 'zod';

/** The errors of a catalogue's file: what may stand in each place, in the words of those who write it. */
export const catalogueErrorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[String(issue.expected)] ?? String(issue.expected);
      return issue.input === undefined ? `must be there: ${kind}` : `must be ${kind}`;
    }
    case 'invalid_value':
      return `must be ${choice(issue.values)}`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `must be ${choice(issue.options)}` : undefined;
    case 'too_small':
      return issue.origin === 'number' ? atLeast(issue) : 'must not be empty';
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join(', ');
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? unknown(issue.keys, Object.keys(issue.inst.shape)) : undefined;
    default:
      return undefined;
  }
};

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  tuple: 'a list with something in it',
};

const formats: Readonly<Record<string, string>> = {
  date: 'must be a date YYYY-MM-DD',
  url: 'must be a web address, as https://example.org',
};

const choice = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' or ');

const atLeast = ({ minimum, inclusive }: { readonly minimum: unknown; readonly inclusive?: boolean }) =>
  `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`;

const unknown = (keys: readonly string[], known: readonly string[]) =>
  `${keys.map((key) => `"${key}"`).join(', ')} is not known here; allowed are ${known.join(', ')}`;
