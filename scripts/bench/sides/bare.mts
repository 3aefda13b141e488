/** The least a server can do: sends what it was given on stdin to whoever asks. Prints its address when it listens. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { LOOPBACK, listen } from '../../demo/listen.mts';

const body = await text(process.stdin);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
process.stdout.write(`${JSON.stringify({ url: `http://${LOOPBACK}:${await listen(server, 0)}` })}\n`);
