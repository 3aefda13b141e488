import type { IPublishPacket } from 'mqtt';
import { isTopic } from '../sendable.ts';
import { siteRootOf } from '../topics.ts';
import { memberTopic } from './members.ts';

/** A request that is to be answered. */
export interface PlanRequest {
  readonly topic: string;
  readonly payload: string;
  readonly responseTopic: string;
  readonly correlationData: Buffer;
  /** Milliseconds of the worker's clock; left out where it does not expire. */
  readonly expiresAt?: number;
}

/** The request of a message that was received at `now` (ms); `undefined` where nobody could tell what the answer is to. */
export function requestOf({ topic, payload, properties }: IPublishPacket, now: number): PlanRequest | undefined {
  const { responseTopic, correlationData, messageExpiryInterval: seconds } = properties ?? {};
  if (!responseTopic || !correlationData) return undefined;
  return {
    ...{ topic, payload: payload.toString(), responseTopic, correlationData },
    ...(seconds !== undefined && { expiresAt: now + 1000 * seconds }),
  };
}

/**
 * Whether an answer may go to the response topic of a request. Otherwise a sender could have a worker write where the sender
 * itself may not: answers lie below `root` or below `answers`, never on a topic that takes commands, that takes requests, that a site
 * publishes, or that the workers use themselves.
 * @param answers another topic that answers may lie below.
 */
export function isAnswerable({ responseTopic }: PlanRequest, root: string, answers?: string): boolean {
  const isBelow = (topic: string | undefined) => topic !== undefined && responseTopic.startsWith(`${topic}/`);
  if (!isTopic(responseTopic) || !(isBelow(root) || isBelow(answers))) return false;
  if (responseTopic.split('/').includes('set') || responseTopic.endsWith('/plan/request')) return false;
  if (responseTopic.startsWith(memberTopic(root, ''))) return false;
  const [site, ...levels] = isBelow(root) ? responseTopic.slice(root.length + 1).split('/') : [];
  return site === undefined || siteRootOf(`root/${site}/${levels.join('/')}`) === undefined;
}
