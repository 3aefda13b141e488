import { connect, createServer, type Socket } from 'node:net';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

/** Stands between a client and a broker. */
export interface MqttProxy {
  readonly url: string;
  /** Ends every connection without a word, as when the client's process dies. */
  cut(): void;
  /** Cuts, and hangs up on everybody until `up`. */
  down(): void;
  up(): void;
  /** Keeps back what the broker says until `release`. */
  hold(): void;
  release(): void;
  /** Answers a greeting in MQTT 5 from now on. */
  answer5(): void;
  close(): void;
}

/** @param hangsUpOn5 ends a connection that greets in MQTT 5 without an answer, as old brokers do. */
export async function startMqttProxy(brokerPort: number, { hangsUpOn5 = false } = {}): Promise<MqttProxy> {
  const sockets = new Set<Socket>();
  const lines = new Map<Socket, Socket>();
  let isDown = false;
  let isOld = hangsUpOn5;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const broker = connect({ port: brokerPort, host: LOOPBACK, noDelay: true });
    lines.set(broker, client);
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // A cut shows as an error at the other end.
      socket.on('error', () => socket.destroy());
    }
    client.once('data', (greeting) => {
      if (isOld && protocolLevel(greeting) === 5) client.destroy();
    });
    client.pipe(broker).pipe(client);
    client.on('close', () => broker.destroy());
    broker.on('close', () => {
      lines.delete(broker);
      client.destroy();
    });
  });
  const port = await listen(server, 0);
  return {
    url: `mqtt://${LOOPBACK}:${port}`,
    cut,
    down: () => {
      isDown = true;
      cut();
    },
    up: () => {
      isDown = false;
    },
    hold: () => {
      for (const [broker, client] of lines) broker.unpipe(client);
    },
    release: () => {
      for (const [broker, client] of lines) broker.pipe(client);
    },
    answer5: () => {
      isOld = false;
    },
    close: () => {
      server.close();
      cut();
    },
  };
}

/** The byte after the protocol's name in a CONNECT packet. */
const protocolLevel = (greeting: Buffer) => greeting[greeting.indexOf('MQTT') + 4];
