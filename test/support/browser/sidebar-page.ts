import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE } from '../../../scripts/demo/node-red.mts';
import type { FlowNode } from '../node-red/node-red-helper.ts';
import { editorStandIn } from './editor-stand-in.ts';

/** The built sidebar in a plain page, with the editor's jQuery and styles and a stand-in for the rest of the editor. */
export async function sidebarPage(flows: readonly FlowNode[], language: string): Promise<string> {
  const built = await readFile(join(PACKAGE, 'dist/nodes/sidebar.html'), 'utf8');
  const scripts = built.match(/<script.*?<\/script>/gs) ?? [];
  const given = JSON.stringify({ flows, language, words: await wordsIn(language) }).replaceAll('<', '\\u003c');
  return [
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Sidebar</title><link rel="icon" href="data:,">`,
    '<link rel="stylesheet" href="editor/red/style.min.css"><script src="editor/vendor/vendor.js"></script>',
    '<div id="red-ui-sidebar" class="red-ui-editor" style="position: fixed; inset: 0 0 0 auto; width: 420px"></div>',
    `<script>(${editorStandIn})(${given})</script>`,
    // The editor runs the scripts once the markup is there.
    ...[scripts.reduce((rest, script) => rest.replace(script, ''), built), ...scripts],
  ].join('\n');
}

async function wordsIn(language: string): Promise<object> {
  const folder = join(PACKAGE, 'dist/nodes/locales', language);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const sets = files.map(async (name) => [
    name.replace('.json', ''),
    JSON.parse(await readFile(join(folder, name), 'utf8')),
  ]);
  return Object.fromEntries(await Promise.all(sets));
}
