import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/service/postgres.ts';
import { generate } from '../bench/sides/generator.mts';
import { median, megabytesOf, secondsOf, secondsOfAll, startReady } from './process.mts';

/** A round takes so much processor time: on a busy machine wall time says nothing. */
const SECONDS = 1;
const ROUNDS = 3;
const QUESTION =
  '/v2/de/dayahead?consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&resolution=900';

/** What one service answers: series of quarter hours with all components, with a token that is not limited. */
export interface ServiceScale {
  readonly state: string;
  /** Requests a second of its processor time. */
  readonly perCpuSecond: number;
  /** The same of the database's. */
  readonly perDatabaseSecond?: number;
  readonly megabytes: number;
}

/** The service with its accounts in memory, in a file and in a database, in turn. */
export async function serviceScale(): Promise<ServiceScale[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dayahead-scale-'));
  const cluster = await startPostgres();
  const kinds = [
    ['in memory', []],
    ['SQLite', ['--state', join(folder, 'state.db')]],
    ['PostgreSQL', ['--state', cluster.address()]],
  ] as const;
  const services = await Promise.all(
    kinds.map(async ([state, flags]) => {
      const service = await startReady<Ready>('dist/src/cli/cli.js', '--port', '0', ...flags);
      return { state, service, rounds: [] as Round[] };
    }),
  );
  for (let round = 0; round <= ROUNDS; round++)
    for (const { service, rounds } of services) {
      const { url, tokens } = service.ready;
      const headers = { authorization: `Bearer ${tokens.production}` };
      const spent = spentBy(() => secondsOf(service.child.pid));
      const database = spentBy(() => secondsOfAll(cluster.pid));
      let answered = 0;
      while (spent() < SECONDS) {
        answered += await generate(new URL(url + QUESTION), headers, SECONDS);
      }
      rounds.push({ own: answered / spent(), database: answered / database() });
    }
  const figures = services.map(({ state, service, rounds }) => ({
    state,
    perCpuSecond: median(rounds.slice(1).map(({ own }) => own)),
    ...(state === 'PostgreSQL' && { perDatabaseSecond: median(rounds.slice(1).map(({ database }) => database)) }),
    megabytes: megabytesOf(service.child.pid),
  }));
  for (const { service } of services) service.child.kill();
  await cluster.remove();
  rmSync(folder, { recursive: true });
  return figures;
}

/** Requests a second of processor time. */
interface Round {
  readonly own: number;
  readonly database: number;
}

/** What has been added since now. */
function spentBy(seconds: () => number): () => number {
  const before = seconds();
  return () => seconds() - before;
}

interface Ready {
  readonly url: string;
  readonly tokens: { readonly production: string };
}
