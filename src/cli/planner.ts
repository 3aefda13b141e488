#!/usr/bin/env node
import { z } from 'zod';
import { thrownText } from '../core/file-error.ts';
import { decoded } from '../core/percent.ts';
import { type BrokerSettings, isBrokerAddress } from '../mqtt/broker.ts';
import { isTopic } from '../mqtt/sendable.ts';
import { packageVersion } from '../runtime/package-version.ts';
import { type PlannedText, PlannerWorker } from '../runtime/planners/planner-worker.ts';
import { PlanningThread } from '../runtime/planners/planning-thread.ts';
import { WorkLog } from '../runtime/planners/work-log.ts';
import { ENCODE, isReadable } from '../service/postgres/address.ts';
import { checked, split, UsageError } from './flags.ts';

const usage = `usage: dayahead-planner --broker ADDRESS [--root TOPIC] [--answers TOPIC]

Answers planning requests over MQTT, and prints one line of JSON when it is ready.
  --broker ADDRESS  mqtt://, mqtts://, ws:// or wss:// and HOST[:PORT], e.g. mqtt://localhost:1883
  --root TOPIC      requests are read from TOPIC/+/plan/request; dayahead by default
  --answers TOPIC   response topics below this topic are allowed too
  --version         print the version
  --help            print this help

Environment
  DAYAHEAD_BROKER_USER      user of the broker
  DAYAHEAD_BROKER_PASSWORD  password of the broker
  Both may stand in the address, percent-encoded: mqtt://USER:PASSWORD@HOST

Exit codes: 0 stopped by a signal
            1 the broker cannot share subscriptions, or speaks MQTT 3.1.1 only
            2 the command line cannot be used`;

const address = '--broker must be mqtt://, mqtts://, ws:// or wss:// and a host, e.g. mqtt://localhost:1883';
const topic = (flag: string, example: string) =>
  z
    .string()
    .refine(
      (text) => isTopic(text) && !text.startsWith('$'),
      `--${flag} must be a topic such as ${example}, without + and #`,
    );
const flags = z.object({
  broker: z
    .string(address)
    .refine(isBrokerAddress, { error: address, abort: true })
    .refine(isReadable, `--broker cannot be read: ${ENCODE}`),
  root: topic('root', 'dayahead').default('dayahead'),
  answers: topic('answers', 'answers').optional(),
});

const string = { type: 'string' } as const;

/** What the command line and the environment say. Throws a `UsageError`, which repeats no address. */
function readOptions(args: readonly string[]): {
  readonly broker: Omit<BrokerSettings, 'clientId'>;
  readonly root: string;
  readonly answers: string | undefined;
} {
  const { broker, root, answers } = checked(
    flags,
    split({ args, options: { broker: string, root: string, answers: string } }).values,
  );
  const url = new URL(broker);
  const { DAYAHEAD_BROKER_USER: user, DAYAHEAD_BROKER_PASSWORD: secret } = process.env;
  const [username, password] = [decoded(url.username) || user, decoded(url.password) || secret];
  url.username = url.password = '';
  return { broker: { url: url.href, ...(username && { username }), ...(password && { password }) }, root, answers };
}

/**
 * A house that fills more memory ends the thread, and nothing else. A plan needs a fifth of that: the engine goes by the limit when
 * it clears up, and with 512 a plan took half as long again, in a tenth less memory.
 */
const MEGABYTES = 2048;

const say = (stream: NodeJS.WriteStream, line: object) => stream.write(`${JSON.stringify(line)}\n`);
const log = (line: object) => say(process.stderr, { time: new Date().toISOString(), ...line });

/** One line of JSON on stdout when requests are taken, its log as JSON lines on stderr. */
function run(args: readonly string[]): void {
  const { broker, root, answers } = readOptions(args);
  const thread = new PlanningThread<string, PlannedText>('thread', { maxOldGenerationSizeMb: MEGABYTES });
  const work = new WorkLog(log);
  const plan = work.measured((request, withinMs) => thread.answer(request, withinMs));
  const worker = new PlannerWorker({ broker, root, answers, plan });
  const stop = async () => {
    await worker.stop();
    await thread.stop();
    work.stop();
  };
  worker.on('ready', (planner) => say(process.stdout, { planner, requests: `${root}/+/plan/request` }));
  worker.on('told', (warning) => log({ warning }));
  worker.once('unfit', (error) => {
    process.stderr.write(`dayahead-planner: ${error}\n`);
    process.exitCode = 1;
    void stop();
  });
  worker.start();
  work.start(worker.counts);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

function main(args: readonly string[]): void {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help')
    return void process.stdout.write(`${usage}\n`);
  if (args[0] === '--version') return void process.stdout.write(`${packageVersion()}\n`);
  try {
    run(args);
  } catch (error) {
    process.stderr.write(`dayahead-planner: ${thrownText(error)}\n`);
    if (error instanceof UsageError) process.stderr.write('Run dayahead-planner --help for the options\n');
    process.exitCode = 2;
  }
}

main(process.argv.slice(2));
