import type { IPublishPacket } from 'mqtt';
import { isTopic } from '../sendable.ts';
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
 * False of a response topic that no answer may go to: none that a broker takes, or one of the workers' own, on which whoever may not
 * write there himself would have a worker do it for him.
 */
export const isAnswerable = ({ responseTopic }: PlanRequest, root: string): boolean =>
  isTopic(responseTopic) && !responseTopic.startsWith(memberTopic(root, ''));
