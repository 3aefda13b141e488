import { remoteText } from '../core/secrets/secrets.ts';
import type { WillTerms } from './broker.ts';

/** The error of a connection that failed, with the code of mqtt.js, the socket (a name) or the broker (a number). */
export interface Failure extends Error {
  readonly code?: string | number | undefined;
}

/** Reason codes of MQTT 5. */
const TAKEN_OVER = 142;
const QUOTA_EXCEEDED = 151;

/** A will with the retain flag, or with QoS 1, of which the broker supports none. */
const RETAIN_NOT_SUPPORTED = 154;
const QOS_NOT_SUPPORTED = 155;

/** `Unacceptable protocol version` of 3.1.1 and `Unsupported Protocol Version` of 5. */
const versionCodes: readonly unknown[] = [1, 132];
/** A broker that does not understand the greeting may simply hang up, or not answer. */
const hangUps: readonly unknown[] = [undefined, 'ECONNRESET', 'EPIPE'];

/** True where it says in so many words that it does not speak the version; else it may just have been late. */
export const namesVersion = (failure: Failure | undefined): boolean => versionCodes.includes(failure?.code);

/** True where an attempt that got no welcome may have failed for its protocol version. */
export function refusesVersion(failure: Failure | undefined): boolean {
  return namesVersion(failure) || hangUps.includes(failure?.code);
}

/** The will that a broker may accept after it has refused this one; `undefined` where the will is not the reason. */
export function acceptedWill(will: WillTerms, failure: Failure | undefined): WillTerms | undefined {
  if (failure?.code === RETAIN_NOT_SUPPORTED && will.retain) return { ...will, retain: false };
  if (failure?.code === QOS_NOT_SUPPORTED && will.qos === 1) return { ...will, qos: 0 };
  return undefined;
}

/** Reason codes of a farewell to one who sent what the broker does not take. */
const notTaken: readonly unknown[] = [128, 129, 130, 131, 135, 144, 149, 151, 153, 154];

/** True where what was under way may have ended a connection; not where the broker had only fallen silent. */
export function endsBySending(failure: Failure | undefined): boolean {
  if (failure?.message === 'Keepalive timeout') return false;
  return hangUps.includes(failure?.code) || notTaken.includes(failure?.code);
}

/** True where a broker has refused a message only for the moment. */
export const isFull = (failure: Failure | undefined | null): boolean => failure?.code === QUOTA_EXCEEDED;

/** Facts of our own that a text may need. */
interface Told {
  readonly clientId: string;
  /** Struck out wherever a library repeats it. */
  readonly secret: string | undefined;
  /** Another client of the same name may be behind it, though the broker does not say so. */
  readonly rival: boolean;
}

/** The text of a failure that may be shown to anyone. */
export function failureText(failure: Failure | undefined, { clientId, secret, rival }: Told): string {
  const name = `another client with the id ${clientId}`;
  if (failure?.code === TAKEN_OVER) return `${name} has taken over the connection`;
  const text = String(failure?.message || failure?.code || 'connection closed');
  const told = remoteText(secret ? text.replaceAll(secret, '***') : text);
  return rival ? `${told}, again and again; there may be ${name}` : told;
}
