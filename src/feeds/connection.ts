import { Agent, fetch } from 'undici';

/** The part of `fetch` that asking a feed needs. */
export type FeedFetch = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FeedResponse>;

export interface FeedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Connections to feeds; they are few and far between, so none is kept. */
export function feedConnections(): { readonly fetch: FeedFetch; close(): Promise<void> } {
  const dispatcher = new Agent({ pipelining: 0 });
  return { fetch: (url, init) => fetch(url, { ...init, dispatcher }), close: () => dispatcher.destroy() };
}
