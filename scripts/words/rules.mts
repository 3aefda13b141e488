/** Words that only this project uses, with the word of the field to use instead. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'told untold': 'requested, received, reported, published',
    'asked unasked': 'requested, configured',
    'said unsaid': 'published, reported',
    heard: 'received',
    'taker takers seat seats': 'participant, coordinator',
    'obey obeyed': 'apply, enforce',
    'deaf deafness': 'disconnected, without a subscription',
    nobody: 'name the program or the person',
    hasten: 'bring forward',
  }).flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const)),
);

/** Words at which a comment begins that refers to a thing without its name. */
const RIDDLE = /^(Of|What|That|The same|Nobody|Those|Who|Whose|By what|As if)\b/;

/** More words than this in a sentence make a reader start again. */
const MAX_WORDS = 30;

export interface Finding {
  readonly kind: 'text' | 'long sentence' | 'comment' | 'test title' | 'name';
  readonly line: number;
  readonly message: string;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** The text that a reader sees, on the lines of the source: without code, tags, addresses, and the keys and placeholders of JSON. */
function visibleText(path: string, source: string): string {
  if (path.endsWith('.json')) return source.replace(/^\s*"[^"]*":|__\w+__/gm, blank);
  if (path.endsWith('.html')) return source.replace(/<code>[\s\S]*?<\/code>|<[^>]*>/g, blank);
  return source.replace(/^```[\s\S]*?^```|`[^`\n]*`|(?<=\])\([^)\s]*\)/gm, blank);
}

function wordsIn(kind: Finding['kind'], text: string): Finding[] {
  return text.split('\n').flatMap((line, i) =>
    [...line.matchAll(/[a-z]+/gi)].flatMap(([word]) => {
      const instead = WORDS.get(word.toLowerCase());
      return instead === undefined ? [] : [{ kind, line: i + 1, message: `"${word}": ${instead}` }];
    }),
  );
}

/** The words in a text for users: Markdown, the help in HTML, or the texts in JSON. */
export const wordsInText = (path: string, source: string): Finding[] => wordsIn('text', visibleText(path, source));

/** The long sentences of a page in Markdown, without headings, tables and blocks of code. */
export function longSentences(source: string): Finding[] {
  const lines = source.replace(/^```[\s\S]*?^```/gm, blank).split('\n');
  const findings: Finding[] = [];
  let [begin, paragraph] = [1, ''];
  const end = () => {
    for (const sentence of paragraph.split(/(?<=[.!?:])\s+(?=[A-Z`*[])/)) {
      const count = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
      if (count > MAX_WORDS)
        findings.push({
          kind: 'long sentence',
          line: begin,
          message: `${count} words: ${sentence.trim().slice(0, 80)} …`,
        });
    }
    paragraph = '';
  };
  for (const [i, line] of lines.entries()) {
    const isText = line.trim() !== '' && !/^\s*[#|<]/.test(line);
    if (!isText || /^\s*([-*]|\d+\.)\s/.test(line)) end();
    if (!isText) continue;
    if (paragraph === '') begin = i + 1;
    paragraph += ` ${line.trim()}`;
  }
  end();
  return findings;
}

const COMMENT = /^\s*(\/\*\*?|\/\/|\*(?!\/))\s?(.*?)(?:\*\/)?\s*$/;

/** The words in comments, and comments that begin with a riddle. */
export function wordsInComments(source: string): Finding[] {
  return source.split('\n').flatMap((line, i) => {
    const [, mark = '', comment = ''] = COMMENT.exec(line) ?? [undefined, '', /\s\/\/ (.*)$/.exec(line)?.[1]];
    const words = wordsIn('comment', comment).map((finding) => ({ ...finding, line: i + 1 }));
    const [opening] = mark !== '*' ? (RIDDLE.exec(comment) ?? []) : [];
    return opening === undefined
      ? words
      : [...words, { kind: 'comment' as const, line: i + 1, message: `begins with "${opening}": name the thing` }];
  });
}

/** The words in the titles of tests. */
export function wordsInTitles(source: string): Finding[] {
  return source.split('\n').flatMap((line, i) => {
    const [, title = ''] = /^\s*(?:(?:it|test|describe)\b.*?\(|\]\)\()?\s*(?:['"`])(.{12,})['"`],/.exec(line) ?? [];
    return wordsIn('test title', title).map((finding) => ({ ...finding, line: i + 1 }));
  });
}

/** Code without comments and string literals, but with the expressions in templates. */
const codeOf = (source: string) =>
  source
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, blank)
    .replace(/`[^`]*`/g, (text) => text.replace(/(^|\})[^$]*(?=\$\{|$)/g, blank))
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, blank);

/** The words that identifiers are made of: `askedKwh` has `asked`. */
export const wordsInNames = (source: string): Finding[] =>
  wordsIn('name', codeOf(source).replace(/([a-z0-9])([A-Z])|_/g, '$1 $2'));
