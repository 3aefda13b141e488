import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SECTIONS = ['Breaking', 'Added', 'Changed', 'Fixed', 'Security'];
const versions = readFileSync('CHANGELOG.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text) => ({
    version: text.split('\n')[0],
    text,
    headings: [...text.matchAll(/^### (.+)$/gm)].map(([, h]) => h),
  }));

describe('CHANGELOG.md', () => {
  it.each(versions)('has the sections of $version in the order of CONTRIBUTING.md', ({ headings }) => {
    expect(headings).toEqual(SECTIONS.filter((name) => headings.includes(name)));
  });

  it.each(versions)('has one line per entry of $version', ({ text }) => {
    const [, ...sections] = text.split(/^### .+\n/m);
    expect(sections.flatMap((section) => section.trim().split('\n')).filter((line) => !/^- .+\.$/.test(line))).toEqual(
      [],
    );
  });

  it('has at most 80 lines for the newest version, and begins it with how to upgrade', () => {
    const [newest = ''] = versions.map(({ text }) => text);
    expect(newest.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
    expect(newest).toMatch(/^.+\n\n\*\*Upgrading /);
  });
});
