import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { feedsAt } from '../../test/support/feeds/feed-server.ts';

const ZONE = 'NL';
const COMMAND: string = JSON.parse(readFileSync('package.json', 'utf8')).bin['dayahead-service'];
const PATIENCE_MS = 30_000;

/** The prices of a zone that a service has kept in `folder`, as it answers where nobody can be asked for more: none where it has none. */
export async function liveAnswer(folder: string, now: string, source: string): Promise<object[]> {
  const args = [
    '--live',
    '--zone',
    ZONE,
    '--source',
    `energy-charts=${source}`,
    '--keep',
    `${folder}/live`,
    '--now',
    now,
  ];
  const child: ChildProcess = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    const { url, tokens } = JSON.parse(String(line)) as { url: string; tokens: { production: string } };
    const headers = { Authorization: `Bearer ${tokens.production}` };
    for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
      const answer = await fetch(`${url}/v2/nl/dayahead?consumption_tariff=nl-exchange-nl&resolution=3600`, {
        headers,
      });
      if (answer.ok) return ((await answer.json()) as { consumption: { prices: object[] } }).consumption.prices;
      if (answer.status !== 500) throw new Error(`${answer.status} ${await answer.text()}`);
      await setTimeout(100);
    }
    return [];
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Has a service keep the prices of a public source in `folder`; returns what it answers. */
export async function keepLive(folder: string, now: string): Promise<object> {
  const feeds = await feedsAt({ now: () => Date.parse(now) / 1000 });
  const prices = await liveAnswer(folder, now, feeds.url);
  await feeds.stop();
  return { now, prices };
}
