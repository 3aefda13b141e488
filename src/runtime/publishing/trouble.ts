import { detailText } from '../problem-text.ts';
import type { Status, StatusWord } from '../status.ts';

/** The broker that cannot be reached, and the reason. */
export interface BrokerTrouble {
  /** With the port, if the address has one. */
  readonly host: string;
  readonly why: string;
}

/** The status of a config node: only there, so that the other nodes go on showing their own. */
export const brokerStatus = (trouble: BrokerTrouble | undefined, word: StatusWord): Status | Record<string, never> =>
  trouble
    ? {
        fill: 'red',
        shape: 'ring',
        text: word('broker-down', { host: trouble.host, why: detailText(trouble.why, word) }),
      }
    : {};

/** The last trouble, for all who follow it. */
export function createTrouble() {
  const followers = new Set<(trouble: BrokerTrouble | undefined) => void>();
  let last: BrokerTrouble | undefined;
  return {
    tell(trouble: BrokerTrouble | undefined): void {
      last = trouble;
      for (const hear of [...followers]) hear(trouble);
    },
    follow(hear: (trouble: BrokerTrouble | undefined) => void): () => void {
      followers.add(hear);
      if (last !== undefined) hear(last);
      return () => void followers.delete(hear);
    },
  };
}
