import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOOPBACK } from '../../../scripts/demo/listen.mts';
import { freePort } from '../free-port.ts';
import { hostNode } from '../host-node.ts';

/** A Node-RED in a process of its own, as a user has it. */
export interface InstalledNodeRed {
  readonly url: string;
  /** What it wrote to its log. */
  log(): string;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs the npm of this machine in `folder`, on `node`: it picks the dependencies that this Node.js can load. */
export function npm(node: string, folder: string, ...words: readonly string[]): string {
  const cli = realpathSync(join(dirname(hostNode()), 'npm'));
  return execFileSync(node, [cli, ...words, '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Those of a surrounding `npm test` speak of its own folder.
    env: { ...process.env, npm_config_local_prefix: folder, npm_config_prefix: undefined },
  });
}

/** An empty folder that npm takes for a project. */
export function newProject(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"installed","private":true}');
  return folder;
}

/**
 * Starts Node-RED as a program of its own, with the flows and nodes of `userDir`.
 * @param nodeRed the folder of its package.
 * @param dayahead settings of this package's nodes in `settings.js`, beside `more`.
 */
export async function startInstalled(
  node: string,
  nodeRed: string,
  userDir: string,
  dayahead: object = {},
  more: object = {},
): Promise<InstalledNodeRed> {
  const port = await freePort();
  const settings = {
    uiHost: LOOPBACK,
    uiPort: port,
    dayahead,
    flowFile: 'flows.json',
    credentialSecret: false,
    telemetry: { enabled: false, updateNotification: false },
    externalModules: { palette: { allowInstall: false } },
    logging: { console: { level: 'info', metrics: false, audit: false } },
    ...more,
  };
  writeFileSync(join(userDir, 'settings.js'), `module.exports = ${JSON.stringify(settings)};`);
  const child = spawn(node, [join(nodeRed, 'red.js'), '--userDir', userDir], {
    cwd: userDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await started(child, (chunk) => {
    said += chunk;
    // Either may come first.
    return said.includes('Started flows') && said.includes('Server now running');
  });
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { url: `http://${LOOPBACK}:${port}/`, log: () => said, kill: end('SIGKILL'), stop: end('SIGTERM') };
}

function started(child: ChildProcess, heard: (chunk: string) => boolean): Promise<void> {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        if (heard(chunk)) resolve();
      });
    }
    child.once('exit', (code) => {
      process.off('exit', kill);
      reject(new Error(`Node-RED ended with ${code}`));
    });
  });
}
