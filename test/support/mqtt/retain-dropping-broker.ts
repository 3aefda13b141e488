import { connect, createServer, type Socket } from 'node:net';
import { LOOPBACK, listen } from '../../../scripts/demo/listen.mts';

/** Bits and property numbers of MQTT 5. */
const WILL_RETAIN = 0x20;
const WILL_DELAY_INTERVAL = 0x18;
const MAXIMUM_QOS = 0x24;

/**
 * Stands before a broker and treats wills as RabbitMQ does: one that waits is not retained when it comes. It says, like
 * RabbitMQ, that it knows no QoS 2.
 */
export async function startRetainDroppingBroker(brokerPort: number) {
  const clients = new Set<Socket>();
  const delays: boolean[] = [];
  const server = createServer({ noDelay: true }, (client) => {
    const broker = connect({ port: brokerPort, host: LOOPBACK, noDelay: true });
    clients.add(client);
    for (const socket of [client, broker]) socket.on('error', () => socket.destroy());
    client.once('data', (greeting) => {
      delays.push(willWaits(greeting));
      broker.write(willWaits(greeting) ? withoutRetain(greeting) : greeting);
      client.pipe(broker);
    });
    broker.once('data', (welcome) => {
      client.write(withMaximumQos(welcome));
      broker.pipe(client);
    });
    client.on('close', () => broker.destroy());
    broker.on('close', () => client.destroy());
  });
  const port = await listen(server, 0);
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  return {
    url: `mqtt://${LOOPBACK}:${port}`,
    /** Of each greeting so far, true where its will was to wait. */
    delays,
    /** Ends every connection as when the client's process dies, and lets nobody in any more. */
    down: () => {
      server.close();
      cut();
    },
  };
}

/** Behind the protocol's name: level, flags, two bytes of keep-alive, then the properties. */
const levelAt = (greeting: Buffer) => greeting.indexOf('MQTT') + 4;

/** The properties of a will follow the client's id; all lengths here are less than 128. */
function willWaits(greeting: Buffer): boolean {
  const level = levelAt(greeting);
  if (greeting.readUInt8(level) !== 5) return false;
  const id = level + 4 + 1 + greeting.readUInt8(level + 4);
  const properties = id + 2 + greeting.readUInt16BE(id);
  return greeting.readUInt8(properties) > 0 && greeting.readUInt8(properties + 1) === WILL_DELAY_INTERVAL;
}

function withoutRetain(greeting: Buffer): Buffer {
  const flags = levelAt(greeting) + 1;
  const changed = Buffer.from(greeting);
  changed.writeUInt8(changed.readUInt8(flags) & ~WILL_RETAIN, flags);
  return changed;
}

/** Type, length, flags, reason, then the properties with their length. */
function withMaximumQos(welcome: Buffer): Buffer {
  const [type = 0, length = 0, flags = 0, reason = 0, properties = 0] = welcome;
  const head = [type, length + 2, flags, reason, properties + 2, MAXIMUM_QOS, 1];
  return Buffer.concat([Buffer.from(head), welcome.subarray(5)]);
}
