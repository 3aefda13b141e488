// The tariff service on a port of one's own, beside other paths of the same server: PORT=8080 node server.mjs
import { createServer } from 'node:http';
import { createService } from '@dayahead/node-red-tariffs';

const service = createService({ prices: 'replay' });

const server = createServer(async (request, response) => {
  if (request.url === '/hello') return response.end('hello\n');
  const url = new URL(request.url, 'http://service');
  const answer = await service.fetch(new Request(url, { headers: request.headers }), request.socket.remoteAddress);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/v2/dk/consumption/companies`);
  console.log(`Authorization: Bearer ${service.tokens.testing}`);
});
process.once('SIGTERM', () => server.close());
