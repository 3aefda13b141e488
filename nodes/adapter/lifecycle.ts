import type { Node, NodeAPI } from 'node-red';
import type { Adapter } from './adapter.ts';

/** Node-RED's news that the flows run; the first time there is no difference to an earlier deployment. */
interface Started {
  readonly diff?: { readonly [change in 'added' | 'changed' | 'rewired']?: readonly string[] } | null;
}

/** Calls `start` once when the flows of a node run, and `again` after every later deployment that changed some. */
export type FollowFlows = (node: Node, start: () => void, again?: () => void) => void;

/** How nodes follow the flows. */
export type Flows = FollowFlows & {
  /** Calls `hear` after every deployment, until what is returned is called. */
  readonly onStarted: (hear: () => void) => () => void;
};

type Follower = (event: Started) => void;
type Join = (follower: Follower) => () => void;

/** The one listener of all node types, by the events of their Node-RED: Node.js warns of a leak above ten listeners, and other packages have some. */
const joins = new WeakMap<NodeAPI['events'], Join>();

function createJoin(events: NodeAPI['events']): Join {
  const followers = new Set<Follower>();
  const notify = (event: Started) => {
    for (const follower of followers) follower(event);
  };
  return (follower) => {
    if (followers.size === 0) events.on('flows:started', notify);
    followers.add(follower);
    return () => {
      followers.delete(follower);
      if (followers.size === 0) events.off('flows:started', notify);
    };
  };
}

export function followFlows({ events }: NodeAPI): Flows {
  const join = joins.get(events) ?? createJoin(events);
  joins.set(events, join);
  const follow: FollowFlows = (node, start, again) => {
    let started = false;
    const leave = join(({ diff }) => {
      if (!started) start();
      else if (diff?.added?.length || diff?.changed?.length || diff?.rewired?.length) again?.();
      started = true;
    });
    node.on('close', () => leave());
  };
  return Object.assign(follow, { onStarted: join });
}

/** The work behind a node from the moment the flows have started until the node closes. */
export interface Life<T> {
  open(): Promise<T>;
  /** After a later deployment: a node downstream may be new. */
  again?(opened: T): void;
  close?(opened: T, options: { readonly removed: boolean }): void | Promise<void>;
}

type LoopTurns = typeof import('../../src/runtime/publishing/loop-turns.ts');

/**
 * Opens and closes with the flows, in a turn of the event loop that is not full. Inputs wait for what is returned, and for such a turn: it
 * rejects where nothing could be opened, which is shown at the node. Once the node is closed they wait for ever: a message that was on its
 * way in a redeploy is lost, as at every node, and must not wake what has stopped.
 */
export function liveWithFlows<T>(flows: FollowFlows, node: Node, adapter: Adapter, life: Life<T>): () => Promise<T> {
  let closed = false;
  let opening: Promise<T> | undefined;
  const opened = new Promise<readonly [T, LoopTurns]>((resolve) => {
    const start = () => {
      const turns = import('../../src/runtime/publishing/loop-turns.ts');
      opening = turns.then(({ inTurn }) => new Promise<void>(inTurn)).then(() => life.open());
      resolve(Promise.all([opening, turns]));
    };
    flows(node, start, () => opened.then(([it]) => life.again?.(it), shown));
  });
  opened.catch(adapter.fail);
  node.on('close', async (removed: boolean, done: () => void) => {
    closed = true;
    await opening?.then((it) => life.close?.(it, { removed }), shown).catch(adapter.fail);
    done();
  });
  return async () => {
    const [it, { inTurn }] = await opened;
    await new Promise<void>(inTurn);
    return closed ? new Promise<never>(() => {}) : it;
  };
}

/** `adapter.fail` has shown it where it happened. */
const shown = () => undefined;
