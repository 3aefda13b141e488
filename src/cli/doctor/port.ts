import { once } from 'node:events';
import { createServer } from 'node:net';
import { thrownText } from '../../core/file-error.ts';
import { type Diagnosis, error, ok } from './diagnosis.ts';

/** Milliseconds: as long as somebody waits for a page. */
const PATIENCE = 3000;
const ANOTHER = 'choose another --port, or stop the program that uses this one';

/** The port of a service: one that answers, or one that is free. */
export async function portFinding(host: string, port: number): Promise<Diagnosis> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(PATIENCE) });
    await response.body?.cancel();
    const isOurs = response.ok && response.headers.has('x-request-id');
    return isOurs
      ? ok('port', `a service answers at ${address}`)
      : error('port', `${address} is not the service`, ANOTHER);
  } catch {
    return freeFinding(host, port, address);
  }
}

/** Where nobody answers, whether a service could listen. */
async function freeFinding(host: string, port: number, address: string): Promise<Diagnosis> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    return ok('port', `${address} is free`);
  } catch (thrown) {
    const text = thrownText(thrown);
    return error('port', `${address}: ${text}`, /EACCES/.test(text) ? 'choose a --port above 1023' : ANOTHER);
  }
}
