import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { FLOW_FILE, startNodeRed } from '../../../scripts/demo/node-red.mts';
import { certificate, mosquittoTls, PEM } from '../../support/mqtt/certificates.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';

const house = certificate('house.pem');
const certificates = { certType: 'files', cert: house, key: house, ca: certificate('ca.pem'), verifyservercert: true };

/** Two sites: one with the address of the broker and a TLS node, one with a broker node that has the TLS node. */
const flow = (port: number) => [
  { id: 'tls', type: 'tls-config', name: 'Certificates', ...certificates },
  { id: 'core', type: 'mqtt-broker', broker: '127.0.0.1', port: String(port), usetls: true, tls: 'tls' },
  {
    id: 'a',
    type: 'dayahead-config',
    site: 'typed',
    broker: 'typed',
    brokerUrl: `mqtts://127.0.0.1:${port}`,
    tls: 'tls',
  },
  { id: 'b', type: 'dayahead-config', site: 'node', broker: 'node', mqttBroker: 'core' },
];

let folder: string;
let mosquitto: Mosquitto;
let heard: Subscriber;
let editor: Running;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dayahead-certificates-'));
  mosquitto = await startMosquitto(...mosquittoTls);
  const own = { ca: PEM.ca, cert: PEM.house, key: PEM.house };
  heard = await subscribe(`mqtts://127.0.0.1:${mosquitto.port}`, 5, own);
  await writeFile(join(folder, FLOW_FILE), JSON.stringify(flow(mosquitto.port)));
  editor = await startNodeRed({ userDir: folder, port: 0 });
});
afterAll(async () => {
  await editor?.stop();
  await heard?.close();
  await mosquitto?.stop();
  await rm(folder, { recursive: true });
});

it.each(['typed', 'node'])(
  'a site with a core TLS node, %s, is let in by a broker of a private authority',
  async (site) => {
    await heard.until(`dayahead/${site}/status`, 'online');
    expect(heard.payloads(`dayahead/${site}/status`)).toEqual(['online']);
  },
);
