import type { Credential } from './credential.ts';
import { NetworkError } from './errors.ts';
import type { Fetch, FetchResponse } from './transport.ts';

export interface HttpAnswer {
  readonly status: number;
  /** The header's value; `undefined` where it is absent or empty. */
  header(name: string): string | undefined;
  /** `undefined` where the body is longer than any that the service sends. */
  readonly text: string | undefined;
}

/** 2 MiB: beyond the longest listing of a country's companies, or of a company's tariffs. */
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Asks `url` and takes in the whole answer. `deadline` is in milliseconds and covers connecting, headers and body
 * together, so that no trickle stretches it. Throws a `NetworkError`.
 */
export async function exchange(
  url: string,
  headers: Readonly<Record<string, string>>,
  { fetch, deadline, redact }: { fetch: Fetch; deadline: number; redact: Credential['redact'] },
): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(deadline);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal,
    });
    const header = (name: string) => redact(response.headers.get(name) ?? '') || undefined;
    return { status: response.status, header, text: await textOf(response) };
  } catch (error) {
    const cause = safeCopy(error, redact);
    const what = signal.aborted ? `no complete answer within ${deadline / 1000} s` : cause.message;
    throw new NetworkError({ url }, what, { cause });
  }
}

async function textOf({ body }: FetchResponse): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The reason at the bottom of `error`. A copy, because what libraries throw may hold more than its text, such as the
 * bytes of an answer that could not be parsed, with whatever they echo.
 */
export function safeCopy(error: unknown, redact: Credential['redact']): Error {
  let reason = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  if (!(reason instanceof Error)) return new Error(redact(String(reason)));
  const code = 'code' in reason && typeof reason.code === 'string' ? reason.code : undefined;
  const copy = new Error(redact(reason.message || code || reason.name));
  return Object.assign(copy, { name: reason.name, ...(code && { code }) });
}
