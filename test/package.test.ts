import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostNode } from './support/host-node.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly main: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly 'node-red': {
    readonly version: string;
    readonly nodes: Record<string, string>;
    readonly plugins: Record<string, string>;
  };
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const manifest = read<Manifest>('package.json');
const nodes = Object.entries(manifest['node-red'].nodes);
const plugins = Object.entries(manifest['node-red'].plugins);

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }),
) as [{ size: number; unpackedSize: number; files: { path: string }[] }];
const files = packed.files.map(({ path }) => path);

describe('the tarball', () => {
  it('stays under 1.1 MB, and under 3.5 MB unpacked', () => {
    expect(packed.size).toBeLessThan(1.1e6);
    expect(packed.unpackedSize).toBeLessThan(3.5e6);
  });

  it('has everything that package.json names', () => {
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    const named = [...entries, ...Object.values(manifest.bin), ...[...nodes, ...plugins].map(([, file]) => file)];
    expect(files).toEqual(expect.arrayContaining(named.map((file) => file.replace('./', ''))));
  });

  it.each([...nodes, ...plugins])('has the page and the texts of %s', (_, file) => {
    const node = file.slice(file.lastIndexOf('/') + 1, -'.js'.length);
    expect(files).toContain(`dist/nodes/${node}.html`);
    expect(files).toContain(`dist/nodes/locales/en-US/${node}.json`);
  });

  it('has nothing but flows where Node-RED looks for examples', () => {
    const examples = files.filter((file) => file.startsWith('examples/'));
    expect(examples.length).toBeGreaterThanOrEqual(nodes.length);
    expect(examples.filter((file) => !/^examples\/[\w-]+\.json$/.test(file))).toEqual([]);
  });

  it('has no page in docs/ that leads to one it has not', () => {
    const pages = files.filter((file) => /^docs\/.*\.md$/.test(file));
    const links = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => ({ page, to })),
    );
    expect(links.length).toBeGreaterThan(50);
    const isThere = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
    expect(links.filter(({ page, to }) => !isThere(join(dirname(page), to)))).toEqual([]);
  });

  it('leaves sources, tests and scripts at home', () => {
    const top = new Set(files.map((file) => file.split('/')[0]));
    expect([...top].sort()).toEqual(['LICENSE', 'README.md', 'dist', 'docs', 'examples', 'package.json', 'resources']);
  });
});

describe('its version', () => {
  it('is the one that the changelog begins with, and no later one is recorded', () => {
    const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    const lock = read<{ version: string; packages: Record<string, { version?: string }> }>('package-lock.json');
    expect([lock.version, lock.packages['']?.version, newest]).toEqual(Array(3).fill(manifest.version));
    const recorded = readdirSync('test/released', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
    const [latest] = recorded
      .map(({ name }) => name)
      .sort(byNumber)
      .slice(-1);
    expect(byNumber(latest ?? '', manifest.version)).toBeLessThanOrEqual(0);
  });
});

describe('the compiled package', () => {
  it("loads on this machine's own Node.js, whatever development runs on", () => {
    const files = [manifest.main, ...nodes.map(([, file]) => file)];
    const list = files.map((file) => `...Object.keys(require('./${file}'))`).join();
    const loaded = execFileSync(hostNode(), ['-p', `JSON.stringify([${list}])`], { encoding: 'utf8' });
    const functions = ['createClient', 'createService', 'horizonOf', 'planWindow', 'totalOf'];
    expect(JSON.parse(loaded)).toEqual(expect.arrayContaining([...functions, 'default']));
  });
});

describe("Node-RED's scorecard", () => {
  it('finds a scoped name, a licence, the keyword, both version ranges and at most six dependencies', () => {
    expect(manifest.name).toMatch(/^@[a-z\d][\w.-]+\/[a-z\d][\w.-]*$/);
    expect(manifest.license).toBe('Apache-2.0');
    expect(manifest.keywords).toContain('node-red');
    expect(manifest.engines.node).toBe('>=20.18.1');
    expect(manifest['node-red'].version).toBe('>=4.0.0');
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(6);
  });

  it.each(nodes)('can read the registration of %s in its dialog', (type, file) => {
    const scripts = [...readFileSync(file.replace(/\.js$/, '.html'), 'utf8').matchAll(script)].map(([, text]) => text);
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toMatch(new RegExp(`RED\\.nodes\\.registerType\\(['"]${type}['"],\\s*\\{`));
  });

  it.each(nodes)('finds an example that uses %s', (type) => {
    const flows = readdirSync('examples')
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => read<{ type: string }[]>(join('examples', file)));
    expect(flows.map((node) => node.type)).toContain(type);
  });
});

describe('the footprint', () => {
  const lock = read<{ packages: Record<string, { dev?: boolean; devOptional?: boolean }> }>('package-lock.json');
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);

  it('installs at most 50 packages, ours included', () => {
    expect(installed.length + 1).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    expect(installed.length + 1).toBeLessThanOrEqual(50);
  });

  it('takes at most 34.5 MB installed, ours included', () => {
    const ours = files.reduce((sum, file) => sum + blocksOf(file), 0);
    const bytes = installed.reduce((sum, folder) => sum + diskUsage(folder), ours);
    expect(bytes / 2 ** 20).toBeGreaterThan(5);
    expect(bytes / 2 ** 20).toBeLessThanOrEqual(34.5);
  });

  it('takes at most 2 MB of memory for a palette that no flow uses', () => {
    const load = () => execFileSync('node', ['--expose-gc', 'scripts/bench/sides/palette.mts'], { encoding: 'utf8' });
    const runs = Array.from({ length: 3 }, () => (JSON.parse(load()) as { megabytes: number }).megabytes);
    expect(Math.min(...runs)).toBeLessThanOrEqual(2);
  });
});

const script = /<script[^>]*type=['"]text\/javascript['"][^>]*>([\s\S]*?)<\/script>/g;

/** Bytes that the folder's own files take on disk, packages nested inside it left out: each is counted by itself. */
function diskUsage(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') return sum;
    return sum + (entry.isDirectory() ? diskUsage(path) : blocksOf(path));
  }, 0);
}

/** Bytes that a file takes on the disk. */
const blocksOf = (file: string) => lstatSync(file).blocks * 512;
