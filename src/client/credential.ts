import { rememberSecret, secretRedactor } from '../core/secrets/secrets.ts';

/** A token, held where only its uses can reach it. */
export interface Credential {
  /** Those of an authorised request. */
  headers(): Readonly<Record<string, string>>;
  /** `text` with the token blotted out, should a server echo it. */
  redact(text: string): string;
  /** `body`, parsed from `text`, with the token blotted out of its texts and keys. */
  redactBody(body: unknown, text: string): unknown;
  /** A testing token may have one request running at a time (specification, "Limits"). */
  readonly isTesting: boolean;
}

/** Throws a `TypeError` for a token that no header can carry, without quoting it. */
export function credentialOf(token = ''): Credential {
  const secret = token.trim();
  if (/[^\x21-\x7e]/.test(secret)) throw new TypeError('token: only printable ASCII without spaces is allowed');
  rememberSecret(secret);
  const redact = secretRedactor(secret);
  return {
    headers: () => (secret ? { authorization: `Bearer ${secret}` } : {}),
    redact,
    // An escape may hide it in the text; without either nothing has to be copied.
    redactBody: (body, text) => (text.includes('\\') || text !== redact(text) ? mapTexts(body, redact) : body),
    isTesting: secret.includes('_test_sk_'),
  };
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapTexts(item, map)]));
}
