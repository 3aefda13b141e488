import { readdirSync } from 'node:fs';

/** The file in a room of `nodes/editor/` that the page of this name begins with. */
export function editorScript(page: string): string {
  const found = readdirSync('nodes/editor', { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(`/${page}.ts`),
  );
  if (!found) throw new Error(`nodes/${page}.html: no script of that name in nodes/editor/`);
  return `nodes/editor/${found}`;
}
