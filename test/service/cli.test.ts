import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/service/server.ts';

/** The built command, as `npm run service` starts it. */
const COMMAND = 'dist/src/service/cli.js';

const children: ChildProcess[] = [];
const start = (...flags: string[]) => {
  const child = spawn(process.execPath, [COMMAND, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const log = text(child.stderr);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, log, exit };
};
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The line of JSON that says the service is ready. */
async function ready({ stdout }: { readonly stdout: NodeJS.ReadableStream }) {
  const [chunk] = await once(stdout, 'data');
  return JSON.parse(String(chunk)) as { url: string; tokens: { testing: string; production: string } };
}

describe('dayahead-service', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address and tokens as one line of JSON, logs to stderr without them, and ends on %s',
    async (signal) => {
      const { child, log, exit } = start('--now', '2026-01-15T10:00:00Z');
      const { url, tokens } = await ready(child);
      const headers = { Authorization: `Bearer ${tokens.testing}` };
      const response = await fetch(`${url}/v2/dk/dayahead?consumption_tariff=dk-example-fixed&resolution=900`, {
        headers,
      });
      expect((await response.json()).consumption.prices[0].from_utc).toBe(Date.parse('2026-01-14T23:00:00Z') / 1000);
      child.kill(signal);
      expect(await exit).toBe(0);
      expect(JSON.parse(await log)).toMatchObject({ method: 'GET', path: '/v2/dk/dayahead', status: 200 });
      expect(await log).not.toContain('_sk_');
    },
  );

  it('a flag it does not know is exit code 2, with the usage on stderr and nothing on stdout', async () => {
    const { child, log, exit } = start('--state', 'file');
    const output = text(child.stdout);
    expect(await exit).toBe(2);
    expect(await log).toMatch(/^dayahead-service: .*--state.*\nusage: dayahead-service \[--port N\]/);
    expect(await output).toBe('');
  });

  it('a taken port is exit code 1 and a sentence that names it', async () => {
    const server = await startServer({ fetch: async () => new Response() });
    const { port } = new URL(server.url);
    const { log, exit } = start('--port', port);
    expect(await exit).toBe(1);
    expect(await log).toMatch(`dayahead-service: cannot listen on 127.0.0.1 port ${port}`);
    await server.stop();
  });

  it('a directory that is no catalogue is exit code 1 and a sentence that names it', async () => {
    const { log, exit } = start('--catalogue', '/nowhere/at/all');
    expect(await exit).toBe(1);
    expect(await log).toMatch(/^dayahead-service: .*\/nowhere\/at\/all.*\n$/);
  });
});
