/** The kind of token that may come next. */
type State = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'after';

const token = /\s*(?:(?<sign>[{}[\],:])|(?<string>"(?:\\.|[^"\\\n])*")|(?<literal>-?\d[\d.eE+-]*|true|false|null))/y;

/**
 * The place at which text is no JSON, and what is missing there: `line 3, column 9: a comma or } is missing before "name"`;
 * nothing where its signs are in order. The engine's own message seldom says where.
 */
export function syntaxProblem(text: string): string | undefined {
  const open: string[] = [];
  let state: State = 'value';
  let place = 0;
  for (;;) {
    token.lastIndex = place;
    const next: State | undefined = stateAfter(state, open, token.exec(text)?.groups ?? {});
    if (next === undefined) return isWhole(text, place, open) ? undefined : says(text, place, state, open);
    state = next;
    place = token.lastIndex;
  }
}

const isWhole = (text: string, place: number, open: readonly string[]) =>
  place > 0 && open.length === 0 && text.slice(place).trim() === '';

/** The state after a token, with `open` brought up to date; `undefined` where it may not stand. */
function stateAfter(
  state: State,
  open: string[],
  { sign = '', string, literal }: { readonly sign?: string; readonly string?: string; readonly literal?: string },
): State | undefined {
  if (state === 'colon') return sign === ':' ? 'value' : undefined;
  if (state.startsWith('key') && string !== undefined) return 'colon';
  if (state.startsWith('value') && (string ?? literal) !== undefined) return 'after';
  if (state.startsWith('value') && (sign === '{' || sign === '[')) {
    open.push(sign);
    return sign === '{' ? 'key or }' : 'value or ]';
  }
  if (mayClose(state, sign, open.at(-1))) {
    open.pop();
    return 'after';
  }
  if (state === 'after' && sign === ',' && open.length > 0) return open.at(-1) === '{' ? 'key' : 'value';
  return undefined;
}

const mayClose = (state: State, sign: string, opened: string | undefined) =>
  opened === '{'
    ? sign === '}' && (state === 'after' || state === 'key or }')
    : opened === '[' && sign === ']' && (state === 'after' || state === 'value or ]');

function says(text: string, place: number, state: State, open: readonly string[]): string {
  const at = place + text.slice(place).search(/\S|$/);
  const lines = text.slice(0, at).split('\n');
  const before = /"[^"\n]*"?|\S/.exec(text.slice(at))?.[0] ?? 'the end';
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${missing(state, open)} before ${before}`;
}

function missing(state: State, open: readonly string[]): string {
  if (state === 'colon') return 'a colon is missing';
  if (state === 'after')
    return open.length === 0 ? 'the file must end' : `a comma or ${open.at(-1) === '{' ? '}' : ']'} is missing`;
  return state.startsWith('key') ? 'a key in quotes is missing' : 'a value is missing';
}
