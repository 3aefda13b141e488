import { readFileSync } from 'node:fs';

export interface Import {
  readonly line: number;
  /** As written. */
  readonly from: string;
  /** `type` leaves no trace in the compiled file, `lazy` loads when called. */
  readonly kind: 'value' | 'type' | 'lazy';
}

const statement = /^(?:import|export)\s+(?:([^;'"]*?)\s+from\s+)?'([^']+)'/gm;
const call = /\bimport\(\s*'([^']+)'\s*\)/g;

/** Every import and re-export in the text of a module. */
export function importsIn(source: string): Import[] {
  const line = (index: number) => source.slice(0, index).split('\n').length;
  const statements = [...source.matchAll(statement)].map(({ 1: names = '', 2: from = '', index }) => ({
    line: line(index),
    from,
    kind: onlyTypes(names) ? ('type' as const) : ('value' as const),
  }));
  const calls = [...source.matchAll(call)].map(({ 1: from = '', index }) => ({
    line: line(index),
    from,
    kind: 'lazy' as const,
  }));
  return [...statements, ...calls];
}

export const importsOf = (file: string): Import[] => importsIn(readFileSync(file, 'utf8'));

/** `type { A, B }` or `{ type A, type B }`. */
function onlyTypes(names: string): boolean {
  if (names.startsWith('type ')) return true;
  const list = /^\{([^}]*)\}$/.exec(names)?.[1];
  const each =
    list
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  return each.length > 0 && each.every((name) => name.startsWith('type '));
}
