import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION_LIMITS, type RunningServer, startServer } from '../../src/service/server.ts';
import { eventually } from '../support/eventually.ts';
import { holdConnections } from '../support/service/held-connections.ts';
import { openService } from '../support/service/service-fixture.ts';

const { Request: request, Response: response } = globalThis;

const running: RunningServer[] = [];
const start = async (...args: Parameters<typeof startServer>) => {
  const server = await startServer(...args);
  running.push(server);
  return server;
};
afterEach(() => Promise.all(running.splice(0).map((server) => server.stop())));

const portOf = ({ url }: RunningServer) => Number(new URL(url).port);

describe('the service on a port', () => {
  it('listens on loopback and answers as it does without a port', async () => {
    const { fetch: inProcess, production } = openService({ random: () => 0 });
    const headers = { Authorization: `Bearer ${production}` };
    const { url } = await start({
      fetch: (request) => inProcess(new URL(request.url).pathname + new URL(request.url).search, headers),
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const path = '/v2/de/dayahead?consumption_tariff=de-spot&resolution=900';
    const [there, here] = [await fetch(url + path, { headers }), await inProcess(path, headers)];
    expect(await there.text()).toBe(await here.text());
    expect(there.headers.get('ETag')).toBe(here.headers.get('ETag'));
  });

  it('hands over the address of the client', async () => {
    const addresses: (string | undefined)[] = [];
    const { url } = await start({ fetch: async (_request, address) => Response.json(addresses.push(address)) });
    await fetch(url);
    expect(addresses).toEqual(['127.0.0.1']);
  });

  it('rejects with a clear error where the port is taken', async () => {
    const service = { fetch: async () => new Response() };
    const port = portOf(await start(service));
    await expect(startServer(service, { port })).rejects.toThrow(
      `cannot listen on 127.0.0.1 port ${port}: listen EADDRINUSE`,
    );
  });

  // Promise P-387 operate/service: a signal ends it when the answers under way are complete
  it('stops when the answers under way are complete, and frees the port', async () => {
    let arrived = () => {};
    let answer = (_: Response) => {};
    const request = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await start({
      fetch: () => {
        arrived();
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const response = fetch(server.url);
    await request;
    const stopped = server.stop();
    answer(new Response('finished'));
    expect(await (await response).text()).toBe('finished');
    await stopped;
    await start({ fetch: async () => new Response() }, { port: portOf(server) });
  });

  // Promise P-386 operate/service: it holds 200 connections
  it('holds 200 connections; for one more that gives way which has asked nothing for the longest time', async () => {
    let answer = () => {};
    const held = new Promise<Response>((resolve) => {
      answer = () => resolve(new Response('held'));
    });
    const asked: string[] = [];
    const server = await start({
      fetch: async ({ url }) => {
        asked.push(new URL(url).pathname);
        return url.endsWith('/held') ? held.then((response) => response.clone()) : new Response('at once');
      },
    });
    const open = async () => {
      const socket = connect(portOf(server), '127.0.0.1').setEncoding('utf8');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const ask = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const closed = (socket: Socket) => new Promise((resolve) => socket.resume().on('close', resolve));
    const [first, second, third] = [await open(), await open(), await open()];
    const others: Socket[] = [];
    for (let i = 3; i < 200; i++) others.push(await open());
    ask(first, '/first');
    expect((await once(first, 'data'))[0]).toContain('at once');
    for (const socket of others) ask(socket, '/held');
    await eventually(() => expect(asked).toHaveLength(198));
    const gone = [closed(second), closed(third), closed(first)];
    const newest = [await open(), await open(), await open()];
    await Promise.all(gone);
    for (const socket of newest) ask(socket, '/newest');
    for (const socket of newest) expect((await once(socket, 'data'))[0]).toContain('at once');
    answer();
    for (const socket of others) expect((await once(socket, 'data'))[0]).toContain('held');
  });

  it('gives a client ten seconds for its headers, thirty for a request and one to leave', () => {
    const allowed = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000, lingerMs: 1000 };
    expect(CONNECTION_LIMITS).toEqual(allowed);
  });

  it.each([
    ['an unfinished request', 'GET / HTTP/1.1\r\n', { headersMs: 100, checkMs: 50 }],
    ['what is no request', 'hello\r\n\r\n', { headersMs: 300_000, requestMs: 300_000 }],
  ])('a connection that sends %s is gone after its answer, though nobody closes it', async (_, sent, waits) => {
    const limits = { ...waits, lingerMs: 50 };
    const { url } = await start({ fetch: async () => new Response('never') }, { limits });
    const accepted: Socket[] = [];
    const keep = (message: unknown) => accepted.push((message as { readonly socket: Socket }).socket);
    diagnostics.subscribe('net.server.socket', keep);
    const sockets = await holdConnections(url, 20, sent);
    await Promise.all(sockets.map((socket) => socket.readableEnded || once(socket, 'end')));
    diagnostics.unsubscribe('net.server.socket', keep);
    expect(accepted).toHaveLength(20);
    await eventually(() => expect(accepted.filter(({ closed }) => !closed)).toEqual([]));
    for (const socket of sockets) socket.destroy();
  });

  it('leaves the global Request and Response as they are', async () => {
    await start({ fetch: async () => new Response() });
    expect(globalThis.Request === request && globalThis.Response === response).toBe(true);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'this is no HTTP request'],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 400, 'this is no HTTP request'],
    // Promise P-384 operate/service: 8 kB of a head are taken
    [
      'a URL of 9000 bytes',
      `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'may have 8192 bytes together',
    ],
    ['9000 bytes of headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(9000)}\r\n\r\n`, 431, '8192'],
  ])('%s never reaches the service; its body says why', async (_, sent, status, message) => {
    const server = await start({ fetch: async () => new Response('never') });
    const socket = connect(portOf(server), '127.0.0.1');
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(`HTTP/1.1 ${status} `);
    expect(head).toContain('Link: </public/attribution>; rel="license"');
    expect(JSON.parse(body)).toEqual({ statusCode: status, message: expect.stringContaining(message) });
  });

  it.each(['GET /a HTTP/1.0\r\n', 'GET /a HTTP/1.1\r\nHost: a\r\nExpect: b\r\n'])(
    'answers %j as any other request',
    async (head) => {
      const server = await start({ fetch: async ({ url }) => new Response(`asked ${new URL(url).pathname}`) });
      const socket = connect(portOf(server), '127.0.0.1');
      socket.end(`${head}Connection: close\r\n\r\n`);
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      expect(answer).toContain('asked /a');
    },
  );

  const badHost = 'a request must have exactly one Host header';
  const badUrl = 'the request names no valid URL';
  // Promise P-385 operate/service: what is no request is answered 400
  it.each([
    ['GET /a HTTP/1.1\r\n', 'no Host', badHost],
    ['GET /a HTTP/1.1\r\nExpect: b\r\n', 'no Host', badHost],
    ['GET /a HTTP/1.1\r\nHost: a\r\nhost: b\r\n', 'two Hosts', badHost],
    ['GET /a HTTP/1.1\r\nHost: a\r\nHost: a\r\n', 'the same Host twice', badHost],
    ['GET /a HTTP/1.0\r\nHost: a\r\nHost: b\r\n', 'two Hosts', badHost],
    ['GET /a HTTP/1.1\r\nHost: a b\r\n', 'a Host with a space', badUrl],
    ['GET /\\a HTTP/1.1\r\nHost: a\r\n', 'a path with a backslash', badUrl],
  ])('answers 400 with a documented body to %j, which has %s', async (head, _, message) => {
    const server = await start({ fetch: async () => new Response('never') });
    const socket = connect(portOf(server), '127.0.0.1');
    socket.end(`${head}Connection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toMatch(/x-request-id: /i);
    expect(answer).toContain(`{"statusCode":400,"message":"${message}"}`);
  });
});
