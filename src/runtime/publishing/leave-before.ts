import type { BrokerSettings } from '../../mqtt/broker.ts';
import type { ValueStore } from '../store.ts';
import { type Left, readLeft } from './retained-before.ts';
import type { PublishingMeans } from './statements.ts';

/** The brokers that the sites of one process have published to, by their addresses. */
export type Brokers = Map<string, BrokerSettings>;

export interface LeavingMeans extends Pick<PublishingMeans, 'clock' | 'isTaken'> {
  /** The store of what the site has on its broker. */
  readonly store: ValueStore;
  /** The broker that the site has now, if any. */
  readonly broker: BrokerSettings | undefined;
  readonly brokers: Brokers;
  readonly onProblem: ((text: string) => void) | undefined;
}

/**
 * Has the site leave, in the background, the broker that it had in an earlier life where that is another one now: off
 * is said where something was told to be on, and the rest is cleared. `left` resolves once that is done, or cannot be.
 */
export async function leaveBefore(means: LeavingMeans): Promise<{ readonly left: Promise<void> }> {
  const { store, broker, brokers, onProblem } = means;
  const report = ({ message }: Error) => void onProblem?.(message);
  if (broker) brokers.set(broker.url, broker);
  const before = await readLeft(store, broker?.url, brokers).catch(report);
  return { left: before ? leave(before, means).catch(report) : Promise.resolve() };
}

async function leave(left: Left, { brokers, clock, isTaken, onProblem }: LeavingMeans): Promise<void> {
  const broker = brokers.get(left.broker);
  const { leaveBroker } = await import('./departure.ts');
  const isTakenThere = (topic: string) => isTaken(topic, left.broker);
  if (broker && (await leaveBroker({ left, broker, clock, isTaken: isTakenThere }))) return;
  const held = [...left.holds.keys()].map((key) => (key.startsWith('/') ? key.slice(1) : `${left.root}/${key}`));
  if (held.length > 0) onProblem?.(`${left.broker}: off could not be said on ${held.join(', ')}`);
}
