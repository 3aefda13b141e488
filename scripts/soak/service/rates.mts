import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountCommand } from '../../../dist/src/cli/token.js';
import { openQuestions, type Questions, type Told } from './clients.mts';
import { startInstance } from './instance.mts';

const CLIENTS = 50;
const ROUND_MS = 3000;
const ROUNDS = 4;
/** Requests of an address, of the 300 that it has a day. */
const OF_ADDRESS = 250;

/** Accounts with a testing token each, for as many clients that never ask two things at once. */
export async function accountsOn(state: string, count: number, flags: readonly string[], now: number) {
  const accounts = new Map<string, Told>();
  for (let i = 0; i < count; i++) {
    const line = ['account', 'create', '--requests', '999999', ...flags, '--state', state];
    const made = (await accountCommand(line, now)) as { readonly id: string; readonly testing: string }[];
    for (const { id, testing } of made)
      accounts.set(id, { token: testing, answered: 0, doubtful: 0, things: new Set() });
  }
  return accounts;
}

/** Counted requests a second of one service on a file, and of one and of two on a database: the best of rounds in turn. */
export async function rates(database: string, now: number): Promise<Record<string, number>> {
  const dir = mkdtempSync(join(tmpdir(), 'rates-'));
  const file = join(dir, 'state.db');
  const [one, first, second] = [
    await startInstance(file),
    await startInstance(database),
    await startInstance(database),
  ];
  const ofFile = [...(await accountsOn(file, CLIENTS, [], now)).values()];
  const ofDatabase = [...(await accountsOn(database, CLIENTS, [], now)).values()];
  const questions = openQuestions();
  const kinds = {
    'one on SQLite': [ofFile, [one.url]],
    'one on PostgreSQL': [ofDatabase, [first.url]],
    'two on PostgreSQL': [ofDatabase, [first.url, second.url]],
  } as const;
  const best: Record<string, number> = {};
  let network = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [told, urls]] of Object.entries(kinds))
      best[name] = Math.max(best[name] ?? 0, await rateOf(questions, told, urls, `2001:db8:0:${network++}:`));
  }
  questions.close();
  for (const instance of [one, first, second]) await instance.kill('SIGTERM');
  rmSync(dir, { recursive: true });
  return best;
}

async function rateOf(questions: Questions, told: readonly Told[], urls: readonly string[], network: string) {
  const end = performance.now() + ROUND_MS;
  let granted = 0;
  async function client(account: Told, at: number): Promise<void> {
    for (let i = 0; performance.now() < end; i++) {
      const address = `${network}:${at.toString(16)}:${Math.floor(i / OF_ADDRESS).toString(16)}`;
      const status = await questions.ask(urls[at % urls.length] ?? '', account, 'de', address);
      if (status === 200) granted++;
    }
  }
  await Promise.all(told.map(client));
  return Math.round((granted * 1000) / ROUND_MS);
}
