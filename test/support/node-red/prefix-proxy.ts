import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

export interface PrefixProxy {
  readonly url: string;
  /** Paths that were asked for outside the prefix. */
  readonly strays: readonly string[];
  stop(): Promise<void>;
}

/** Serves what listens on `port` below `/prefix`, which that knows nothing of, as the ingress of Home Assistant does. */
export async function startPrefixProxy(port: number, prefix: string): Promise<PrefixProxy> {
  const strays: string[] = [];
  const inner = (path = '') => {
    if (!path.startsWith(`${prefix}/`)) strays.push(path);
    return path.slice(prefix.length);
  };
  const server = createServer((asked, answer) => {
    const { method, headers, url } = asked;
    const forwarded = request({ host: LOOPBACK, port, method, headers, path: inner(url) }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const upstream = connect(port, LOOPBACK, () => {
      const pairs = rawHeaders.flatMap((name, i) => (i % 2 ? [] : [`${name}: ${rawHeaders[i + 1]}`]));
      upstream.write([`${method} ${inner(url)} HTTP/1.1`, ...pairs, '', ''].join('\r\n'));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  const taken = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${taken}${prefix}/`,
    strays,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
