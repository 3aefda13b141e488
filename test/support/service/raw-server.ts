import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** What a server does with a connection once a request has come in. */
export type Serve = (socket: Socket) => void;

export interface RawServer {
  /** `http://127.0.0.1:PORT`, or `https` with `tls`. */
  readonly url: string;
  /** What was sent on each connection, the oldest first. */
  readonly requests: readonly string[];
  /** Connections that nobody has closed. */
  open(): number;
  /** What it does from the next connection on. */
  become(serve: Serve): void;
  stop(): Promise<void>;
}

/** A server on a socket that does what a test says, well-formed or not. */
export async function rawServer(serve: Serve, tls?: TlsOptions): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (data) => {
      requests.push(String(data));
      serve(socket);
    });
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open: () => sockets.size,
    become(next) {
      serve = next;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** The start of an answer. */
export const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** The whole of one, after which the connection ends. */
export const sending =
  (body: string): Serve =>
  (socket) =>
    socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

/** Sends `text`, then one byte again and again, never the end. */
export const trickling =
  (text: string): Serve =>
  (socket) => {
    socket.write(text);
    const timer = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(timer));
  };

/** Sends `text`, then megabytes for as long as somebody takes them. */
export const flooding =
  (text: string): Serve =>
  (socket) => {
    socket.write(text);
    const more = () => {
      while (socket.writable && socket.write(Buffer.alloc(1024 * 1024, ' '))) {}
    };
    socket.on('drain', more);
    more();
  };
