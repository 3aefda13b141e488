import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { commonHeaders } from './answering.ts';
import { badRequest, internalError, type Refusal } from './errors.ts';
import type { Service } from './service.ts';

export interface ServerOptions {
  /** Loopback unless told otherwise. */
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly url: string;
  /** Finishes the requests that run, ten seconds at most, and frees the port. */
  stop(): Promise<void>;
}

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const STOP_MS = 10_000;
const SWEEP_MS = 50;

/** Opens a port for the service; rejects, naming the address, where it is taken or not ours to take. */
export async function startServer(
  { fetch }: Pick<Service, 'fetch'>,
  { host = '127.0.0.1', port = 0 }: ServerOptions = {},
): Promise<RunningServer> {
  const listener = getRequestListener(
    (request, env) => fetch(request, (env as HttpBindings).incoming.socket.remoteAddress),
    // The global Request and Response belong to whoever runs this process, Node-RED among them.
    { overrideGlobalObjects: false, hostname: host, errorHandler: failed },
  );
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, listener);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot listen on ${host} port ${port}: ${reason}`, { cause });
  }
  return { url: urlOf(server.address() as AddressInfo), stop: () => stop(server) };
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

/** What goes wrong before the service sees a request: it answers all others itself. */
function failed(error: unknown): Response {
  if (error instanceof RequestError) return answer(badRequest('the request names no valid URL'));
  process.emitWarning(error instanceof Error ? error : String(error));
  return answer(internalError());
}

const answer = ({ status, body }: Refusal) => Response.json(body, { status, headers: commonHeaders() });

const urlOf = ({ address, family, port }: AddressInfo) =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
