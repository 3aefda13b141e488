import { connect, type Socket } from 'node:net';

const CONNECTIONS = 8;

/**
 * Asks `url` over and over on kept connections, each with one request under way, and resolves to the number of answers. It
 * reads no more of an answer than its length, so that the second core is busy with the server and not with us, and never
 * sleeps: to wake us would be work of the server, and as much as all the rest where the core beside it has nothing to do.
 */
export async function generate(url: URL, headers: Record<string, string>, seconds: number): Promise<number> {
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const until = performance.now() + seconds * 1000;
  const awake = () => {
    if (performance.now() < until) setImmediate(awake);
  };
  awake();
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => drive(url, request, until)));
  return answers.reduce((sum, each) => sum + each, 0);
}

async function drive(url: URL, request: string, until: number): Promise<number> {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay();
  let answers = 0;
  for (; performance.now() < until; answers++) {
    socket.write(request);
    await answer(socket);
  }
  socket.destroy();
  return answers;
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
