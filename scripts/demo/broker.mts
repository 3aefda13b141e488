import { createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { LOOPBACK, listen } from './listen.mts';

export interface Running {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** An MQTT broker on loopback; a `port` of 0 is any free one. */
export async function startBroker(port: number): Promise<Running> {
  const broker = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, (socket: Socket) => broker.handle(socket));
  const taken = await listen(server, port);
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await new Promise<void>((resolve) => broker.close(resolve));
    await closed;
  };
  return { url: `mqtt://${LOOPBACK}:${taken}`, port: taken, stop };
}
