import { syntaxProblem } from './json-syntax.ts';

/** A string, or a comment; inside a string nothing is one. */
const stringOrComment = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const stringOrLastComma = /"(?:\\.|[^"\\])*"|,(?=\s*[\]}])/g;

/** Blanks keep every other character in its line and column. */
const blank = (text: string) => (text.startsWith('"') ? text : text.replace(/[^\n]/g, ' '));

/** JSON with comments, and with a comma after the last item. Throws a `SyntaxError` that names the place. */
export function parseJsonc(text: string): unknown {
  const json = text.replace(stringOrComment, blank).replace(stringOrLastComma, blank);
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new SyntaxError(syntaxProblem(json) ?? (cause as Error).message, { cause });
  }
}
