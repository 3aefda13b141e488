/** A token, held where only its uses can reach it. */
export interface Credential {
  /** Those of an authorised request. */
  headers(): Readonly<Record<string, string>>;
  /** `text` with the token blotted out, should a server echo it. */
  redact(text: string): string;
  /** A testing token may have one request running at a time (specification, "Limits"). */
  readonly isTesting: boolean;
}

/** Throws a `TypeError` for a token that no header can carry, without quoting it. */
export function credentialOf(token = ''): Credential {
  const secret = token.trim();
  if (/[^\x21-\x7e]/.test(secret)) throw new TypeError('token: only printable ASCII without spaces is allowed');
  return {
    headers: () => (secret ? { authorization: `Bearer ${secret}` } : {}),
    redact: (text) => (secret ? text.replaceAll(secret, '[token]') : text),
    isTesting: secret.includes('_test_sk_'),
  };
}
