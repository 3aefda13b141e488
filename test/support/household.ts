import { once } from 'node:events';
import RED from 'node-red';
import type { Demo } from './demo.ts';

type Flow = { readonly id: string; readonly type: string; readonly [field: string]: unknown };

/** Deploys the demo with the household's page of its sites as `page` says, or says by the id of each, and with what `change` makes of its nodes. */
export async function deployPages(
  { editor }: Demo,
  page: string | Readonly<Record<string, string>>,
  change: (flows: readonly Flow[]) => readonly Flow[] = (flows) => flows,
): Promise<void> {
  const flows = (await (await fetch(`${editor.url}flows`)).json()) as Flow[];
  const pageOf = (id: string) => (typeof page === 'string' ? page : (page[id] ?? ''));
  const paged = flows.map((node) => (node.type === 'dayahead-config' ? { ...node, page: pageOf(node.id) } : node));
  const started = once(RED.events, 'flows:started');
  const answer = await fetch(`${editor.url}flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change(paged)),
  });
  if (!answer.ok) throw new Error(`POST flows: ${answer.status}`);
  await started;
}
