import type { Node, NodeAPI } from 'node-red';
import type {
  BatteryMember,
  DeviceMember,
  Member,
  PricesMember,
  SiteMember,
} from '../../src/runtime/editor/overview.ts';

/** Asks the running nodes for what they have to tell. */
const ASK = 'dayahead:overview';
/** Tells open editors that a node has something new to tell, and by the events of the runtime the household's page. */
const CHANGED = 'dayahead/overview';

type Ask = (member: Member) => void;
type News<M extends Member> = Omit<M, 'kind' | 'id' | 'name' | 'site'>;
type Who<M extends Member> = Pick<M, 'kind' | 'id' | 'name' | 'site'>;

/**
 * Lets the nodes of one type, those inside subflows too, take part in the overview: each from its construction until it
 * closes, with what it has told last.
 */
export function joinOverview<M extends PricesMember | DeviceMember | BatteryMember | SiteMember>(
  RED: NodeAPI,
): (node: Node, who: Who<M>) => (news: News<M>) => void {
  const members = new Map<Node, Member>();
  const answer = (ask: Ask) => {
    for (const member of members.values()) ask(member);
  };
  return (node, who) => {
    if (members.size === 0) RED.events.on(ASK, answer);
    members.set(node, who as Member);
    node.on('close', () => {
      members.delete(node);
      if (members.size === 0) RED.events.off(ASK, answer);
    });
    return (news) => {
      if (!members.has(node)) return;
      members.set(node, { ...who, ...news } as Member);
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
