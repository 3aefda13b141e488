import { once } from 'node:events';
import RED from 'node-red';
import type { Demo } from './demo.ts';

type Flow = { readonly id: string; readonly type: string; readonly [field: string]: unknown };

type Change = (flows: readonly Flow[]) => readonly Flow[];
/** The page of every site, or of each by its id. */
type Pages = string | Readonly<Record<string, string>>;

/** Sets the household's page of the sites. */
export const withPages =
  (page: Pages): Change =>
  (flows) => {
    const pageOf = (id: string) => (typeof page === 'string' ? page : (page[id] ?? ''));
    return flows.map((node) => (node.type === 'dayahead-config' ? { ...node, page: pageOf(node.id) } : node));
  };

/** Deploys the demo with the household's page of its sites, and with the changes of `change`. */
export async function deployPages({ editor }: Demo, page: Pages, change: Change = (flows) => flows): Promise<void> {
  const flows = (await (await fetch(`${editor.url}flows`)).json()) as Flow[];
  const started = once(RED.events, 'flows:started');
  const answer = await fetch(`${editor.url}flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change(withPages(page)(flows))),
  });
  if (!answer.ok) throw new Error(`POST flows: ${answer.status}`);
  await started;
}

const told = (id: string, payload: object, target: string) => ({
  ...{ id, type: 'inject', z: 'demo-copenhagen', once: true, onceDelay: '0.1', props: [{ p: 'payload' }] },
  ...{ payload: JSON.stringify(payload), payloadType: 'json', wires: [[target]] },
});
const store = {
  ...{ type: 'dayahead-battery', z: 'demo-copenhagen', config: 'demo-site-copenhagen', schema: 1, topic: '' },
  ...{ efficiency: '90', wires: [[], []] },
};
const stores = [
  {
    ...{ ...store, id: 'cellar', name: 'Cellar', capacityKwh: '10', reserveSoc: '10', chargeKw: '5', dischargeKw: '5' },
    ...{ wearPerKwh: '0', fromGrid: true, toGrid: false },
  },
  {
    ...{ ...store, id: 'van', name: 'Van', kind: 'car', capacityKwh: '60', phases: '3', minAmps: '6', maxAmps: '16' },
    ...{ targetSoc: '80', readyBy: '07:00' },
  },
  told('cellar-says', { soc: 40 }, 'cellar'),
  told('van-says', { soc: 40 }, 'van'),
];

/** The demo with a battery and a car in Copenhagen. */
export const withStores: Change = (flows) => [
  ...flows.map((node) =>
    node.id === 'demo-prices' && Array.isArray(node.wires)
      ? { ...node, wires: [[...node.wires[0], 'cellar', 'van'], ...node.wires.slice(1)] }
      : node,
  ),
  ...stores,
];
