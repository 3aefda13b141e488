/** A string, or a comment; inside a string nothing is one. */
const stringOrComment = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const stringOrLastComma = /"(?:\\.|[^"\\])*"|,(?=\s*[\]}])/g;

const blank = (text: string) => (text.startsWith('"') ? text : text.replace(/[^\n]/g, ' '));

/** JSON with comments, and with a comma after the last item. Throws a `SyntaxError` that names line and column. */
export const parseJsonc = (text: string): unknown =>
  JSON.parse(text.replace(stringOrComment, blank).replace(stringOrLastComma, blank));
