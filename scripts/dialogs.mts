import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { editorScript } from './build/editor.mts';

type Fields = Readonly<Record<string, unknown>>;

/** What a new node of each of our types has, by its dialog. */
export function dialogDefaults(): Map<string, Fields> {
  const types = new Map<string, Fields>();
  const registerType = (type: string, { defaults }: { defaults: Record<string, { value: unknown }> }) =>
    types.set(type, Object.fromEntries(Object.entries(defaults).map(([field, { value }]) => [field, value])));
  const dialogs = ['config', 'tariff-select', 'price-series', 'cheapest-window', 'forecast', 'battery'];
  for (const dialog of dialogs) {
    const { outputFiles } = buildSync({
      entryPoints: [editorScript(dialog)],
      bundle: true,
      write: false,
      outdir: '.',
    });
    const script = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
    runInNewContext(script, { RED: { nodes: { registerType } }, $: () => ({ val: () => undefined }) });
  }
  return types;
}
