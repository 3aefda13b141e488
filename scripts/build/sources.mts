import { readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Figure {
  readonly name: string;
  readonly source: string;
}

/** Where every figure of a catalogue's folder is from, as text: by country each source, and under it what it is of. */
export function sourcesText(dir: string, read: (path: string) => unknown): string {
  const countries = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sections = countries.map(({ name }) => {
    const files = readdirSync(join(dir, name)).map((file) => read(join(dir, name, file)));
    return `${name.toUpperCase()}\n${bySource(files.flatMap((file) => figuresIn(file)))}`;
  });
  return [
    'Where the figures of the shipped catalogue are from. What is an "example value" is no real figure.\n',
    ...sections.sort(),
  ].join('\n');
}

function bySource(figures: readonly Figure[]): string {
  const names = new Map<string, string[]>();
  for (const { name, source } of figures) names.set(source, [...(names.get(source) ?? []), name]);
  return [...names].map(([source, of]) => `  ${source}\n    ${[...new Set(of)].join(', ')}\n`).join('');
}

/** Every row with a source, by its id or its name, else by those of the row around it or by its key. */
function figuresIn(json: unknown, key = ''): Figure[] {
  if (Array.isArray(json)) return json.flatMap((item) => figuresIn(item, key));
  if (typeof json !== 'object' || json === null) return [];
  const { id, name, source } = json as Readonly<Record<string, unknown>>;
  const label = String(id ?? name ?? key);
  const own = typeof source === 'string' ? [{ name: label, source }] : [];
  return [...own, ...Object.entries(json).flatMap(([inner, value]) => figuresIn(value, label || inner))];
}
