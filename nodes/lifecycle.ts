import type { Node, NodeAPI } from 'node-red';
import { type Adapter, onFlowsStarted } from './input.ts';

/** What runs behind a node from the moment the flows have started until the node closes. */
export interface Life<T> {
  open(): Promise<T>;
  /** After a later deployment: a node downstream may be new. */
  again?(opened: T): void;
  close?(opened: T, options: { readonly removed: boolean }): void | Promise<void>;
}

/** Opens and closes with the flows; inputs wait for what is returned. What cannot be opened is shown at the node. */
export function liveWithFlows<T>(RED: NodeAPI, node: Node, adapter: Adapter, life: Life<T>): Promise<T> {
  let opening: Promise<T> | undefined;
  const opened = new Promise<T>((resolve) => {
    const start = () => {
      opening = life.open();
      resolve(opening);
    };
    onFlowsStarted(RED, node, start, () => opened.then((it) => life.again?.(it), shown));
  });
  opened.catch(adapter.fail);
  node.on('close', async (removed: boolean, done: () => void) => {
    await opening?.then((it) => life.close?.(it, { removed }), shown).catch(adapter.fail);
    done();
  });
  return opened;
}

/** `adapter.fail` has shown it where it happened. */
const shown = () => undefined;
