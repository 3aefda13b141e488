import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules, type Section } from './rules.ts';

/** Which test cites which rule, and the page that says so. */

interface Citation {
  /** `dayahead rule 4` */
  readonly rule: string;
  readonly file: string;
  /** The test's name without what it cites. */
  readonly title: string;
}

const sections = Object.keys(rules) as Section[];
const folders = [
  'test/api',
  'test/core',
  'test/pricing',
  'test/service',
  'test/client',
  'test/messages',
  'test/runtime',
  'test/cli',
  'test/feeds',
  'test/conformance',
];

const citation = `(${sections.join('|')}) rules? (\\d+(?:(?:, | and )\\d+)*)`;

/** A name in the place of an argument that begins with what it cites: `it('limits rule 1, states rule 2: …'`. */
const citing = new RegExp(`\\(\\s*(['"\`])(${citation}[^:]*): ((?:\\\\.|(?!\\1).)*)\\1`, 'g');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

const citationsIn = (file: string): Citation[] =>
  [...readFileSync(file, 'utf8').matchAll(citing)].flatMap(([, , cited = '', , , title = '']) =>
    [...cited.matchAll(new RegExp(citation, 'g'))].flatMap(([, section, numbers = '']) =>
      (numbers.match(/\d+/g) ?? []).map((number) => ({ rule: `${section} rule ${number}`, file, title })),
    ),
  );

/** Everything that the tests cite, in the order of their files. */
export const citations = (): Citation[] => folders.flatMap(filesIn).sort().flatMap(citationsIn);

/** The rules of a section: the id of each, with its few words. */
const rulesOf = (section: Section) =>
  Object.entries<string>(rules[section]).map(([number, text]) => [`${section} rule ${number}`, text] as const);

/** Every rule by its id, with its few words. */
export const ruleNames = (): Map<string, string> => new Map(sections.flatMap((section) => rulesOf(section)));

const head = `# Conformance

Every rule of the service's specification, and the titles of the tests that prove it. The id of a rule is its section and number;
a test cites it at the beginning of its title. \`node scripts/conformance.mts\` writes this page, and a test fails when a rule has
no test or the page is out of date.
`;

/** The page, in Markdown. */
export function conformancePage(): string {
  const all = citations();
  const rowOf = (rule: string, text: string) => {
    const tests = all.filter((citation) => citation.rule === rule);
    return `| ${rule} | ${text} | ${tests.map(({ file, title }) => `${escaped(title)} (\`${file.slice('test/'.length)}\`)`).join('<br>')} |`;
  };
  const tableOf = (section: Section) =>
    [
      `\n## ${section}\n`,
      '| rule | in a few words | proven by |',
      '|---|---|---|',
      ...rulesOf(section).map(([rule, text]) => rowOf(rule, text)),
    ].join('\n');
  return `${head}${sections.map(tableOf).join('\n')}\n`;
}

/** A title as a cell: what a row of a table of cases stands for is left open. */
const escaped = (title: string) =>
  title
    .replace(/%[sdij#]/g, '…')
    .replaceAll('\\', '')
    .replaceAll('|', '\\|')
    .replaceAll('`', "'");
