import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { Aedes } from 'aedes';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

interface WebsocketLibrary {
  WebSocketServer: new (
    options: object,
  ) => { on(event: 'connection', listener: (socket: object, request: IncomingMessage) => void): void };
  createWebSocketStream(socket: object): Duplex;
}

/** The one that mqtt.js itself depends on. */
const library: WebsocketLibrary = createRequire(createRequire(import.meta.url).resolve('mqtt'))('ws');

/** An MQTT broker that is reached through websockets on `path`, secure ones where `tls` is given. */
export async function startWebsocketBroker(
  path: string,
  tls?: TlsOptions,
): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const broker = await Aedes.createBroker();
  const server = tls ? createSecureServer(tls) : createServer();
  const sockets = new library.WebSocketServer({ server, path });
  sockets.on('connection', (socket, request) => broker.handle(library.createWebSocketStream(socket), request));
  const port = await listen(server, 0);
  return {
    url: `${tls ? 'wss' : 'ws'}://${LOOPBACK}:${port}`,
    port,
    stop: async () => {
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}
