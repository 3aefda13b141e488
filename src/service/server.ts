import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { thrownText } from '../core/file-error.ts';
import { badRequest, type HttpRefusal, internalError } from './errors.ts';
import { capConnections } from './http/connection-cap.ts';
import { commonHeaders } from './http/request-log.ts';
import type { Service } from './in-process.ts';

/** Milliseconds that a client may take. */
export const CONNECTION_LIMITS = {
  /** For the line and the headers of a request. */
  headersMs: 10_000,
  /** For a whole request. */
  requestMs: 30_000,
  /** The time between two looks that hold connections against both. */
  checkMs: 1000,
  /** For whoever was hung up on to take the answer and close. */
  lingerMs: 1000,
};

export interface ServerOptions {
  /** Loopback unless told otherwise. */
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /**
   * This process is the service and nothing else. Then `Request` and `Response` become quicker ones of the
   * same behaviour; otherwise they belong to whoever runs the process, Node-RED among them, and stay as they are.
   */
  readonly ownsProcess?: boolean;
  readonly limits?: Partial<typeof CONNECTION_LIMITS>;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly url: string;
  /** Finishes the requests that run, ten seconds at most, and frees the port. */
  stop(): Promise<void>;
}

/** Bytes of a request's line and headers. */
const HEAD_BYTES = 8192;
const STOP_MS = 10_000;
const SWEEP_MS = 50;

/** Opens a port for the service; rejects, naming the address, where it is taken or not ours to take. */
export async function startServer(
  { fetch }: Pick<Service, 'fetch'>,
  { host = '127.0.0.1', port = 0, ownsProcess = false, limits }: ServerOptions = {},
): Promise<RunningServer> {
  const listener = getRequestListener(
    (request, env) => {
      const { incoming } = env as HttpBindings;
      if (!hasValidHost(incoming)) return answer(badRequest('a request must have exactly one Host header'));
      return fetch(request, incoming.socket.remoteAddress);
    },
    { overrideGlobalObjects: ownsProcess, hostname: host, errorHandler: failed },
  );
  const { headersMs, requestMs, checkMs, lingerMs } = { ...CONNECTION_LIMITS, ...limits };
  const options = {
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    // Node.js would answer without a body: `hasValidHost` checks it.
    requireHostHeader: false,
  };
  const server = createServer(options, listener)
    .on('clientError', (error: NodeJS.ErrnoException, socket) => hangUp(error, socket, lingerMs))
    .on('connect', (_request, socket) => hangUp({}, socket, lingerMs))
    // Node would answer an expectation it does not know without a body; the service has none to meet.
    .on('checkExpectation', listener);
  capConnections(server);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    const reason = thrownText(cause);
    throw new Error(`cannot listen on ${host} port ${port}: ${reason}`, { cause });
  }
  return { url: urlOf(server.address() as AddressInfo), stop: () => stop(server) };
}

/** RFC 9112, section 3.2: HTTP/1.1 requires one `Host` header, HTTP/1.0 permits none, and no version permits two. */
function hasValidHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const count = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS);
    // A connection that finishes its last answer now would otherwise be kept alive for seconds.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** The answer to what goes wrong before the service sees a request: it answers all others itself. */
function failed(error: unknown): Response {
  if (error instanceof RequestError) return answer(badRequest('the request names no valid URL'));
  process.emitWarning(error instanceof Error ? error : String(error));
  return answer(internalError());
}

/** Answers what is no request, before any of it becomes one, and closes the connection. */
function hangUp({ code = '' }: { readonly code?: string | undefined }, socket: Duplex, lingerMs: number): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const [status, message] = unreadable[code] ?? [400, 'this is no HTTP request'];
  const body = JSON.stringify({ statusCode: status, message });
  const headers = {
    ...commonHeaders(),
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  const deadline = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(deadline));
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, `the address and the headers of a request may have ${HEAD_BYTES} bytes together`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

const answer = ({ status, body }: HttpRefusal) => Response.json(body, { status, headers: commonHeaders() });

const urlOf = ({ address, family, port }: AddressInfo) =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
