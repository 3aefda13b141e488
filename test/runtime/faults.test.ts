import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { isClientError } from '../../src/client/errors.ts';
import { createPoller } from '../../src/runtime/polling/poller.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { PEM } from '../support/mqtt/certificates.ts';
import { flooding, head, rawServer, type Serve, sending, trickling } from '../support/service/raw-server.ts';

const START = 1_800_000_000;
const HOUR = 3600;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serverThat(serve: Serve, tls?: TlsOptions) {
  const server = await rawServer(serve, tls);
  closing.push(server.stop);
  return server;
}

/** An answer that says when to ask again. */
const healthy = (next: number) =>
  sending(JSON.stringify({ currency: 'EUR', next, consumption: { prices: [{ from_utc: START, energy: 0.1 }] } }));

/** A poller on connections of its own, what it heard at which second, and how to hear the next. */
function follow(baseUrl: string, deadline = 10_000) {
  const clock = manualClock(START);
  const client = createClient({ baseUrl, token: 'dayahead_test_sk_1', deadline });
  closing.push(client.close);
  const heard: [second: number, what: string, next: number | null][] = [];
  const question = { country: 'DE', consumption: 'SPOT' } as const;
  const poller = createPoller({ client, clock, random: () => 0 }, question, {
    soon: false,
    onUpdate: ({ nextPoll }) => heard.push([clock.now() - START, 'answer', nextPoll - START]),
    onTrouble: ({ error, retryAt }) =>
      heard.push([clock.now() - START, isClientError(error) ? error.kind : error.name, retryAt && retryAt - START]),
  });
  const hears = async (count: number) => {
    await eventually(() => expect(heard).toHaveLength(count));
    return heard;
  };
  return { clock, client, poller, heard, hears };
}

const half = (socket: Parameters<Serve>[0]) => socket.end(`${head}content-length: 100\r\n\r\n{"currency"`);
const redirecting = (location: string) => sendingStatus('307 Temporary Redirect', `location: ${location}\r\n`);
const sendingStatus =
  (status: string, headers = ''): Serve =>
  (socket) =>
    socket.end(`HTTP/1.1 ${status}\r\n${headers}content-length: 0\r\n\r\n`);

describe('a poller on a real socket', () => {
  // Promise P-486 operate/reactions: the same on real connections
  it.each<[string, Serve, string, number?]>([
    ['no answer at all', () => {}, 'network', 1000],
    ['slow headers', trickling(`${head}x-name: `), 'network', 1000],
    ['a slow body', trickling(`${head}content-length: 1000000\r\n\r\n`), 'network', 1000],
    ['half a body', half, 'network'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'network'],
    ['an early end', (socket) => socket.end(), 'network'],
    ['garbage', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'network'],
    ['a body that is no JSON', sending('<html>Log in</html>'), 'unreadable'],
    ['an endless body', flooding(`${head}\r\n`), 'unreadable'],
    ['a gateway’s 502', sendingStatus('502 Bad Gateway'), 'service'],
    ['a redirect', redirecting('http://127.0.0.1:1/'), 'redirect'],
  ])('asks again half a minute after %s, and then has the prices', async (_, fault, kind, deadline) => {
    const server = await serverThat(fault);
    const { clock, client, poller, hears } = follow(server.url, deadline);
    poller.start();
    await hears(1);
    server.become(healthy(START + 2 * HOUR));
    await clock.advanceBy(30);
    expect(await hears(2)).toEqual([
      [0, kind, 30],
      [30, 'answer', 2 * HOUR],
    ]);
    expect(clock.alarms()).toEqual([START + 2 * HOUR]);
    poller.stop();
    expect(clock.alarms()).toEqual([]);
    await client.close();
    await eventually(() => expect(server.open()).toBe(0));
    expect(server.requests).toHaveLength(2);
  });

  // Promise P-487 operate/reactions: the same where there is no connection
  it.each<[string, () => Promise<string>]>([
    [
      'a certificate nobody vouches for',
      async () => (await serverThat(() => {}, { cert: PEM.broker, key: PEM.broker })).url,
    ],
    ['a server that does not speak TLS', async () => (await serverThat(sending('[]'))).url.replace('http', 'https')],
    ['a name that nobody has', async () => 'http://prices.invalid'],
    [
      'a port that nobody listens on',
      async () => {
        const { url, stop } = await rawServer(() => {});
        await stop();
        return url;
      },
    ],
  ])('asks again ever more rarely with %s', async (_, address) => {
    const { clock, poller, hears } = follow(await address());
    poller.start();
    await hears(1);
    await clock.advanceBy(30);
    expect(await hears(2)).toEqual([
      [0, 'network', 30],
      [30, 'network', 90],
    ]);
    poller.stop();
    expect(clock.alarms()).toEqual([]);
  });

  // Promise P-488 operate/reactions: a token goes along no redirect
  it('sends its token along no redirect', async () => {
    const elsewhere = await serverThat(healthy(START + HOUR));
    const server = await serverThat(redirecting(`${elsewhere.url}/v2/de/dayahead`));
    const { poller, hears } = follow(server.url);
    poller.start();
    await hears(1);
    poller.stop();
    expect(server.requests[0]).toContain('dayahead_test_sk_1');
    expect(elsewhere.requests).toEqual([]);
  });

  it('asks once after a clock that jumps three hours forwards, and once after one that jumps back', async () => {
    const server = await serverThat(healthy(START + HOUR));
    const { clock, poller, hears } = follow(server.url);
    poller.start();
    await hears(1);
    server.become(healthy(START + 10 * HOUR));
    await clock.jumpTo(START + 3 * HOUR);
    await hears(2);
    server.become(healthy(START + 2 * HOUR));
    await clock.jumpTo(START);
    expect(await hears(3)).toEqual([
      [0, 'answer', HOUR],
      [3 * HOUR, 'answer', 10 * HOUR],
      [0, 'answer', 2 * HOUR],
    ]);
    expect(clock.alarms()).toEqual([START + 2 * HOUR]);
    poller.stop();
    expect(server.requests).toHaveLength(3);
  });

  it.each([3, -3])('takes the answer of a request in which the clock jumps by %i hours', async (hours) => {
    let answer: () => void = () => {};
    const server = await serverThat((socket) => {
      answer = () => healthy(START + 12 * HOUR)(socket);
    });
    const { clock, poller, hears } = follow(server.url);
    poller.start();
    await eventually(() => expect(server.requests).toHaveLength(1));
    await clock.jumpTo(START + hours * HOUR);
    answer();
    expect(await hears(1)).toEqual([[hours * HOUR, 'answer', 12 * HOUR]]);
    expect(clock.alarms()).toEqual([START + 12 * HOUR]);
    poller.stop();
    expect(server.requests).toHaveLength(1);
  });
});
