import type { Transport } from './transport.ts';

/** Opens nothing, and does not load undici, before the first request: the embedded service needs none of it. */
export function connections(): Transport {
  let opened: Promise<Transport> | undefined;
  return {
    async fetch(url, init) {
      opened ??= import('./undici-transport.ts').then(({ undiciTransport }) => undiciTransport());
      return (await opened).fetch(url, init);
    },
    close: async () => (await opened)?.close(),
  };
}
