import type { Node, NodeAPI } from 'node-red';
import type { Member } from '../../src/runtime/editor/overview.ts';
import type { Flows } from './lifecycle.ts';

/** Asks the running nodes for what they have to tell. */
const ASK = 'dayahead:overview';
/** Tells open editors that a node has something new to tell, and by the events of the runtime the household's page. */
const CHANGED = 'dayahead/overview';

type Ask = (member: Member) => void;
type News<M extends Member> = Omit<M, 'kind' | 'id' | 'name' | 'site'>;
/** With what is known of it before it has started. */
type Who<M extends Member> = Pick<M, 'kind' | 'id' | 'name' | 'site'> & Partial<News<M>>;

/**
 * Lets the nodes of one type, those inside subflows too, take part in the overview with what each has told last. One that is
 * closed for a deployment is there all the while, with nothing to tell: what others show would change for that moment.
 */
export function joinOverview<M extends Member>(
  RED: NodeAPI,
  flows: Pick<Flows, 'onStarted'>,
): (node: Node, who: Who<M>) => (news: News<M>) => void {
  const members = new Map<string, M>();
  const closed = new Set<string>();
  const answer = (ask: Ask) => {
    for (const member of members.values()) ask(member);
  };
  let leave = () => {};
  /** What has not come back by then is gone. */
  const onStarted = () => {
    for (const id of closed) members.delete(id);
    closed.clear();
    if (members.size > 0) return;
    RED.events.off(ASK, answer);
    leave();
  };
  return (node, who) => {
    if (members.size === 0) {
      RED.events.on(ASK, answer);
      leave = flows.onStarted(onStarted);
    }
    // All that `who` leaves out may be left out of a member.
    const tell = (member: Who<M>) => members.set(who.id, member as M);
    let isOpen = true;
    tell(who);
    closed.delete(who.id);
    node.on('close', () => {
      isOpen = false;
      tell(who);
      closed.add(who.id);
    });
    return (news) => {
      if (!isOpen) return;
      tell({ ...who, ...news });
      RED.comms.publish(CHANGED, node.id, false);
      RED.events.emit(CHANGED);
    };
  };
}

/** The nodes that run. */
export function membersOf(RED: NodeAPI): Member[] {
  const members: Member[] = [];
  RED.events.emit(ASK, (member: Member) => members.push(member));
  return members;
}

/** Calls `hear` whenever one of them has something new to tell, until what is returned is called. */
export function onOverview(RED: NodeAPI, hear: () => void): () => void {
  RED.events.on(CHANGED, hear);
  return () => RED.events.off(CHANGED, hear);
}
