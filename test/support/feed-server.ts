import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FeedWorld, feedAnswer } from './feed-answers.ts';

/** Every feed at one address on this machine, and the paths it was asked for. */
export async function feedServer(world: FeedWorld) {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '');
    const { status, body } = feedAnswer(new URL(request.url ?? '', 'http://feed'), world, await text(request));
    response.writeHead(status).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}
