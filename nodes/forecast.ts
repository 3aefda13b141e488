import type { Node, NodeAPI } from 'node-red';
import type { RunningPowerSource } from '../src/runtime/power/open-power-source.ts';
import { adapt, type NamedDef, type Outputs } from './adapter/adapter.ts';
import { followFlows, liveWithFlows } from './adapter/lifecycle.ts';
import { presentOf } from './adapter/saved.ts';
import { siteOf } from './adapter/site.ts';
import { storageOf } from './adapter/storage.ts';
import { wordsFor } from './adapter/words.ts';
import { offerPowerPreview } from './admin/house-previews.ts';

interface ForecastDef extends NamedDef {
  /** Id of a `dayahead-config` node. */
  readonly config?: string;
}

/** The source at work, and what it answers as messages. */
interface Opened {
  readonly source: RunningPowerSource;
  outputsOf(report: ReturnType<RunningPowerSource['input']>): Outputs;
}

export default function forecast(RED: NodeAPI): void {
  offerPowerPreview(RED);
  const flows = followFlows(RED);
  RED.nodes.registerType('dayahead-forecast', function (this: Node, def: ForecastDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def, wordsFor(RED, def.config, 'config', 'fault'));
    const word = wordsFor(RED, def.config, 'forecast');
    const opened = liveWithFlows<Opened>(flows, this, adapter, {
      open: async () => {
        const { openPowerSource } = await import('../src/runtime/power/open-power-source.ts');
        const { powerStatus } = await import('../src/runtime/power/status.ts');
        const { powerMessage } = await import('../src/messages/power/report.ts');
        const site = await siteOf(RED, def.config);
        const source = await openPowerSource({
          site,
          config: await presentOf(def),
          nodeId: this.id,
          keeping: storageOf(RED, this, site.contextStore),
          onState: (report) => adapter.show(powerStatus(report, word)),
          onError: (error) => this.warn(error instanceof Error ? error.message : String(error)),
        });
        return { source, outputsOf: (report) => [report && { payload: powerMessage(report) }] };
      },
      close: ({ source }, options) => source.close(options),
    });
    adapter.onInput(async (payload) => {
      const { source, outputsOf } = await opened();
      return outputsOf(source.input(payload));
    });
  });
}
