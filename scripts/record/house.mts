import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Options, startNodeRed } from '../demo/node-red.mts';
import { type FlowNode, HEARD } from './flow.mts';

/** Node-RED with the flows of a record. */
export interface RunningHouse {
  /** The address of the editor. */
  readonly url: string;
  press(button: string): Promise<void>;
  deploy(flow: readonly FlowNode[]): Promise<void>;
  /** The last message of each output, by its topic. */
  heard(): Record<string, unknown>;
  /** Lets the next messages be the first. */
  forget(): void;
  stop(): Promise<void>;
}

/** Node-RED over the user directory in `folder`, with a context store that outlives it. */
export async function startHouse(folder: string, clock: NonNullable<Options['dayahead']>): Promise<RunningHouse> {
  const contextStorage = {
    default: 'ram',
    ram: { module: 'memory' },
    disk: { module: 'localfilesystem', config: { flushInterval: 0 } },
  };
  const { url, stop } = await startNodeRed({
    userDir: join(folder, 'node-red'),
    port: 0,
    dayahead: { clock },
    contextStorage,
  });
  const { default: RED } = (await import('node-red')) as unknown as { default: NodeRed };
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'Node-RED-Deployment-Type': 'full' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  };
  const context = () => RED.nodes.getNode(HEARD)?.context();
  return {
    url,
    stop,
    press: (button) => post(`inject/${button}`, {}),
    deploy: (flow) => post('flows', flow),
    heard: () => JSON.parse(JSON.stringify(context()?.get('heard') ?? {})),
    forget: () => context()?.set('heard', {}),
  };
}

interface NodeRed {
  readonly nodes: {
    getNode(id: string): { context(): { get(key: string): unknown; set(key: string, value: unknown): void } } | null;
  };
}

const COMMAND: string = JSON.parse(readFileSync('package.json', 'utf8')).bin['dayahead-service'];

/** What a command of `dayahead-service` prints. */
export const command = (...args: string[]): string =>
  execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });

/** What is said of the accounts in a state file. */
export interface Said {
  readonly own: object;
  readonly tokens: Readonly<Record<string, string>>;
  readonly accounts: readonly object[];
  readonly listed: readonly object[];
  /** What the service answers to each token. */
  readonly answers: Readonly<Record<string, object>>;
}

export interface RunningService {
  readonly url: string;
  /** Its own tokens. */
  readonly own: object;
  /** Its answer to a holder of `token`: status, what is left of the allowances, and the first price. */
  ask(token: string): Promise<object>;
  stop(): Promise<void>;
}

/** The service over the files in `folder`, at `now`. */
export async function startService(folder: string, now: string): Promise<RunningService> {
  const places = ['--catalogue', `${folder}/catalogue`, '--prices', `${folder}/tariffs/prices`];
  const args = [COMMAND, ...places, '--state', `${folder}/state.db`, '--now', now];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const [line] = await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`))),
  ]);
  const { url, tokens: own } = JSON.parse(String(line)) as { url: string; tokens: object };
  return {
    url,
    own,
    async ask(token) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/v2/nl/dayahead?consumption_tariff=polder-spot`, { headers });
      const { consumption } = (await answer.json()) as { consumption?: { prices: object[] } };
      const left = [...answer.headers].filter(([name]) => /^x-.*(remaining|limit)$/.test(name));
      return { status: answer.status, ...Object.fromEntries(left), first: consumption?.prices[0] ?? null };
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      process.off('exit', kill);
    },
  };
}

/** What the commands and the service say of the accounts in `folder`. */
export async function askAccounts(folder: string, now: string, tokens: Said['tokens']): Promise<Said> {
  const list = (noun: string) =>
    command(noun, 'list', '--state', `${folder}/state.db`)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
  const service = await startService(folder, now);
  const answers: Record<string, object> = {};
  for (const [name, token] of Object.entries(tokens)) answers[name] = await service.ask(token);
  await service.stop();
  return { own: service.own, tokens, accounts: list('account'), listed: list('token'), answers };
}
