import type { Node, NodeAPI } from 'node-red';
import type { Selection } from '../src/messages/selection.ts';
import type { ChosenTariff } from '../src/runtime/prices/chosen-tariff.ts';
import { adapt, type NamedDef, type Outputs } from './adapter/adapter.ts';
import { followFlows, liveWithFlows } from './adapter/lifecycle.ts';
import { presentOf } from './adapter/saved.ts';
import { siteOf } from './adapter/site.ts';
import { storageOf } from './adapter/storage.ts';
import { wordsFor } from './adapter/words.ts';

interface TariffSelectDef extends NamedDef {
  /** Id of a `dayahead-config` node. */
  readonly config?: string;
}

export default function tariffSelect(RED: NodeAPI): void {
  const flows = followFlows(RED);
  RED.nodes.registerType('dayahead-tariff-select', function (this: Node, def: TariffSelectDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def, wordsFor(RED, def.config, 'config', 'fault'));
    const word = wordsFor(RED, def.config, 'tariff-select');

    async function select(selection: Selection | undefined): Promise<Outputs> {
      if (!selection) {
        adapter.show({ fill: 'grey', shape: 'ring', text: word('status.none') });
        return [];
      }
      const { selectionText } = await import('../src/messages/selection.ts');
      adapter.show({ fill: 'green', shape: 'dot', text: selectionText(selection) });
      return [{ payload: selection }];
    }

    const chosen = liveWithFlows<ChosenTariff>(flows, this, adapter, {
      open: async () => {
        const { openChosenTariff } = await import('../src/runtime/prices/chosen-tariff.ts');
        const { inHousehold } = await import('../src/messages/selection.ts');
        const site = def.config ? await siteOf(RED, def.config) : undefined;
        const it = await openChosenTariff({
          config: inHousehold(await presentOf(def), site?.household),
          keeping: storageOf(RED, this, site?.contextStore ?? ''),
          onProblem: (error) => this.warn(error.message),
        });
        const outputs = await select(it.latest());
        if (outputs.length > 0) adapter.send(outputs);
        return it;
      },
      again: (it) => it.latest() && adapter.send([{ payload: it.latest() }]),
      close: (it, options) => it.close(options),
    });

    adapter.onInput(async (payload) => select((await chosen()).input(payload)));
  });
}
