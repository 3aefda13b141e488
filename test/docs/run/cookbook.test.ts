import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { hostNode } from '../../support/host-node.ts';

const FOLDER = 'docs/integrate/cookbook';
const page = readFileSync('docs/integrate/cookbook.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'cookbook-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script on this machine's own Node.js, as a user would. */
const run = async (script: string, ...args: string[]) =>
  (await promisify(execFile)(hostNode(), [join(FOLDER, script), ...args])).stdout;
/** The output that the page shows beside a script. */
const shown = (script: string) => new RegExp(`\\[${script}\\].*\\| \`([^\`]+)\` \\|$`, 'm').exec(page)?.[1];

describe('the cookbook', () => {
  // Promise P-750 integrate/cookbook: five scripts of fewer than 30 lines
  it('has five scripts of fewer than 30 lines, each on its page', () => {
    const scripts = readdirSync(FOLDER);
    expect(scripts).toHaveLength(5);
    for (const script of scripts) {
      expect(page).toContain(`(cookbook/${script})`);
      expect(readFileSync(join(FOLDER, script), 'utf8').trim().split('\n').length).toBeLessThan(30);
    }
  });

  // Promise P-751 integrate/cookbook: these scripts print what the page shows
  it.each(['cheapest-hours.mjs', 'bill.mjs', 'battery.mjs'])('%s prints what the page shows', async (script) => {
    expect((await run(script)).split('\n')).toContain(shown(script));
  });

  it('meter-file.mjs prints what the page shows', async () => {
    const file = join(folder, 'meter.csv');
    writeFileSync(file, 'timestamp,kWh\n2026-06-01 00:00,1\n2026-06-01 00:15,2\n2026-06-01 00:30,0\n');
    expect((await run('meter-file.mjs', file, 'AT')).split('\n')).toContain(shown('meter-file.mjs'));
  });

  // Promise P-752 integrate/cookbook: one script is a server that answers
  it('server.mjs answers with the token that it prints, and ends on SIGTERM', async () => {
    const env = { ...process.env, PORT: '0' };
    const child = spawn(hostNode(), [join(FOLDER, 'server.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      printed += chunk;
      if (/Bearer .*\n/.test(printed)) break;
    }
    const [url = '', header = ''] = printed.split('\n');
    const answer = await fetch(url, { headers: { Authorization: header.replace('Authorization: ', '') } });
    expect(answer.status).toBe(200);
    expect((await answer.json()).length).toBeGreaterThan(0);
    child.kill('SIGTERM');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
