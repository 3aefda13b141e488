import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment such as `// Promise P-017 integrate/mqtt: …` above a test, or above the case in a table, that proves the promise. */
interface Proof {
  readonly id: string;
  /** Left out in a further proof of the same promise, which has the id alone. */
  readonly promise?: { readonly page: string; readonly text: string };
  readonly file: string;
  /** The first line below that is no comment. */
  readonly below: string;
}

const comment = /^\s*\/\/ Promise (P-\d{3,})(?: ([\w/*-]+): (.+))?$/;
/** The next line of a long promise is indented by two more spaces. */
const continued = /^\s*\/\/ {3}(\S.*)$/;

function proofsIn(file: string): Proof[] {
  const lines = readFileSync(join('test', file), 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    if (!/^\s*\/\/ Promises? P-/.test(line)) return [];
    const [, id, page, begin = ''] = comment.exec(line) ?? [];
    if (!id)
      throw new Error(
        `test/${file}:${i + 1} is no comment such as "// Promise P-017 integrate/mqtt: …", alone on its line`,
      );
    const rest = lines.slice(i + 1);
    const end = rest.findIndex((next) => !continued.test(next));
    const text = [begin, ...rest.slice(0, end).map((next) => continued.exec(next)?.[1])].join(' ');
    const below = rest.find((next) => !/^\s*\/\//.test(next)) ?? '';
    return { id, file, below, ...(page && { promise: { page, text } }) };
  });
}

const testFiles = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort();

export const proofs = (): Proof[] => testFiles().flatMap(proofsIn);

const numberOf = ({ id }: Proof) => Number(id.slice(2));

const head = `# Promises and their tests

What the pages of \`docs/\` promise, and the files of the tests that prove it. A promise is a comment above its test, such as
\`// Promise P-017 integrate/mqtt: …\`; a further test of it has the id alone. Its text may change; the id stays, and no other promise gets it
later. \`node scripts/conformance.mts\` writes this page, and a test fails when a promise has no test or the page is out of date.

The drawings and tables of [device.md](../use/device.md), [planner.md](planner.md), [store.md](store.md), [house.md](house.md),
[accounts.md](../use/accounts.md) and [bills.md](bills.md) are tests themselves. [conformance.md](conformance.md) lists the rules of the service's
specification with their tests.
`;

/** The page, in Markdown. */
export function promisesPage(): string {
  const all = proofs().sort((a, b) => numberOf(a) - numberOf(b));
  const pages = new Set(all.flatMap(({ promise }) => promise?.page ?? []).sort());
  const filesOf = (id: string) => new Set(all.filter((proof) => proof.id === id).map(({ file }) => `\`${file}\``));
  const rowsOf = (page: string) =>
    all.flatMap(({ id, promise }) =>
      promise?.page === page ? `| ${id} | ${promise.text} | ${[...filesOf(id)].join('<br>')} |` : [],
    );
  const tableOf = (page: string) =>
    [`\n## ${page}.md\n`, '| id | promise | proven by |', '|---|---|---|', ...rowsOf(page)].join('\n');
  return `${head}${[...pages].map(tableOf).join('\n')}\n`;
}
