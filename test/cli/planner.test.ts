import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { startBroker } from '../../scripts/demo/broker.mts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startScriptedBroker, subscribed, WELCOME } from '../support/mqtt/scripted-broker.ts';
import { houseQuestion } from '../support/planner/house/house-question.ts';
import { planRequester } from '../support/planner/plan-requester.ts';

/** The built command. */
const COMMAND = 'dist/src/cli/planner.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } = spawn(
    process.execPath,
    [COMMAND, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  cleanups.push(() => child.kill('SIGKILL'));
  const log = text(child.stderr);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const ready = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line));
  return { child, log, exit, ready };
}

async function broker(...lines: string[]) {
  const mosquitto = await startMosquitto(...lines);
  cleanups.push(mosquitto.stop);
  return mosquitto;
}

async function asking(url: string) {
  const requester = await planRequester(url);
  cleanups.push(requester.close);
  return requester;
}

const SECRET = 'open/ses@me';
const NO_BROKER = '--broker must be mqtt://, mqtts://, ws:// or wss:// and a host, e.g. mqtt://localhost:1883\n';
const UNREADABLE = '--broker cannot be read: in a name or a password, write % as %25, @ as %40, : as %3A, / as %2F';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));

describe('dayahead-planner', () => {
  // Promise P-829 operate/planner-service: a planner is killed
  it('of two, one killed in the middle leaves none of 40 requests without its answer, and both would have had the same', async () => {
    const { url } = await broker();
    const [killed, left] = [run(['--broker', url]), run(['--broker', url])];
    expect(await killed.ready).toEqual({ planner: expect.any(String), requests: 'dayahead/+/plan/request' });
    await left.ready;
    const requester = await asking(url);
    const all = numbers(40);
    for (const to of all) await requester.ask(to, houseQuestion());
    await requester.answered('0');
    killed.child.kill('SIGKILL');
    const answers = await requester.answered(...all);
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ devices: [{ reason: 'planned' }] });
  });

  it('ends on SIGTERM when it has answered what it holds, and says what it has done', async () => {
    const { url } = await broker();
    const { child, ready, exit, log } = run(['--broker', url, '--root', 'estate/east']);
    await ready;
    const requester = await planRequester(url, 'estate/east');
    cleanups.push(requester.close);
    await requester.ask('wrong', { now: 'noon' });
    await requester.ask('right', houseQuestion());
    const [wrong] = await requester.answered('wrong');
    expect(JSON.parse(wrong ?? '').error).toMatch(/^now: expected ISO 8601 with an offset/);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    await requester.answered('right');
    expect(JSON.parse(await log)).toEqual({
      time: expect.any(String),
      stopped: { answered: 1, refused: 1, expired: 0, dropped: 0, processorMsPerPlan: expect.any(Number) },
    });
  });

  // Promise P-839 operate/planner-service: user and password of the broker
  it('takes user and password from the environment or from the address, and tells neither', async () => {
    const { port } = await broker('allow_anonymous false', `password_file ${passwords('planner', SECRET)}`);
    const address = `mqtt://127.0.0.1:${port}`;
    const keys = { DAYAHEAD_BROKER_USER: 'planner', DAYAHEAD_BROKER_PASSWORD: SECRET };
    const workers = [
      run(['--broker', address], keys),
      run(['--broker', `mqtt://planner:${encodeURIComponent(SECRET)}@127.0.0.1:${port}`]),
    ];
    const refused = run(['--broker', address], { ...keys, DAYAHEAD_BROKER_PASSWORD: `not ${SECRET}` });
    const refusal = once(createInterface(refused.child.stderr), 'line');
    for (const { child, ready, exit, log } of workers) {
      await ready;
      child.kill('SIGTERM');
      expect(await exit).toBe(0);
      expect(await log).not.toContain(SECRET);
    }
    const [line] = await refusal;
    expect(JSON.parse(line)).toEqual({ time: expect.any(String), warning: 'Connection refused: Not authorized' });
  });

  // Promise P-838 operate/planner-service: the broker has no shared subscriptions, or only 3.1.1
  it.each([
    [
      '3.1.1 alone',
      () => startBroker(0),
      /^dayahead-planner: the broker speaks MQTT 3\.1\.1 alone; planners need MQTT 5/,
    ],
    [
      'no shared subscriptions',
      unshared,
      /^dayahead-planner: the broker has no shared subscriptions, which planners need\n/,
    ],
    [
      'a subscription refused',
      refusing,
      /^dayahead-planner: the broker has no shared subscriptions, .*: .*not supported/i,
    ],
  ])('of a broker with %s it says so, and ends with 1', async (_, start, told) => {
    const other = await start();
    cleanups.push(() => other.stop());
    const { exit, log } = run(['--broker', other.url]);
    expect(await exit).toBe(1);
    const lines = (await log).split('\n').filter((line) => !line.startsWith('{'));
    expect(lines.join('\n')).toMatch(told);
  });

  it.each([
    [[], NO_BROKER],
    [['--broker', 'http://localhost'], NO_BROKER],
    [['--broker', 'mqtt://'], NO_BROKER],
    [['--broker', `planner:${SECRET}@host`], NO_BROKER],
    [['--broker', `//planner:${SECRET}@host`], NO_BROKER],
    [['--broker', `mqtt://planner:${SECRET}%@host`], UNREADABLE],
    [['--broker', `mqtt://planner:${SECRET}%FF@host`], UNREADABLE],
    [['--broker', `mqtt://planner:12/${SECRET}@host`], UNREADABLE],
    [['--broker', `ws://planner:1@2\\${SECRET}@host`], UNREADABLE],
    [['--broker', 'mqtt://localhost', '--root', 'a/#'], '--root must be a topic such as dayahead, without + and #'],
    [['--brokers', 'mqtt://localhost'], 'Unknown option "--brokers"\n'],
  ])('a command line that cannot be followed is exit code 2: %j', async (args, told) => {
    const { exit, log } = run(args);
    expect(await exit).toBe(2);
    expect(await log).toContain(`dayahead-planner: ${told}`);
    expect(await log).not.toMatch(/open|ses@me/);
  });
});

/** A file with the digest of a password, as Mosquitto wants it. */
function passwords(user: string, password: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'passwords');
  execFileSync('mosquitto_passwd', ['-b', '-c', file, user, password]);
  return file;
}

const [CONNECT, SUBSCRIBE, UNSUBSCRIBE] = [1, 8, 10];
/** UNSUBACK for one topic. */
const unsubscribed = (packet: Buffer) => [0xb0, 4, ...packet.subarray(2, 4), 0, 0];
/** As RabbitMQ answers: CONNACK with `Shared Subscription Available` 0. */
const unshared = () => startScriptedBroker({ [CONNECT]: () => [0x20, 5, 0, 0, 2, 42, 0], [UNSUBSCRIBE]: unsubscribed });
/** A SUBACK with `Shared Subscriptions not supported`. */
const refusing = () =>
  startScriptedBroker({
    [CONNECT]: () => WELCOME,
    [SUBSCRIBE]: (packet) => subscribed(packet, 158),
    [UNSUBSCRIBE]: unsubscribed,
  });
