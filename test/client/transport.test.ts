import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { isClientError } from '../../src/client/errors.ts';
import { eventually } from '../support/eventually.ts';
import { flooding, head, rawServer, type Serve, sending, trickling } from '../support/service/raw-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The address of a server that does with each connection what `serve` says once a request has come in. */
async function serverThat(serve: Serve, tls?: TlsOptions): Promise<string> {
  const server = await rawServer(serve, tls);
  closing.push(server.stop);
  return server.url;
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

describe('a connection of our own', () => {
  it('brings an answer', async () => {
    const body = '[{"version":"20260101","available":true}]';
    const url = await serverThat((socket) => socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`));
    expect(await clientOf(url, 10_000).versions('DE', 'grid', 'X')).toEqual([{ version: '20260101', available: true }]);
  });

  // Promise P-489 operate/reactions: connecting, headers and body have one time together
  it.each([
    ['never answers', () => {}],
    ['never ends its headers', trickling(`${head}x-name: `)],
    ['never ends its body', trickling(`${head}content-length: 1000000\r\n\r\n`)],
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
    ['sends what is no JSON', sending('hello'), 'unreadable'],
    ['sends a body without end', flooding(`${head}\r\n`), 'unreadable'],
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
    const error = await errorFrom(await serverThat(sending('[]'), {}));
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
      flooding(`${head}\r\n`)(socket);
    });
    await errorFrom(url);
    await eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]));
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
