/**
 * Packs what git has of this package twice, in folders of other names and depths, in another time zone and language, once after a build of
 * other sources, and holds the tarballs against each other byte for byte: ends with 1, and names the files, where they differ. A tarball
 * keeps the modes of files: they are those of a checkout under the usual umask 022.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const MOST_SHOWN = 20;
/** Compiled again by itself, it had the members of its unions in another order than with all others. */
const EDITED = 'src/service/contracts/typed-contract.ts';

process.umask(0o022);
const home = mkdtempSync(join(tmpdir(), 'reproducible-'));
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
const places = [
  { folder: 'a', env: { TZ: 'UTC', LANG: 'C' }, isBuiltBefore: false },
  { folder: 'another/and deeper', env: { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' }, isBuiltBefore: true },
];
const [first = '', second = ''] = places.map(pack);
const same = readFileSync(first).equals(readFileSync(second));
process.stdout.write(`${hash('sha256', readFileSync(first))} ${first.slice(first.lastIndexOf('/') + 1)}\n`);
if (!same) {
  const [one, other] = [first, second].map(unpacked) as [string, string];
  const files = filesIn(one).concat(filesIn(other));
  const differing = [...new Set(files)].filter((file) => textOf(join(one, file)) !== textOf(join(other, file)));
  const shown = differing.sort().slice(0, MOST_SHOWN);
  process.stdout.write(`${differing.length} files differ:\n${shown.map((file) => `  ${file}\n`).join('')}`);
}
rmSync(home, { recursive: true });
process.exitCode = same ? 0 : 1;

/** The tarball of a copy that shares nothing with another but its libraries. */
function pack({ folder, env, isBuiltBefore }: (typeof places)[number]): string {
  const dir = join(home, folder);
  for (const file of tracked) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(file, join(dir, file));
  }
  mkdirSync(join(dir, 'node_modules'));
  // What an earlier build has left beside the libraries stays out.
  for (const name of readdirSync('node_modules').filter((name) => name !== '.cache'))
    symlinkSync(resolve('node_modules', name), join(dir, 'node_modules', name));
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', args, { cwd: dir, env: { ...process.env, ...env }, encoding: 'utf8' });
  if (isBuiltBefore) leaveBuild(dir, () => npm('run', '--silent', 'build'));
  return join(dir, npm('pack', '--silent').trim());
}

/** Leaves in a copy what is there after a day of work: what was built of an edit that is taken back, and a file that no source makes any more. */
function leaveBuild(dir: string, build: () => void): void {
  const edited = join(dir, EDITED);
  const text = readFileSync(edited, 'utf8');
  writeFileSync(edited, `${text}// An edit.\n`);
  build();
  writeFileSync(edited, text);
  for (const folder of ['dist', 'resources']) writeFileSync(join(dir, folder, 'left.js'), '');
}

function unpacked(tarball: string): string {
  const dir = `${tarball}-files`;
  mkdirSync(dir);
  execFileSync('tar', ['-xzf', tarball, '-C', dir]);
  return dir;
}

function filesIn(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(dir, name)).isFile());
}

/** With its mode; nothing of one that is not there. */
function textOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mode} ${readFileSync(file, 'latin1')}` : '';
}
