/**
 * Eight services on one PostgreSQL and two hundred clients of a hundred accounts, for ten minutes or for `--minutes`: services are
 * killed and started again, connections cut, the database crashed and started. Fails where an answer is none that the rules
 * allow, a request that was answered is not counted or counts twice, or an allowance was given away twice. Before that, for
 * orientation: the requests a second of one service on a file, and of one and of two on the database.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chanceOf } from '../../test/support/chance.ts';
import { startMqttProxy } from '../../test/support/mqtt/mqtt-proxy.ts';
import { askOnce, startPostgres } from '../../test/support/service/postgres.ts';
import { openQuestions } from './service/clients.mts';
import { type Instance, startInstance } from './service/instance.mts';
import { accountsOn, rates } from './service/rates.mts';

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } }).values;
const INSTANCES = 8;
const CLIENTS = 200;
const ACCOUNTS = 100;
const NEW_THINGS = 3;
const THINGS = ['de', 'dk', 'fr', 'nl', 'se'];
/** Milliseconds between two misfortunes, at most. */
const CALM_MS = 3000;
/** Requests of an address, of the 300 that it has a day. */
const OF_ADDRESS = 250;

/** The moment at which the clocks of the services begin. */
const START = Date.parse('2026-01-15T10:00:00Z') / 1000;

const say = (text: string) => process.stdout.write(`${text}\n`);
const chance = chanceOf(1);
const cluster = await startPostgres();
const proxy = await startMqttProxy(cluster.port);
const state = cluster.address(Number(new URL(proxy.url).port));

say(JSON.stringify({ 'requests a second': await rates(cluster.address(), START) }));
const accounts = await accountsOn(cluster.address(), ACCOUNTS, ['--new-things', `${NEW_THINGS}`], START);
const told = [...accounts.values()];
const instances: Instance[] = await Promise.all(Array.from({ length: INSTANCES }, () => startInstance(state)));
const questions = openQuestions();
const statuses: Record<string, number> = {};
const happened: Record<string, number> = {};
const begun = Date.now();
const end = begun + Number(minutes) * 60_000;

async function client(number: number): Promise<void> {
  for (let i = 0; Date.now() < end; i++) {
    const address = `2001:db8::${number.toString(16)}:${Math.floor(i / OF_ADDRESS).toString(16)}`;
    const { url } = chance.of(instances);
    const account = told[number % told.length];
    if (!account) return;
    const status = await questions.ask(url, account, chance.of(THINGS), address);
    const kind = status ?? 'no answer';
    statuses[kind] = (statuses[kind] ?? 0) + 1;
    if (status === undefined || status === 503) await setTimeout(100);
  }
}

const misfortunes = {
  async 'service killed'() {
    const at = chance.below(INSTANCES);
    await instances[at]?.kill('SIGKILL');
    instances[at] = await startInstance(state);
  },
  async 'connections cut'() {
    proxy.cut();
  },
  async 'answers held back, then cut'() {
    proxy.hold();
    await setTimeout(200);
    proxy.cut();
  },
  async 'database crashed'() {
    await cluster.crash();
    await setTimeout(chance.below(1000));
    await cluster.start();
  },
};

async function misfortune(): Promise<void> {
  while (Date.now() < end - CALM_MS) {
    await setTimeout(chance.below(CALM_MS));
    const name = chance.of(Object.keys(misfortunes) as (keyof typeof misfortunes)[]);
    await misfortunes[name]();
    happened[name] = (happened[name] ?? 0) + 1;
  }
}

await Promise.all([misfortune(), ...Array.from({ length: CLIENTS }, (_, i) => client(i))]);
const seconds = (Date.now() - begun) / 1000;
await Promise.all(instances.map((instance) => instance.kill('SIGTERM')));
questions.close();
const troubles = await found();
proxy.close();
await cluster.remove();
say(JSON.stringify({ seconds, statuses, happened, counted: told.reduce((sum, { answered }) => sum + answered, 0) }));
for (const trouble of troubles) say(trouble);
say(troubles.length === 0 ? 'nothing was lost or counted twice' : `${troubles.length} troubles`);
process.exitCode = troubles.length === 0 ? 0 : 1;

/** What the database has that the clients were not told, or the other way round. */
async function found(): Promise<string[]> {
  const requests = await askOnce<{ who: string; count: number }>(cluster.address(), 'SELECT * FROM dayahead.requests');
  const things = await askOnce<{ account: string; things: string[] }>(
    cluster.address(),
    'SELECT * FROM dayahead.things',
  );
  const counts = new Map(requests.map(({ who, count }) => [who, count]));
  const granted = new Map(things.map((row) => [row.account, row.things]));
  const expected = ['200', '429', '503', 'no answer'];
  return [
    ...Object.keys(statuses).flatMap((status) => (expected.includes(status) ? [] : [`answers ${status}`])),
    ...[...accounts].flatMap(([id, { answered, doubtful, things: got }]) => {
      const count = counts.get(id) ?? 0;
      const has = granted.get(id) ?? [];
      const told = `account ${id}: ${answered} answered, ${doubtful} doubtful, ${count} counted`;
      return [
        ...(count < answered ? [`${told}: lost`] : []),
        ...(count > answered + doubtful ? [`${told}: twice`] : []),
        ...(has.length > NEW_THINGS ? [`account ${id}: given ${has.join()}`] : []),
        ...[...got].flatMap((thing) => (has.includes(thing) ? [] : [`account ${id}: ${thing} is not kept`])),
      ];
    }),
  ];
}
