import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** The last commit before the rules of CONTRIBUTING.md; commits after it follow them. */
const RULES_SINCE = '501fbebe7530e33ebf23aace1303a49b1d50714f';
const MAX_SUBJECT_LENGTH = 72;

/** The rules of CONTRIBUTING.md that a commit message breaks. */
function problemsOf(message: string): string[] {
  const [subject = '', blank = '', ...body] = message.trimEnd().split('\n');
  return [
    ...(/^[a-z0-9-]+: \S/.test(subject) ? [] : ['no scope']),
    ...(subject.length > MAX_SUBJECT_LENGTH ? [`subject has ${subject.length} characters`] : []),
    ...(blank !== '' ? ['no empty line below the subject'] : []),
    ...(body.length === 0 ? ['no body'] : []),
  ];
}

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY });
/** False in a tarball, in a shallow clone and without git. */
const hasHistory = git('merge-base', '--is-ancestor', RULES_SINCE, 'HEAD').status === 0;

describe('a commit message', () => {
  it.each([
    ['planner: report earnings of a device\n\nThey were reported below zero.', []],
    ['Report earnings of a device\n\nThey were reported below zero.', ['no scope']],
    ['planner: report earnings of a device', ['no body']],
    [`planner: ${'x'.repeat(64)}\n\nWhy.`, ['subject has 73 characters']],
    ['planner: report earnings\nof a device\n\nWhy.', ['no empty line below the subject']],
  ])('%j has the problems %j', (message, problems) => {
    expect(problemsOf(message)).toEqual(problems);
  });

  it.skipIf(!hasHistory)('has a scope, a short subject and a body in every commit since the rules', () => {
    const { status, stdout } = git('log', '--no-merges', '-z', '--format=%h %B', `${RULES_SINCE}..HEAD`);
    expect(status).toBe(0);
    const commits = stdout.split('\0').filter((text) => text !== '');
    const wrong = commits.flatMap((text) => {
      const [hash, message] = [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)];
      return problemsOf(message).map((problem) => `${hash} ${message.split('\n')[0]}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });
});
