import { syntaxProblem } from './json-syntax.ts';

/** A string, or what its line has of one without an end: so no character is looked at twice. */
const string = '"(?:\\\\[^\\n]|[^"\\\\\\n])*"?';
/** Inside a string nothing is a comment, and what has no end is none. */
const stringOrComment = new RegExp(`(${string})|//[^\\n]*|/\\*[^]*?(\\*/|$)`, 'g');
const stringOrLastComma = new RegExp(`(${string})|,(?=\\s*[\\]}])`, 'g');

/** Blanks keep every other character in its line and column. */
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** JSON with comments, and with a comma after the last item. Throws a `SyntaxError` that names the place. */
export function parseJsonc(text: string): unknown {
  const json = text
    .replace(stringOrComment, (found, kept?: string, end?: string) => kept ?? (end === '' ? found : blank(found)))
    .replace(stringOrLastComma, (_, kept?: string) => kept ?? ' ');
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new SyntaxError(syntaxProblem(json) ?? (cause as Error).message, { cause });
  }
}
