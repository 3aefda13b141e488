/**
 * Records what this version leaves at its users, for the versions to come: `node scripts/record-release.mts [VERSION]`, after
 * `npm run build`; without one it is that of package.json. It plays an evening in two houses and keeps their files, what their broker retains, and what the
 * service keeps in its state file.
 */
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { manualClock } from '../test/support/manual-clock.ts';
import { startMosquitto } from '../test/support/mqtt/mosquitto.ts';
import { subscribe } from '../test/support/mqtt/subscriber.ts';
import { buttons, commands, houseFlow } from './record/flow.mts';
import { askAccounts, command, startHouse, startService } from './record/house.mts';
import { keepLive } from './record/live.mts';
import { moved, moveFiles, named, type Places } from './record/places.mts';

const NOW = '2026-01-14T18:30:00Z';
/** Cents of the hours of both days. */
const CENTS = [9, 8, 6, 5, 7, 11, 19, 26, 24, 18, 14, 12, 10, 11, 15, 20, 27, 33, 35, 31, 25, 21, 16, 12];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const release = process.argv[2] ?? version;
const target = `test/released/${release}`;
if (existsSync(target)) throw new Error(`${target} is recorded: what has been released does not change`);
const folder = mkdtempSync(join(tmpdir(), 'house-'));

cpSync('scripts/record/user', folder, { recursive: true });
importPrices();
const tokens = openAccounts();
const token = tokens.cabin ?? '';
const service = await startService(folder, NOW);
// One request is all that this account has.
await service.ask(tokens.spent ?? '');
const mosquitto = await startMosquitto();
const heard = await subscribe(mosquitto.url);
const places: Places = { broker: mosquitto.url, service: service.url, folder, token };

const clock = manualClock(Date.parse(NOW) / 1000);
await mkdir(join(folder, 'node-red'));
const house = await startHouse(folder, clock);
await house.deploy(houseFlow(places));
await quiet();
for (const button of buttons) await house.press(button);
for (const [topic, payload] of commands) await heard.send(topic, payload);
await quiet();
const now = new Date(clock.now() * 1000).toISOString();
const retained = await retainedNow();
const outputs = house.heard();
await house.stop();
await service.stop();
await heard.close();
await mosquitto.stop();
const accounts = await askAccounts(folder, NOW, tokens);
const live = await keepLive(folder, NOW);

const nameless = { ...named, token };
for (const part of ['tariffs', 'catalogue', 'node-red/dayahead', 'node-red/context', 'live']) await keepFiles(part);
for (const file of ['flows.json', 'flows_cred.json']) {
  writeFileSync(
    `${target}/node-red/${file}`,
    moved(readFileSync(join(folder, 'node-red', file), 'utf8'), places, nameless),
  );
}
cpSync(join(folder, 'state.db'), `${target}/state.db`);
keep('retained', sorted(retained));
keep('outputs', sorted(outputs));
keep('accounts', { now: NOW, ...accounts });
keep('live', live);
keep('moment', { version: release, now });
rmSync(folder, { recursive: true });

/** Both days by the command that imports them. */
function importPrices(): void {
  const file = join(folder, 'days.csv');
  writeFileSync(file, 'from_utc,resolution_s,price_per_kwh,currency\n');
  const midnight = Date.parse('2026-01-14T00:00:00+01:00') / 1000;
  for (let hour = 0; hour < 48; hour++) {
    appendFileSync(file, `${midnight + hour * 3600},3600,${(CENTS[hour % 24] ?? 0) / 100},EUR\n`);
  }
  const prices = join(folder, 'tariffs', 'prices');
  command('import', '--zone', 'MINE', '--prices', prices, file);
}

/** Tokens in each of the ways in which one can stand. */
function openAccounts(): Record<string, string> {
  const state = ['--state', join(folder, 'state.db')];
  const at = ['--now', NOW];
  const say = (...args: string[]) => {
    const printed = command(...args, ...state);
    return printed ? (JSON.parse(printed) as { id: string; testing: string; production: string }) : undefined;
  };
  const create = (...allowances: string[]) => say('account', 'create', ...allowances, ...at);
  const cabin = create('--new-things', '9', '--requests', '50', '--companies', '7');
  const spent = create('--requests', '1');
  const ended = create();
  const id = cabin?.id ?? '';
  const production = say('token', 'issue', id)?.production ?? '';
  const revoked = say('token', 'issue', id)?.production ?? '';
  say('token', 'revoke', revoked);
  say('account', 'deactivate', ended?.id ?? '');
  return {
    cabin: cabin?.testing ?? '',
    production,
    revoked,
    spent: spent?.testing ?? '',
    inactive: ended?.testing ?? '',
  };
}

/** Lets the clock run until the houses have had nothing to say for a while. */
async function quiet(): Promise<void> {
  for (let still = 0, before = ''; still < 20; still++) {
    await clock.advanceBy(1);
    await setTimeout(50);
    const present = JSON.stringify([heard.shown(), house.heard()]);
    if (present !== before) still = 0;
    before = present;
  }
}

/** What somebody hears who comes now. */
async function retainedNow(): Promise<Record<string, string>> {
  const late = await subscribe(mosquitto.url);
  await late.settled();
  await late.close();
  return late.shown();
}

async function keepFiles(part: string): Promise<void> {
  await moveFiles(join(folder, part), join(target, part), places, nameless);
}

function keep(name: string, value: object): void {
  writeFileSync(`${target}/${name}.json`, `${moved(JSON.stringify(value, null, 2), places, nameless)}\n`);
}

function sorted(entries: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
