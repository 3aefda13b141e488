import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOPBACK } from '../../../scripts/demo/listen.mts';
import { type Command, codeOf, standIns } from '../../support/device/stand-in-inverters.ts';
import { eventually } from '../../support/eventually.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { type InstalledNodeRed, newProject, startInstalled } from '../../support/node-red/installed-node-red.ts';

type FlowNode = Readonly<Record<string, unknown>>;

const pages = Object.keys(standIns) as (keyof typeof standIns)[];
/** What each speaks to in the place of its inverter; those of Modbus hand their writes to the broker. */
const outOf = (page: string, udpPort: number): FlowNode =>
  page === 'marstek'
    ? {
        type: 'udp out',
        addr: LOOPBACK,
        port: String(udpPort),
        ipv: 'udp4',
        multicast: 'false',
        outport: '',
        base64: false,
      }
    : { type: 'mqtt out', topic: /evcc|victron/.test(page) ? '' : page, qos: '1', retain: '', broker: 'broker' };
const carrier = (page: (typeof pages)[number], udpPort: number): FlowNode[] => [
  { id: page, type: 'function', z: 'tab', func: codeOf(page), outputs: 1, wires: [[`${page}-out`]] },
  { id: `${page}-out`, z: 'tab', ...outOf(page, udpPort), wires: [] },
];
const folder = mkdtempSync(join(tmpdir(), 'dayahead-inverters-'));
/** A broker with what was heard from the Node-RED at it. */
interface Place {
  readonly broker: Mosquitto;
  readonly heard: Subscriber;
  readonly udp: Socket;
  readonly heardByUdp: Command[];
  readonly red: InstalledNodeRed;
}
let home: Place;
/** Where the watch runs. */
let away: Place;
let speaking: NodeJS.Timeout;

/** The battery of the house, ordered to charge by hand, and behind it every inverter at once. */
const house = (udpPort: number, broker: Mosquitto): FlowNode[] => [
  { id: 'tab', type: 'tab', label: 'House' },
  { id: 'site', type: 'dayahead-config', name: 'House', site: 'home', broker: 'typed', brokerUrl: broker.url },
  {
    ...{ id: 'order', type: 'inject', z: 'tab', once: true, onceDelay: '1', props: [{ p: 'payload' }] },
    ...{ payload: '{"soc":50,"override":"charge"}', payloadType: 'json', wires: [['battery']] },
  },
  {
    ...{ id: 'battery', type: 'dayahead-battery', z: 'tab', name: 'Battery', config: 'site', schema: 1, topic: '' },
    ...{ capacityKwh: '10', reserveSoc: '10', chargeKw: '3', dischargeKw: '3', efficiency: '90', wearPerKwh: '0' },
    ...{ fromGrid: true, toGrid: false, wires: [[...pages], []] },
  },
  ...pages.flatMap((page) => carrier(page, udpPort)),
  {
    id: 'broker',
    type: 'mqtt-broker',
    broker: LOOPBACK,
    port: String(broker.port),
    protocolVersion: '5',
    keepalive: '60',
  },
];

/** The flow of the page, with seconds for minutes and a Marstek behind it. */
function watch(udpPort: number, broker: Mosquitto): FlowNode[] {
  const [, flow = ''] = /```json\n([\s\S]+?)```/.exec(readFileSync('docs/integrate/inverters.md', 'utf8')) ?? [];
  const changes: Record<string, FlowNode> = {
    'watch-silence': { units: 's', duration: '3' },
    'watch-inverter': { func: codeOf('marstek'), wires: [['out']] },
    'watch-broker': { broker: LOOPBACK, port: String(broker.port) },
  };
  const nodes: FlowNode[] = JSON.parse(flow);
  return [
    ...nodes.map((node) => ({ ...node, ...changes[String(node.id)] })),
    { id: 'out', z: 'watch', ...outOf('marstek', udpPort), wires: [] },
  ];
}

async function nodeRed(name: string, flow: readonly FlowNode[]): Promise<InstalledNodeRed> {
  const userDir = newProject(join(folder, name));
  mkdirSync(join(userDir, 'node_modules/@dayahead'), { recursive: true });
  symlinkSync(resolve('.'), join(userDir, 'node_modules/@dayahead/node-red-tariffs'));
  writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flow));
  return startInstalled(resolve('node_modules/node/bin/node'), resolve('node_modules/node-red'), userDir);
}

/** @param before what is at the broker before Node-RED starts. */
async function open(name: string, flow: typeof house, before: (at: Subscriber) => void = () => {}): Promise<Place> {
  const broker = await startMosquitto();
  const heard = await subscribe(broker.url);
  before(heard);
  const heardByUdp: Command[] = [];
  const udp = createSocket('udp4', (payload) => {
    heardByUdp.push({ at: Math.floor(Date.now() / 1000), topic: 'marstek', payload: String(payload) });
  });
  udp.bind(0, LOOPBACK);
  await once(udp, 'listening');
  return { broker, heard, udp, heardByUdp, red: await nodeRed(name, flow(udp.address().port, broker)) };
}

const MODE = 'dayahead/home/battery/battery/mode';
beforeAll(async () => {
  const repeatMode = (at: Subscriber) => {
    speaking = setInterval(() => void at.send(MODE, 'charge', { retain: true }), 200);
  };
  [home, away] = await Promise.all([open('house', house), open('watch', watch, repeatMode)]);
});
afterAll(async () => {
  clearInterval(speaking);
  for (const place of [home, away]) {
    await place?.heard.close();
    await place?.red.kill();
    await place?.broker.stop();
    place?.udp.close();
  }
  rmSync(folder, { recursive: true });
});

const prefixes: Record<string, string> = { evcc: 'evcc/', victron: 'W/' };
/** What an inverter has heard up to now. */
const commands = ({ heard, heardByUdp }: Place, page: string, at: number): Command[] =>
  page === 'marstek'
    ? heardByUdp
    : heard.received.flatMap(({ topic, payload }) =>
        topic.startsWith(prefixes[page] ?? page) ? [{ at, topic, payload }] : [],
      );

// Promise P-687 integrate/inverters: the same where a real Node-RED and the broker were killed while it charged
// Promise P-796 operate/failures: Node-RED and the broker are killed
it('when Node-RED and the broker are killed while they charge, all inverters are back at normal within twenty minutes', async () => {
  const { red, broker, heard, heardByUdp } = home;
  const now = Math.floor(Date.now() / 1000);
  const doing = (later: number) => pages.map((page) => standIns[page](commands(home, page, now), now + later));
  const charging = ['charge', 'charge', 'charge 3 kW', 'charge 3 kW', 'charge 3 kW', 'charge 3 kW'];
  await eventually(() => expect(doing(0)).toEqual(charging));
  await red.kill();
  await broker.kill();
  const said = [...heard.received, ...heardByUdp].length;
  expect(doing(20 * 60 + 30)).toEqual(pages.map(() => 'normal'));
  expect([...heard.received, ...heardByUdp]).toHaveLength(said);
});

describe('the watch on another machine', () => {
  const asked = () => away.heardByUdp.map(({ payload }) => JSON.parse(payload).params.config.mode);

  // Promise P-692 integrate/inverters: the watchdog is silent while the mode is published, and sends `normal` once
  //   Node-RED and the broker are dead
  it('says nothing while the mode is said, and normal once Node-RED and the broker are dead', async () => {
    // The speaker stands for the house; what it says is heard for longer than the silence that the watch waits for.
    await eventually(() => expect(away.heard.payloads(MODE).length).toBeGreaterThan(25));
    expect(asked()).toEqual([]);
    clearInterval(speaking);
    await away.heard.close();
    await away.broker.kill();
    await eventually(() => expect(asked()).toEqual(['Auto']));
  });
});
