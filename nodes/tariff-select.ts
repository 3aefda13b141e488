import type { Node, NodeAPI } from 'node-red';
import type { Selection } from '../src/messages/selection.ts';
import { adapt, type NamedDef, type Outputs } from './input.ts';
import { followFlows, liveWithFlows } from './lifecycle.ts';

export default function tariffSelect(RED: NodeAPI): void {
  const flows = followFlows(RED);
  RED.nodes.registerType('dayahead-tariff-select', function (this: Node, def: NamedDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def);
    const messages = () => import('../src/messages/selection.ts');
    let selected: Selection | undefined;

    async function select(selection: Selection | undefined): Promise<Outputs> {
      if (!selection) throw new Error('no tariff is chosen yet');
      const { selectionText } = await messages();
      selected = selection;
      adapter.show({ fill: 'green', shape: 'dot', text: selectionText(selection) });
      return [{ payload: selection }];
    }

    const started = liveWithFlows(flows, this, adapter, {
      async open() {
        const { configuredSelection } = await messages();
        selected = configuredSelection(def);
        if (selected) adapter.send(await select(selected));
        else adapter.show({ fill: 'grey', shape: 'ring', text: RED._('tariff-select.status.none') });
      },
      again: () => selected && adapter.send([{ payload: selected }]),
    });

    adapter.onInput(async (payload) => {
      await started();
      const { configuredSelection, mergeSelection } = await messages();
      const again = !payload || 'refresh' in payload;
      return select(again ? selected : mergeSelection(configuredSelection(def), payload));
    });
  });
}
