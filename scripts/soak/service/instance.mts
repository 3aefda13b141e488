import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A `dayahead-service` of its own process. */
export interface Instance {
  readonly url: string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts one on `state`, whose clients are told apart by `X-Forwarded-For`. */
export async function startInstance(state: string): Promise<Instance> {
  const flags = ['--state', state, '--trust-proxy', '--now', '2026-01-15T10:00:00Z'];
  const child = spawn(process.execPath, ['dist/src/cli/cli.js', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  return {
    url,
    async kill(signal) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)));
  const [line] = await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data'), ended]);
  return String(line);
}
