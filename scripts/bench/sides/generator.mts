import { connect, type Socket } from 'node:net';

export interface Load {
  readonly answers: number;
  /** Milliseconds for each answer, many under way. */
  readonly msEach: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 8;

/**
 * Asks `url` over and over on kept connections, each with one request under way. It reads no more of an answer than
 * its length, so that the second core is busy with the server and not with us.
 */
export async function generate(url: URL, headers: Record<string, string>, seconds: number): Promise<Load> {
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const latencies: number[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => drive(url, request, until, latencies)));
  const msEach = (performance.now() - begun) / latencies.length;
  latencies.sort((a, b) => a - b);
  return { answers: latencies.length, msEach, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN };
}

async function drive(url: URL, request: string, until: number, latencies: number[]): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay();
  for (let now = performance.now(); now < until; ) {
    socket.write(request);
    await answer(socket);
    const arrived = performance.now();
    latencies.push(arrived - now);
    now = arrived;
  }
  socket.destroy();
}

/** Waits for one whole answer; one that is not 200 is an error. */
function answer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined;
    const read = (chunk: Buffer) => {
      missing = (missing ?? lengthOf(chunk)) - chunk.length;
      if (missing <= 0) settle(resolve);
    };
    const fail = (error: Error) => settle(() => reject(error));
    const settle = (then: () => void) => {
      socket.off('data', read).off('error', fail);
      then();
    };
    socket.on('data', read).on('error', fail);
  });
}

/** Bytes of the whole answer, head included, whose first bytes are `chunk`. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || !length) throw new Error(`an answer that cannot be measured: ${head}`);
  return end + Number(length);
}
