import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { houseOn, ROOT } from '../../support/mqtt/mqtt-house.ts';
import { subscribe } from '../../support/mqtt/subscriber.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mosquitto(...lines: string[]) {
  const broker = await startMosquitto(...lines);
  cleanups.push(broker.stop);
  return broker;
}

async function listener(url: string) {
  const subscriber = await subscribe(url);
  cleanups.push(subscriber.close);
  return subscriber;
}

async function blocks(page: string, language: string): Promise<string[]> {
  const text = await readFile(`docs/integrate/recipes/${page}`, 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``, 'g'))].map(([, block = '']) => block);
}

describe('the shell script', () => {
  /** Runs it beside a `boiler` that writes down how it was called, and a `sleep` that does, and ends when it is told. */
  async function run(script: string, port: number) {
    const folder = await mkdtemp(join(tmpdir(), 'dayahead-shell-'));
    const calls = join(folder, 'calls');
    await writeFile(calls, '');
    await writeFile(join(folder, 'boiler'), `#!/bin/sh\necho "$1" >>'${calls}'\n`);
    await writeFile(join(folder, 'sleep'), sleepIn(folder));
    for (const name of ['boiler', 'sleep']) await chmod(join(folder, name), 0o755);
    const env = {
      ...process.env,
      BROKER: '127.0.0.1',
      PORT: String(port),
      PATH: `${folder}${delimiter}${process.env.PATH}`,
    };
    const child = spawn('sh', ['-c', script], { env, stdio: 'ignore', detached: true });
    const ended = once(child, 'exit');
    cleanups.push(async () => {
      // The script and what it has started.
      if (child.exitCode === null && child.pid) process.kill(-child.pid);
      await ended;
      await rm(folder, { recursive: true });
    });
    return {
      ended,
      calls: async () => (await readFile(calls, 'utf8')).trim().replaceAll('\n', ', '),
      wake: (which: number) => writeFile(join(folder, `awake-${which}`), ''),
      kill: () => child.kill('SIGKILL'),
    };
  }

  /** The first one that begins sleeps until there is a file `awake-1`, and so on; at the most until its folder is gone. */
  const sleepIn = (folder: string) => `#!/bin/sh
echo "sleep $1" >>'${folder}/calls'
own="${folder}/awake-$(grep -c sleep '${folder}/calls')"
while [ -d '${folder}' ] && [ ! -e "$own" ]; do /bin/sleep 0.02; done
echo slept >>'${folder}/calls'
`;

  // Promise P-737 integrate/recipes/*: Shell: runs a command at the start and at every change; what is neither `ON`
  //   nor `OFF` changes nothing
  it('follows the state of the device, and takes a cleared topic for nothing', async () => {
    const [script = ''] = await blocks('shell.md', 'sh');
    const { port, url } = await mosquitto();
    const heard = await listener(url);
    const state = (payload: string) => heard.send(`${ROOT}/window/boiler/state`, payload, { retain: true });
    await state('ON');
    const { calls } = await run(script, port);
    await eventually(async () => expect(await calls()).toBe('start, sleep 1200'));
    for (const payload of ['', 'OFF']) await state(payload);
    await eventually(async () => expect(await calls()).toBe('start, sleep 1200, stop'));
  });

  // Promise P-739 integrate/recipes/*: Shell: an `ON` also ends when broker and publisher are gone
  // Promise P-758 operate/failures: Node-RED and the broker are killed
  it('stops by itself when the broker and whoever published have died and nothing is said again', async () => {
    const [script = ''] = await blocks('shell.md', 'sh');
    const broker = await mosquitto();
    await (await listener(broker.url)).send(`${ROOT}/window/boiler/state`, 'ON', { retain: true });
    const { calls, wake } = await run(script, broker.port);
    await eventually(async () => expect(await calls()).toBe('start, sleep 1200'));
    await broker.kill();
    await wake(1);
    await eventually(async () => expect(await calls()).toBe('start, sleep 1200, slept, stop'));
  });

  // Promise P-740 integrate/recipes/*: Shell: an `ON` also ends when the script itself is gone
  it('stops by itself when it is killed itself', async () => {
    const [script = ''] = await blocks('shell.md', 'sh');
    const broker = await mosquitto();
    await (await listener(broker.url)).send(`${ROOT}/window/boiler/state`, 'ON', { retain: true });
    const { calls, kill, wake } = await run(script, broker.port);
    await eventually(async () => expect(await calls()).toBe('start, sleep 1200'));
    kill();
    await wake(1);
    await eventually(async () => expect(await calls()).toBe('start, sleep 1200, slept, stop'));
  });

  // Promise P-738 integrate/recipes/*: Shell: each `ON` holds for twenty minutes
  it('begins anew with every ON how long it holds', async () => {
    const [script = ''] = await blocks('shell.md', 'sh');
    const { port, url } = await mosquitto();
    const heard = await listener(url);
    const { calls, wake } = await run(script, port);
    const began = 'start, sleep 1200';
    for (const expected of [began, `${began}, ${began}`, `${began}, ${began}, ${began}`]) {
      await heard.send(`${ROOT}/window/boiler/state`, 'ON', { retain: true });
      await eventually(async () => expect(await calls()).toBe(expected));
    }
    for (const which of [1, 2]) await wake(which);
    const both = `${began}, ${began}, ${began}, slept, slept`;
    await eventually(async () => expect(await calls()).toBe(both));
    await wake(3);
    await eventually(async () => expect(await calls()).toBe(`${both}, slept, stop`));
  });

  // Promise P-741 integrate/recipes/*: Shell: a command that waits for a good moment gives up after a second
  it.each([
    ['VERY_CHEAP', 'start'],
    ['NORMAL', ''],
    ['', ''],
  ])('at the level "%s" waits for nothing and calls "%s"', async (level, expected) => {
    const [, script = ''] = await blocks('shell.md', 'sh');
    const { port, url } = await mosquitto();
    await (await listener(url)).send(`${ROOT}/price/level`, level, { retain: true });
    const { ended, calls } = await run(script, port);
    await ended;
    expect(await calls()).toBe(expected);
  });
});

describe('the bridge between two houses', () => {
  async function bridged() {
    const cottage = await mosquitto();
    const [bridge = ''] = await blocks('bridge.md', 'mosquitto');
    const home = await mosquitto(bridge.replace('cottage.example:1883', `127.0.0.1:${cottage.port}`));
    const heard = await listener(cottage.url);
    const house = houseOn(home.url);
    cleanups.push(() => house.publisher.stop({ removed: false }));
    await house.start();
    house.say(10);
    await heard.until(`${ROOT}/price/now`, '0.1');
    return { heard, house, cottage };
  }

  // Promise P-712 integrate/recipes/*: Bridge: every price with the time that it holds
  it('carries every price with the time that it holds', async () => {
    const { cottage } = await bridged();
    const late = await listener(cottage.url);
    await late.until(`${ROOT}/price/now`, '0.1');
    const now = late.received.find(({ topic }) => topic === `${ROOT}/price/now`);
    expect(now?.retained).toBe(true);
    expect(now?.expiry).toBeGreaterThan(800);
    expect(now?.expiry).toBeLessThanOrEqual(900);
  });

  // Promise P-713 integrate/recipes/*: Bridge: commands given there come back
  it.each([
    ['window/car/set/override', 'on', { kind: 'device', device: 'car', key: 'override', payload: 'on' }],
    ['battery/roof/set/override', 'hold', { kind: 'battery', device: 'roof', key: 'override', payload: 'hold' }],
    ['grid/set/import_kw', '4.2', { kind: 'grid', device: '', key: 'import_kw', payload: '4.2' }],
  ])('brings back what is commanded there: %s', async (topic, payload, expected) => {
    const { heard, house } = await bridged();
    const command = once(house.connection, 'command');
    await heard.send(`${ROOT}/${topic}`, payload);
    expect(await command).toEqual([expected]);
  });
});
