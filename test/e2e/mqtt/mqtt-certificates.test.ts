import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { certificate, mosquittoTls, PEM } from '../../support/mqtt/certificates.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

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

let mosquitto: Mosquitto;
let heard: Subscriber;
let editor: Running;

beforeAll(async () => {
  mosquitto = await startMosquitto(...mosquittoTls);
  const own = { ca: PEM.ca, cert: PEM.house, key: PEM.house };
  heard = await subscribe(`mqtts://127.0.0.1:${mosquitto.port}`, 5, own);
  editor = await runFlow(flow(mosquitto.port));
});
afterAll(async () => {
  await editor?.stop();
  await heard?.close();
  await mosquitto?.stop();
});

it.each(['typed', 'node'])(
  'a site with a core TLS node, %s, is let in by a broker of a private authority',
  async (site) => {
    await heard.until(`dayahead/${site}/status`, 'online');
    expect(heard.payloads(`dayahead/${site}/status`)).toEqual(['online']);
  },
);
