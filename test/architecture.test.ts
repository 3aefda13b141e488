import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsIn, importsOf } from './support/imports.ts';

/** The floors of CONTRIBUTING.md. A file imports from its own folder and from lower floors. */
const floors: Record<string, number> = {
  'src/core': 1,
  'src/planner': 1,
  'src/forecast': 1,
  'src/pricing': 2,
  'src/api': 3,
  'src/messages': 3,
  'src/metering': 3,
  'src/client': 4,
  'src/service': 4,
  'src/mqtt': 4,
  'src/feeds': 4,
  'src/runtime': 5,
  'src/cli': 6,
  nodes: 6,
  src: 7,
};

/**
 * The rooms of a floor from the lowest up. A file imports from its own room and from lower ones: of folders on one line none
 * uses another, files on one line are one room. What is named by itself is no part of the folder round it.
 */
const rooms: Record<string, readonly (readonly string[])[]> = {
  'src/planner': [
    [
      'types.ts',
      'arguments.ts',
      'work.ts',
      'horizon.ts',
      'stretches.ts',
      'estimate.ts',
      'bounds.ts',
      'load.ts',
      'standing.ts',
    ],
    [
      'window/exact/split-problem.ts',
      'window/exact/run-rules.ts',
      'window/exact/last-start.ts',
      'window/exact/candidates.ts',
      'window/exact/grid.ts',
      'window/exact/banded-table.ts',
    ],
    ['window/exact/near'],
    ['window/exact', 'store/curves', 'linear'],
    ['window', 'store'],
    ['house', 'store/calm'],
    ['joint'],
  ],
  'src/messages': [
    ['iso.ts', 'parse.ts', 'selection.ts', 'command-reader.ts'],
    ['outside', 'demand'],
    ['power', 'battery', 'grid'],
    ['.'],
    ['house'],
  ],
  'src/metering': [
    ['types.ts', 'meter-file-error.ts', 'csv-rows.ts', 'stamp.ts', 'amount.ts', 'interval-length.ts', 'entry.ts'],
    ['workbook'],
    ['decode.ts'],
    ['layouts', 'documents', 'time'],
    ['settle'],
    ['read-meter.ts', 'join-meters.ts'],
  ],
  'src/pricing': [
    ['book.ts', 'bill-lines.ts', 'tariff.ts', 'calendar/holidays.ts'],
    ['place'],
    ['.'],
    ['comparison', 'account'],
    ['bill'],
  ],
  'src/mqtt': [['.'], ['discovery', 'retained', 'house', 'requests']],
  'src/feeds': [
    ['formats'],
    ['formats/tariffs'],
    ['feed.ts', 'zones.ts', 'tariff-feed.ts'],
    ['source-names.ts', 'rates', 'sources/prices', 'sources/tariffs'],
    ['doubts'],
    ['price-feeds.ts', 'tariff-feeds.ts', 'day-findings.ts', 'zone-file.ts', 'connection.ts'],
    ['settle.ts', 'second-opinion.ts', 'plan.ts', 'ask-feed.ts', 'chosen-sources.ts', 'entsoe-address.ts'],
  ],
  'src/service': [
    ['rows.ts', 'errors.ts'],
    ['accounts', 'catalogue', 'exchange'],
    ['in-process.ts'],
    ['contracts', 'http', 'postgres'],
    ['endpoints'],
    ['app.ts', 'service.ts', 'server.ts'],
  ],
  'src/runtime': [
    [
      'clock.ts',
      'heartbeat.ts',
      'store.ts',
      'token-address.ts',
      'site-settings.ts',
      'peak-settings.ts',
      'problems.ts',
      'problem-text.ts',
      'refused-text.ts',
      'status.ts',
      'market-days.ts',
      'expected-prices.ts',
      'package-version.ts',
    ],
    ['live'],
    ['figures'],
    ['polling', 'publishing', 'power', 'account', 'planners'],
    ['site.ts'],
    ['prices', 'device', 'comparison'],
    ['battery'],
    ['editor'],
    ['household', 'diagnostics'],
  ],
  nodes: [
    ['editor/common'],
    ['editor/chart', 'editor/contract', 'editor/switching'],
    ['editor/config', 'editor/picker', 'editor/device', 'editor/power', 'editor/sidebar', 'editor/household'],
    ['adapter'],
    ['access'],
    ['admin'],
    ['household'],
    ['.'],
  ],
};

/** As many files as someone takes in at a glance. */
const MOST_FILES = 16;

/** The files and folders that may use each library; what is not named here nobody may use. */
const libraries: Record<string, readonly string[]> = {
  luxon: ['src/core/time.ts'],
  zod: [
    'src/api',
    'src/messages',
    'src/metering',
    'src/client',
    'src/service',
    'src/mqtt',
    'src/feeds',
    'src/runtime',
    'src/cli',
  ],
  undici: ['src/client', 'src/feeds'],
  hono: ['src/service'],
  '@hono/node-server': ['src/service'],
  mqtt: ['src/mqtt'],
  pg: ['src/service/postgres/connection.ts'],
  'node-red': ['nodes'],
  uplot: ['nodes'],
  'lean-qr': ['nodes'],
};

const house = [...typescriptIn('src'), ...typescriptIn('nodes')];
/** Test files and their helpers; `test/released/` is a record of earlier versions that nobody rearranges. */
const tests = typescriptIn('test').filter((file) => !file.startsWith('test/released/'));
const imports = house.flatMap((file) =>
  importsOf(file).map(({ line, from, kind }) => ({
    file,
    from,
    kind,
    target: from.startsWith('.') ? join(dirname(file), from) : undefined,
    says: `${file}:${line} imports '${from}'`,
  })),
);
const own = imports.flatMap(({ target, ...rest }) => (target ? [{ ...rest, target }] : []));
const foreign = imports.filter(({ target }) => !target);

/** The folder of a floor that a file lies in, however deep. */
const folderOf = (file: string) => /^(src\/[^/]+(?=\/)|src|nodes)/.exec(file)?.[0] ?? '';
const floorOf = (file: string) => floors[folderOf(file)] ?? Number.NaN;
/** The narrowest of the named rooms that a file is in, and how far up it is. */
function roomOf(file: string): { readonly room: string; readonly level: number } {
  const order = rooms[folderOf(file)] ?? [];
  const [narrowest = ''] = order
    .flat()
    .filter((room) => `${file}/`.startsWith(`${join(folderOf(file), room)}/`.replace('/./', '/')))
    .sort((a, b) => b.length - a.length);
  const level = order.findIndex((line) => line.includes(narrowest));
  return { room: narrowest.endsWith('.ts') ? String(order[level]) : narrowest, level };
}
/** An exported declaration; to export what another file declares is none. */
const declaration = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (?!\{)(\w+)/gm;
const libraryOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;
const offenders = <T extends { says: string }>(list: readonly T[], offends: (item: T) => boolean) =>
  list.filter(offends).map(({ says }) => says);

describe('the house', () => {
  it('has every file on a floor', () => {
    expect(house.filter((file) => Number.isNaN(floorOf(file)))).toEqual([]);
    expect(house.length).toBeGreaterThan(20);
  });

  it('imports from the own folder and from lower floors only', () => {
    const upOrSideways = ({ file, target }: { file: string; target: string }) =>
      folderOf(target) !== folderOf(file) && !(floorOf(target) < floorOf(file));
    expect(offenders(own, upOrSideways)).toEqual([]);
  });

  it('imports from the own room and from lower rooms of a floor only', () => {
    const upOrAcross = ({ file, target }: { file: string; target: string }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      return folderOf(target) === folderOf(file) && to.room !== from.room && to.level >= from.level;
    };
    expect(offenders(own, upOrAcross)).toEqual([]);
  });

  it('has every room that the order names', () => {
    const named = Object.entries(rooms).flatMap(([floor, order]) => order.flat().map((room) => join(floor, room)));
    expect(named.filter((room) => !house.some((file) => file === room || file.startsWith(`${room}/`)))).toEqual([]);
  });

  it(`has at most ${MOST_FILES} files in a folder`, () => {
    expect(crowdedFolders([...house, ...tests])).toEqual([]);
    expect(tests.length).toBeGreaterThan(20);
  });

  it('gives no two things one name', () => {
    const declared = house.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name = '']) => ({ name, file })),
    );
    const filesWith = (name: string) => new Set(declared.filter((each) => each.name === name).map(({ file }) => file));
    const twice = [...new Set(declared.map(({ name }) => name))].filter((name) => filesWith(name).size > 1);
    expect(twice.map((name) => `${name}: ${[...filesWith(name)].join(', ')}`)).toEqual([]);
  });

  it('has a planner that imports nothing', () => {
    const outside = ({ file, target }: { file: string; target: string | undefined }) =>
      folderOf(file) === 'src/planner' && (!target || folderOf(target) !== 'src/planner');
    expect(offenders(imports, outside)).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(circleIn(new Map(house.map((file) => [file, targetsOf(file)])))).toEqual([]);
  });

  it('keeps files, network and clock out of the two lowest floors', () => {
    const clock = /\bnew Date\(\)|\bDate(Time)?\.now\(|\bset(Timeout|Interval)\(|\bperformance\b/;
    const low = house.filter((file) => floorOf(file) <= 2);
    expect(offenders(foreign, ({ file, from }) => low.includes(file) && from.startsWith('node:'))).toEqual([]);
    expect(low.filter((file) => clock.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('uses each library where its floor allows', () => {
    const uninvited = ({ file, from }: { file: string; from: string }) =>
      !from.startsWith('node:') &&
      !libraries[libraryOf(from)]?.some((place) => place === file || place === folderOf(file));
    expect(offenders(foreign, uninvited)).toEqual([]);
  });

  it('loads a library with the file that names it, never lazily', () => {
    expect(offenders(foreign, ({ kind }) => kind === 'lazy')).toEqual([]);
  });

  it('has a public entry that nothing inside imports', () => {
    expect(offenders(own, ({ target }) => target === 'src/index.ts')).toEqual([]);
  });

  it('loads nothing of src with the palette: nodes import it as types or lazily', () => {
    const eager = ({ file, target, kind }: { file: string; target: string; kind: string }) =>
      folderOf(file) === 'nodes' && !file.startsWith('nodes/editor/') && target.startsWith('src/') && kind === 'value';
    expect(offenders(own, eager)).toEqual([]);
  });
});

describe('reading imports', () => {
  it.each([
    ["import { a } from './a.ts';", './a.ts', 'value'],
    ["import {\n  a,\n  b,\n} from './a.ts';", './a.ts', 'value'],
    ["import * as a from 'zod';", 'zod', 'value'],
    ["import 'zod';", 'zod', 'value'],
    ["export * from './a.ts';", './a.ts', 'value'],
    ["import { type A, b } from './a.ts';", './a.ts', 'value'],
    ["import type { A } from './a.ts';", './a.ts', 'type'],
    ["import { type A, type B } from './a.ts';", './a.ts', 'type'],
    ["export type { A } from './a.ts';", './a.ts', 'type'],
    ["const load = () => import('./a.ts');", './a.ts', 'lazy'],
  ])('%s', (source, from, kind) => {
    expect(importsIn(source)).toEqual([{ line: 1, from, kind }]);
  });

  it('finds a circle', () => {
    const graph = { a: ['b'], b: ['c'], c: ['b'], d: [] };
    expect(circleIn(new Map(Object.entries(graph)))).toEqual(['b', 'c', 'b']);
  });
});

function typescriptIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** The folders that directly contain more than `MOST_FILES` of the files. */
function crowdedFolders(files: readonly string[]): string[] {
  const folders = files.map((file) => dirname(file));
  return [...new Set(folders)].filter((folder) => folders.filter((each) => each === folder).length > MOST_FILES);
}

function targetsOf(file: string): string[] {
  return own.filter((each) => each.file === file).map(({ target }) => target);
}

/** The first circle of a graph as the path round it, or nothing. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...path, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
