/** The part of `fetch` that the client needs: the service's app, undici's and the global one all fit. */
export type Fetch = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchResponse>;

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface Transport {
  readonly fetch: Fetch;
  /** Ends running requests and kept connections. */
  close(): Promise<void>;
}
