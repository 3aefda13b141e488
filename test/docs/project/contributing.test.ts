import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const [, table = ''] = page.split('## Where is it?');
const answers = [...table.matchAll(/^\| ([^|`]+\?) \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
  ([, question = '', file = '', name = '']) => [question, file, name] as const,
);

describe('where CONTRIBUTING says that a thing is decided', () => {
  it('answers twenty questions', () => {
    expect(answers).toHaveLength(20);
  });

  it.each(answers)('%s %s, %s', (_question, file, name) => {
    expect(readFileSync(file, 'utf8')).toMatch(
      new RegExp(`^export (async )?(function\\*?|const|class) ${name}\\b`, 'm'),
    );
  });
});
