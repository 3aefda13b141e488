import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startMosquitto } from '../../test/support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../test/support/mqtt/subscriber.ts';
import { FLOW_FILE } from '../demo/node-red.mts';
import type { Held } from '../soak/devices/node-red.mts';
import { secondsOf } from './process.mts';

/** What one Node-RED takes that runs so many homes. */
export interface HomeScale {
  readonly homes: number;
  /** After a collection. */
  readonly megabytes: number;
  /** Processor time from its start until every device and battery has its plan at the broker. */
  readonly seconds: number;
}

const DEVICES = 4;

/** Node-RED with so many homes, each with prices, four devices, a battery and a connection to the broker. */
export async function homeScale(counts: readonly number[]): Promise<HomeScale[]> {
  const figures: HomeScale[] = [];
  for (const homes of counts) figures.push(await measured(homes));
  return figures;
}

async function measured(homes: number): Promise<HomeScale> {
  const broker = await startMosquitto('max_queued_messages 0');
  const heard = await subscribe(broker.url);
  const userDir = mkdtempSync(join(tmpdir(), 'dayahead-scale-'));
  const flow = Array.from({ length: homes }, (_, i) => home(`home-${i + 1}`, broker.url)).flat();
  writeFileSync(join(userDir, FLOW_FILE), JSON.stringify(flow));
  const nodeRed = fork(join(import.meta.dirname, '../soak/devices/node-red.mts'), [userDir], {
    execArgv: ['--expose-gc', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
  });
  await once(nodeRed, 'message');
  await planned(heard, homes * (DEVICES + 1));
  const seconds = secondsOf(nodeRed.pid);
  const { rssMb } = await held(nodeRed);
  nodeRed.kill('SIGKILL');
  await heard.close();
  await broker.stop();
  rmSync(userDir, { recursive: true, force: true });
  return { homes, megabytes: rssMb, seconds };
}

async function held(nodeRed: ChildProcess): Promise<Held> {
  nodeRed.send('held');
  const [message] = await once(nodeRed, 'message');
  return message as Held;
}

async function planned(heard: Subscriber, plans: number): Promise<void> {
  const isPlan = ([topic, payload]: readonly [string, string]) =>
    topic.endsWith('/plan') && payload.includes('"planned"');
  while (Object.entries(heard.shown()).filter(isPlan).length < plans) await setTimeout(250);
}

function home(site: string, brokerUrl: string) {
  const [tab, config] = [`${site}-tab`, `${site}-site`];
  const common = { z: tab, config, schema: 1 };
  const devices = Array.from({ length: DEVICES }, (_, i) => ({
    ...{ id: `${site}-device-${i + 1}`, type: 'dayahead-cheapest-window', name: `Device ${i + 1}`, ...common },
    ...{ minutes: '60', powerKw: '2', shape: i % 2 === 0 ? 'split' : 'contiguous', wires: [[], []] },
  }));
  const battery = {
    ...{ id: `${site}-battery`, type: 'dayahead-battery', name: 'Battery', ...common, capacityKwh: '10' },
    ...{ reserveSoc: '10', chargeKw: '5', dischargeKw: '5', efficiency: '90', wearPerKwh: '0.03', wires: [[], []] },
  };
  return [
    { id: tab, type: 'tab', label: site },
    {
      ...{ id: config, type: 'dayahead-config', name: site, site, discoveryPrefix: 'homeassistant' },
      ...{ broker: 'typed', brokerUrl, prices: 'replay' },
    },
    {
      ...{ id: `${site}-prices`, type: 'dayahead-price-series', name: 'Prices', ...common, publishAs: 'price' },
      ...{ country: 'DK', consumption: { id: 'dk-example-spot-dk2' } },
      wires: [[...devices, battery].map(({ id }) => id), []],
    },
    {
      ...{ id: `${site}-soc`, type: 'inject', z: tab, props: [{ p: 'payload' }], once: true, onceDelay: 0.1 },
      ...{ payload: '{"soc":40}', payloadType: 'json', wires: [[battery.id]] },
    },
    ...devices,
    battery,
  ];
}
