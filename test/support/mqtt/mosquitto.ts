import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LOOPBACK } from '../../../scripts/demo/listen.mts';
import { freePort } from '../free-port.ts';

/** A real Mosquitto on a loopback port of its own. */
export interface Mosquitto {
  readonly port: number;
  readonly url: string;
  /** As `kill -9` does: on SIGTERM it goes on for up to a tenth of a second. */
  kill(): Promise<void>;
  /** On the same port, with nothing retained unless its configuration says so; `lines` replace those of before. */
  restart(...lines: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Mosquitto with `lines` more in its configuration. */
export async function startMosquitto(...lines: string[]): Promise<Mosquitto> {
  const directory = await mkdtemp(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const file = join(directory, 'mosquitto.conf');
  await writeFile(file, configuration(port, lines).join('\n'));
  let daemon = await run(file);
  const kill = async () => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) return;
    const exited = once(daemon, 'exit');
    daemon.kill('SIGKILL');
    await exited;
  };
  return {
    port,
    url: `mqtt://${LOOPBACK}:${port}`,
    kill,
    restart: async (...others) => {
      if (others.length > 0) await writeFile(file, configuration(port, others).join('\n'));
      daemon = await run(file);
    },
    stop: async () => {
      await kill();
      await rm(directory, { recursive: true });
    },
  };
}

const configuration = (port: number, lines: readonly string[]) => [
  `listener ${port} ${LOOPBACK}`,
  'log_dest stderr',
  // Else every other small packet waits 40 ms for the acknowledgement of the last.
  'set_tcp_nodelay true',
  ...(process.getuid?.() === 0 ? ['user root'] : []),
  ...(lines.some((line) => line.startsWith('allow_anonymous')) ? [] : ['allow_anonymous true']),
  ...lines,
  '',
];

/** Resolves when it says that it runs, which it does once it listens. */
async function run(file: string): Promise<ChildProcess> {
  // Debian installs the daemon where only root looks for programs.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  // What it keeps lies where it runs.
  const child = spawn('mosquitto', ['-c', file], { env, cwd: dirname(file), stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (/mosquitto version \S+ running/.test(output)) resolve();
    };
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`mosquitto ended with ${code}: ${output}`)));
    child.once('error', (cause) => {
      reject(new Error('these tests need Mosquitto: apt-get install mosquitto', { cause }));
    });
  });
  return child;
}
