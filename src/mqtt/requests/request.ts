import type { IPublishPacket } from 'mqtt';

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
