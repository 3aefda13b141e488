import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { isClientError } from '../../src/client/errors.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The address of a server that does with each connection what `serve` says once a request has come in. */
async function serverThat(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => serve(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(baseUrl: string, deadline: number) {
  const client = createClient({ baseUrl, token: 'dayahead_test_sk_1', deadline });
  closing.push(client.close);
  return client;
}

async function errorFrom(baseUrl: string, deadline = 10_000) {
  const error = await clientOf(baseUrl, deadline)
    .versions('DE', 'grid', 'X')
    .catch((error: unknown) => error);
  if (!isClientError(error)) throw new Error('no error of the client', { cause: error });
  return error;
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Sends `text`, then one byte again and again, never the end. */
function trickle(socket: Socket, text: string): void {
  socket.write(text);
  const timer = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(timer));
}

/** Sends `text`, then megabytes for as long as somebody takes them. */
function flood(socket: Socket, text: string): void {
  socket.write(text);
  const more = () => {
    while (socket.writable && socket.write(Buffer.alloc(1024 * 1024, ' '))) {}
  };
  socket.on('drain', more);
  more();
}

describe('a connection of our own', () => {
  it('brings an answer', async () => {
    const body = '[{"version":"20260101","available":true}]';
    const url = await serverThat((socket) => socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`));
    expect(await clientOf(url, 10_000).versions('DE', 'grid', 'X')).toEqual([{ version: '20260101', available: true }]);
  });

  it.each([
    ['never answers', () => {}],
    ['never ends its headers', (socket: Socket) => trickle(socket, `${head}x-name: `)],
    ['never ends its body', (socket: Socket) => trickle(socket, `${head}content-length: 1000000\r\n\r\n`)],
  ])('gives up at the deadline on a server that %s', async (_, serve) => {
    const error = await errorFrom(await serverThat(serve), 150);
    expect(error.kind).toBe('network');
    expect(error.message).toContain('no complete answer within 0.15 s');
  });

  it.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'network'],
    ['hangs up', (socket: Socket) => socket.end(), 'network'],
    ['talks another protocol', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'network'],
    ['sends half a body', (socket: Socket) => socket.end(`${head}content-length: 100\r\n\r\n[{"version"`), 'network'],
    ['sends what is no JSON', (socket: Socket) => socket.end(`${head}content-length: 5\r\n\r\nhello`), 'unreadable'],
    ['sends a body without end', (socket: Socket) => flood(socket, `${head}\r\n`), 'unreadable'],
  ])('reports a server that %s', async (_, serve, kind) => {
    expect((await errorFrom(await serverThat(serve))).kind).toBe(kind);
  });

  it('reports a server that is not there', async () => {
    const url = await serverThat(() => {});
    await closing.pop()?.();
    expect(await errorFrom(url)).toMatchObject({ kind: 'network', cause: { code: 'ECONNREFUSED' } });
  });

  it('reports a server that does not speak TLS', async () => {
    const url = await serverThat((socket) => socket.end(`${head}content-length: 2\r\n\r\n[]`));
    expect((await errorFrom(url.replace('http:', 'https:'))).kind).toBe('network');
  });

  it('reports a server whose certificate cannot be had', async () => {
    const server = createTlsServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => new Promise((closed) => server.close(closed)));
    const error = await errorFrom(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(error).toMatchObject({ kind: 'network', status: undefined });
  });

  it('reports a name that nobody has', async () => {
    const error = await errorFrom('http://prices.invalid');
    expect(error.kind).toBe('network');
    expect(error.message).toContain('prices.invalid');
  });

  it('keeps no connection open after an answer it gave up on', async () => {
    const sockets: Socket[] = [];
    const url = await serverThat((socket) => {
      sockets.push(socket);
      flood(socket, `${head}\r\n`);
    });
    await errorFrom(url);
    await vi.waitFor(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
  });

  it('ends a running request when it is closed', async () => {
    let arrived: () => void = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const client = clientOf(await serverThat(() => arrived()), 10_000);
    const running = client.versions('DE', 'grid', 'X').catch((error: unknown) => error);
    await arrival;
    await client.close();
    expect(await running).toMatchObject({ kind: 'network' });
  });
});
