import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { courseOf } from '../../../scripts/soak/devices/flatness.mts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const page = readFileSync('scripts/README.md', 'utf8');
/** npm's own hooks are run by nobody. */
const named = Object.keys(scripts).filter((name) => !name.startsWith('pre'));

it.each(named)('scripts/README.md says what npm run %s tells', (name) => {
  const command = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
  expect(page).toMatch(new RegExp(`^\\| \`${command}\` \\| .{10,} \\| .+ \\|$`, 'm'));
});

it('npm run trials runs every test with a large count of cases', () => {
  const paths = scripts.trials?.split(' ').filter((word) => word.startsWith('test/')) ?? [];
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => `test/${name}`);
  const counted = files.filter(
    (file) => file.endsWith('.test.ts') && /import .*\/support\/cases\.ts/.test(readFileSync(file, 'utf8')),
  );
  expect(counted.length).toBeGreaterThan(50);
  expect(counted.filter((file) => !paths.some((path) => file.startsWith(path)))).toEqual([]);
});

describe('what a soak has measured', () => {
  it.each([
    ['stays', [100, 101, 100], 0, true],
    ['wobbles', [100, 120, 100, 120, 100], 0, true],
    ['rises by a twentieth from first to last', [100, 101, 102, 103, 104, 105], 5, true],
    ['rises by a tenth', [100, 102, 104, 106, 108, 110], 10, false],
    ['stays, but for one that stands out', [100, 190, 100, 100, 60, 100], 0, true],
    ['falls', [110, 105, 100], -10, true],
    ['is nothing', [0, 0, 0], 0, true],
  ])('%s: flat within 5 %% or not', (_, values, trend, isFlat) => {
    const course = courseOf('RSS', values, 5);
    expect([Math.round(course.trend), course.isFlat]).toEqual([trend, isFlat]);
  });
});
