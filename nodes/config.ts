import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { RunningServices } from '../src/runtime/service.ts';
import type { BrokerNode, SiteCredentials, TlsNode } from '../src/runtime/site-settings.ts';
import { offerListings } from './admin.ts';
import { followFlows } from './lifecycle.ts';
import { type ConfigNode, clockOf } from './site.ts';

interface ConfigDef extends NodeDef {
  /** Id of a core `mqtt-broker` node. */
  readonly mqttBroker?: string;
  /** Id of a core `tls-config` node. */
  readonly tls?: string;
}

type Self = Node<SiteCredentials> & { -readonly [field in 'site']: ConfigNode[field] };

export default function config(RED: NodeAPI): void {
  offerListings(RED);
  const flows = followFlows(RED);
  const running: RunningServices = new Map();
  RED.nodes.registerType<Self, ConfigDef, object, SiteCredentials>('dayahead-config', construct, {
    credentials: { token: { type: 'password' }, brokerPassword: { type: 'password' } },
  });

  function construct(this: Self, def: ConfigDef): void {
    RED.nodes.createNode(this, def);
    const fail = (error: Error) => this.error(error.message);
    this.site = open(this, def);
    // Those who use the site hear of it too; here it is told once, when the flows have started.
    this.site.catch(() => undefined);
    flows(this, () => this.site.then((site) => site.start()).catch(fail));
    this.on('close', async (removed: boolean, done: () => void) => {
      await this.site
        .then(
          (site) => site.stop({ removed }),
          () => undefined,
        )
        .catch(fail);
      done();
    });
  }

  async function open(node: Self, def: ConfigDef): ConfigNode['site'] {
    const broker = def.mqttBroker ? (RED.nodes.getNode(def.mqttBroker) as BrokerNode | null) : undefined;
    const tls = def.tls ? (RED.nodes.getNode(def.tls) as (Node & TlsNode) | null) : undefined;
    const { createSite } = await import('../src/runtime/site.ts');
    const { siteSettings } = await import('../src/runtime/site-settings.ts');
    return createSite({
      ...siteSettings(def, node.credentials ?? {}, { broker, tls }),
      clock: clockOf(RED),
      running,
      onProblem: (text) => node.warn(text),
    });
  }
}
