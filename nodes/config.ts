import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { SiteMember } from '../src/runtime/editor/overview.ts';
import type { RunningServices } from '../src/runtime/polling/service.ts';
import type { Places } from '../src/runtime/publishing/topic-owners.ts';
import type { SiteOptions } from '../src/runtime/site.ts';
import type { SiteCredentials } from '../src/runtime/site-settings.ts';
import { shareDepartures } from './adapter/departures.ts';
import { sharedHeartbeat } from './adapter/heartbeat.ts';
import { languageNamed, ourLanguages } from './adapter/languages.ts';
import { followFlows } from './adapter/lifecycle.ts';
import { redactNode, warnOf } from './adapter/logger.ts';
import { joinOverview } from './adapter/overview.ts';
import { presentOf } from './adapter/saved.ts';
import {
  type ChoosingDef,
  type ConfigNode,
  chosenNodes,
  clockOf,
  type Means,
  shareMeans,
  sourcesOf,
} from './adapter/site.ts';
import { contextStores, sharedFolder, storageOf } from './adapter/storage.ts';
import { wordsFor } from './adapter/words.ts';
import { offerEndpoints } from './admin/admin.ts';
import { offerPageAddresses } from './household/page-addresses.ts';
import { offerHousehold, servesPages } from './household/pages.ts';

type ConfigDef = NodeDef & ChoosingDef & { readonly contextStore?: string; readonly language?: string };

type Self = Node<SiteCredentials> & { -readonly [field in 'site' | 'def' | 'language']: ConfigNode[field] };

export default function config(RED: NodeAPI): void {
  const flows = followFlows(RED);
  const join = joinOverview<SiteMember>(RED, flows);
  const running: RunningServices = new Map();
  const onDispute = warnOf(RED);
  const live: Means['live'] = {
    ...{ folder: sharedFolder(RED), running: new Map(), onDispute, onFigures: warnOf(RED) },
    ...sourcesOf(RED),
  };
  const heartbeat = sharedHeartbeat(RED);
  shareMeans(RED, { running, live, heartbeat });
  const places: Places = new Map();
  const departuresOf = shareDepartures(RED, places);
  offerEndpoints(RED, { running, live, heartbeat });
  offerPageAddresses(RED);
  const takeSite = offerHousehold(RED);
  RED.nodes.registerType<Self, ConfigDef, object, SiteCredentials>('dayahead-config', construct, {
    credentials: {
      token: { type: 'password' },
      tokenUrl: { type: 'text' },
      brokerPassword: { type: 'password' },
      entsoeToken: { type: 'password' },
      entsoeUrl: { type: 'text' },
    },
    settings: {
      dayaheadConfigStores: { value: contextStores(RED), exportable: true },
      dayaheadConfigLanguages: { value: ourLanguages(), exportable: true },
      dayaheadConfigServesPages: { value: servesPages(RED), exportable: true },
    },
  });

  function construct(this: Self, def: ConfigDef): void {
    RED.nodes.createNode(this, def);
    redactNode(this);
    const fail = (error: Error) => this.error(error.message);
    this.def = def;
    this.language = languageNamed(def.language ?? '');
    if (def.language && !this.language)
      this.warn(`language: ${def.language} is none of ${ourLanguages().join(', ')}; the server's is used`);
    const inform = join(this, { kind: 'site', id: this.id, name: def.name, site: this.id });
    let news: Parameters<typeof inform>[0] = {};
    const tell = (more: typeof news) => {
      news = { ...news, ...more };
      inform(news);
    };
    this.site = open(this, def, { onPeak: (peak) => tell({ peak }), onBill: (bill) => tell({ bill }) });
    this.site.then(
      async ({ brokerState, followBroker }) => {
        if (brokerState) tell({ brokerState });
        if (!followBroker) return;
        const { brokerStatus } = await import('../src/runtime/publishing/trouble.ts');
        followBroker((broker) => {
          if (news.broker !== undefined && broker === undefined) this.log('the broker is there again');
          this.status(brokerStatus(broker, wordsFor(RED, this.id, 'config', 'fault')));
          tell({ broker });
        });
      },
      // Those who use the site hear of it too; here it is told once, when the flows have started.
      () => undefined,
    );
    flows(this, () => this.site.then((site) => site.start()).catch(fail));
    this.on('close', async (removed: boolean, done: () => void) => {
      await this.site
        .then(
          (site) => {
            takeSite(this.id, undefined);
            return site.stop({ removed });
          },
          () => undefined,
        )
        .catch(fail);
      done();
    });
  }

  async function open(
    node: Self,
    def: ConfigDef,
    listeners: Pick<SiteOptions, 'onPeak' | 'onBill'>,
  ): ConfigNode['site'] {
    const { createSite } = await import('../src/runtime/site.ts');
    const { siteSettings } = await import('../src/runtime/site-settings.ts');
    const { billOfMonth } = await import('../src/runtime/comparison/site-places.ts');
    const { planInThread } = await import('../src/runtime/planners/connection-planner.ts');
    const onProblem = (text: string) => node.warn(text);
    const means = { places, departures: await departuresOf(), clock: clockOf(RED), onProblem };
    const topicsIn = (store = '') => storageOf(RED, node, store, '-topics');
    try {
      const settings = siteSettings(await presentOf(def), node.credentials ?? {}, chosenNodes(RED, def));
      const { contextStore, page, name } = settings;
      const keeping = storageOf(RED, node, contextStore);
      const dimming = storageOf(RED, node, contextStore, '-grid');
      const metering = storageOf(RED, node, contextStore, '-metering');
      const counters = storageOf(RED, node, contextStore, '-counters');
      const stores = { keeping, dimming, metering, counters, topics: topicsIn(contextStore) };
      const calculateBill = billOfMonth(settings, live);
      const shared = { running, live, heartbeat, planElsewhere: planInThread };
      const site = await createSite({ ...means, ...shared, ...settings, ...stores, ...listeners, calculateBill });
      takeSite(node.id, page && { name, page, site });
      if (page && !servesPages(RED)) node.warn(wordsFor(RED, node.id, 'config')('pageNotServed'));
      return site;
    } catch (error) {
      // A site without a broker switches off what the last settings have left on. It has no part in the shared services: nothing stops it.
      await createSite({ ...means, id: node.id, topics: topicsIn(def.contextStore) });
      throw error;
    }
  }
}
