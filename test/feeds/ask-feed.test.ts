import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryDay } from '../../src/core/window.ts';
import { askFeed, FeedError } from '../../src/feeds/ask-feed.ts';
import { feedConnections } from '../../src/feeds/connection.ts';
import { feedAnswer } from '../support/feeds/feed-answers.ts';
import { feedCalled, questionOf } from '../support/feeds/feed-questions.ts';
import {
  flooding,
  head,
  type RawServer,
  rawServer,
  type Serve,
  sending,
  trickling,
} from '../support/service/raw-server.ts';

const question = questionOf('DE-LU', '2026-04-15');
const world = { priceAt: () => 50, until: deliveryDay('2026-04-15').end };
const whole = feedAnswer(new URL('http://x/price?bzn=DE-LU&start=2026-04-15&end=2026-04-15'), world).body;

let server: RawServer;
let connections: ReturnType<typeof feedConnections>;
beforeEach(async () => {
  server = await rawServer(sending(whole));
  connections = feedConnections();
});
afterEach(async () => {
  await connections.close();
  await server.stop();
});

const line = (deadline = 20_000, path = '') => ({
  fetch: connections.fetch,
  address: server.url + path,
  userAgent: 'dayahead-node-red-tariffs/9.9.9',
  deadline,
});
/** The number of quotes, or why there is none. */
async function outcome(serve: Serve, deadline?: number): Promise<unknown> {
  server.become(serve);
  try {
    return (await askFeed(feedCalled('energy-charts'), question, line(deadline))).quotes.length;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return [error.kind, error.message, ...(error.retryAfter === undefined ? [] : [error.retryAfter])];
  }
}
const answering =
  (status: string, headers: string[] = [], body = ''): Serve =>
  (socket) =>
    socket.end([`HTTP/1.1 ${status}`, ...headers, `content-length: ${body.length}`, '', body].join('\r\n'));
const zipped =
  (text: string): Serve =>
  (socket) => {
    const body = gzipSync(text);
    socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.end(body);
  };

describe('an answer over the network', () => {
  it.each<[string, Serve, unknown]>([
    ['whole', sending(whole), 96],
    ['zipped', zipped(whole), 96],
    ['404', answering('404 Not Found'), 0],
    ['204', answering('204 No Content'), 0],
    ['429', answering('429 Too Many Requests'), ['failed', 'answers 429']],
    ['429 with seconds', answering('429 Too Many Requests', ['retry-after: 90']), ['failed', 'answers 429', 90]],
    [
      '429 with a date',
      answering('429 Too Many Requests', [
        'date: Wed, 15 Apr 2026 11:00:00 GMT',
        'retry-after: Wed, 15 Apr 2026 11:02:00 GMT',
      ]),
      ['failed', 'answers 429', 120],
    ],
    [
      '429 with a year',
      answering('429 Too Many Requests', ['retry-after: 31536000']),
      ['failed', 'answers 429', 86_400],
    ],
    ['429 with nonsense', answering('429 Too Many Requests', ['retry-after: soon']), ['failed', 'answers 429']],
    ['500', answering('500 Oh', [], 'https://x/?securityToken=SECRET'), ['failed', 'answers 500']],
    ['a redirect', answering('302 Found', ['location: http://127.0.0.1:9/']), ['failed', 'answers 302']],
    ['a web page', sending('<!doctype html>'), ['unusable', 'its answer is no JSON']],
    [
      'half a body',
      (socket) => socket.end(`${head}content-length: 9999\r\n\r\n${whole.slice(0, 300)}`),
      ['failed', 'cannot be reached: UND_ERR_SOCKET'],
    ],
    ['a flood', flooding(`${head}\r\n[`), ['unusable', 'its answer is longer than any']],
    ['a zip bomb', zipped(' '.repeat(50_000_000)), ['unusable', 'its answer is longer than any']],
    ['a hang-up', (socket) => socket.destroy(), ['failed', 'cannot be reached: UND_ERR_SOCKET']],
  ])('%s', async (_, serve, expected) => {
    expect(await outcome(serve)).toEqual(expected);
  });

  it('that trickles is given up', async () => {
    expect(await outcome(trickling(`${head}\r\n`), 200)).toEqual(['failed', 'no complete answer within 0.2 s']);
  });

  it('of nobody says why without the address', async () => {
    const { url } = server;
    await server.stop();
    const text = await askFeed(feedCalled('entsoe'), question, { ...line(), address: url }).catch(String);
    expect(text).toBe('FeedError: cannot be reached: ECONNREFUSED');
  });

  const said = 'GET https://x.example/?securityToken=SECRET';
  it.each([
    ['an error', new Error(said), 'connection lost'],
    ['an error with a code', Object.assign(new Error(said), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['an error with a code that is no text', Object.assign(new Error(said), { code: 7 }), 'connection lost'],
    [
      'the cause of the cause',
      new Error(said, { cause: new Error(said, { cause: new Error(said) }) }),
      'connection lost',
    ],
    [
      'the cause of the cause with a code',
      new Error(said, { cause: new Error(said, { cause: Object.assign(new Error(said), { code: 'EPIPE' }) }) }),
      'EPIPE',
    ],
    ['a text', said, 'connection lost'],
  ])('that fails with %s says why in a word, without address and token', async (_, thrown, why) => {
    const fetch = () => Promise.reject(thrown);
    const error = await askFeed(feedCalled('entsoe'), { ...question, token: 'SECRET' }, { ...line(), fetch }).catch(
      (error: unknown) => error,
    );
    expect(error).toEqual(new FeedError('failed', `cannot be reached: ${why}`));
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/SECRET|x\.example/);
  });

  it('is asked for with name and version, under the path of the address', async () => {
    await askFeed(feedCalled('energy-charts'), question, line(20_000, '/mirror/'));
    expect(server.requests[0]).toMatch(/^GET \/mirror\/price\?bzn=DE-LU&start=2026-04-15&end=2026-04-15 HTTP\/1.1/);
    expect(server.requests[0]).toContain('user-agent: dayahead-node-red-tariffs/9.9.9');
  });

  it('of OTE is asked for by POST', async () => {
    const asking = askFeed(feedCalled('ote'), questionOf('CZ', '2026-04-15'), line());
    await expect(asking).rejects.toThrow('its answer is no GetDamPricePeriodEResponse');
    expect(server.requests[0]).toMatch(/^POST \/services\/PublicDataService HTTP\/1.1/);
    expect(server.requests[0]).toContain('<pub:StartDate>2026-04-15</pub:StartDate>');
  });
});
