/**
 * Puts into the nodes of `examples/*.json` what their dialogs would have saved beside what stands there: run it after a
 * dialog has got a field. Usage: node scripts/examples.mts
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dialogDefaults } from './dialogs.mts';

interface FlowNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const types = dialogDefaults();
for (const file of readdirSync('examples').filter((name) => name.endsWith('.json'))) {
  const path = `examples/${file}`;
  const nodes = JSON.parse(readFileSync(path, 'utf8')) as FlowNode[];
  const filled = nodes.map(({ x, y, wires, ...node }) => ({
    ...node,
    ...Object.fromEntries(Object.entries(types.get(node.type) ?? {}).filter(([field]) => !(field in node))),
    ...(x !== undefined && { x, y }),
    ...(wires !== undefined && { wires }),
  }));
  writeFileSync(path, `${JSON.stringify(filled, null, 2)}\n`);
}
