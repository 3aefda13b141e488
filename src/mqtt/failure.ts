/** What mqtt.js, the socket (a name) or the broker (a number) says about a connection that failed. */
export interface Failure extends Error {
  readonly code?: string | number | undefined;
}

/** `Unacceptable protocol version` of 3.1.1 and `Unsupported Protocol Version` of 5. */
const versionCodes: readonly unknown[] = [1, 132];
/** A broker that does not understand the greeting may simply hang up, or not answer. */
const hangUps: readonly unknown[] = [undefined, 'ECONNRESET', 'EPIPE'];

/** Whether an attempt that got no welcome may have failed for its protocol version. */
export function refusesVersion(failure: Failure | undefined): boolean {
  return versionCodes.includes(failure?.code) || hangUps.includes(failure?.code);
}

/** What may be shown to anyone: `secret` is struck out wherever a library repeats it. */
export function failureText(failure: Failure | undefined, secret: string | undefined): string {
  const text = failure?.message || failure?.code || 'connection closed';
  return secret ? String(text).replaceAll(secret, '***') : String(text);
}
