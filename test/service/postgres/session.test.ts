import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StateError } from '../../../src/service/errors.ts';
import { type Ask, openConnections } from '../../../src/service/postgres/connection.ts';
import { openPostgres } from '../../../src/service/postgres/state.ts';
import { askOnce, type Database, openDatabase } from '../../support/service/postgres.ts';
import { NOON } from '../../support/service/service-fixture.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.remove());

const settings = (ask: Ask) =>
  ask({ text: "SELECT current_setting('synchronous_commit') AS kept, current_setting('statement_timeout') AS most" });

describe('a connection to the database', () => {
  it.each(['', '?options=-c%20synchronous_commit%3Doff%20-c%20statement_timeout%3D0'])(
    'has each answer on disk and gives statements up, whatever is asked of the server: %j',
    async (parameters) => {
      await askOnce(database.address, 'ALTER ROLE CURRENT_USER SET synchronous_commit = off');
      const connections = openConnections(`${database.address}${parameters}`);
      expect(await settings(connections.ask)).toEqual([{ kept: 'on', most: '4s' }]);
      expect(await connections.inOne(settings)).toEqual([{ kept: 'on', most: '1min' }]);
      await connections.close();
    },
  );

  it('begins with nothing that a pooler refuses', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (packet) => {
        server.emit('begun', packet);
        socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connections = openConnections(
      `postgres://house@127.0.0.1:${(server.address() as AddressInfo).port}/dayahead`,
    );
    const refused = connections.ask({ text: 'SELECT 1' }).catch(() => 'refused');
    const [packet] = (await once(server, 'begun')) as [Buffer];
    // After length and version: names and values in turn.
    const words = packet.toString('utf8', 8).split('\0');
    const names = words.filter((word, i) => i % 2 === 0 && word !== '');
    expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
    expect(await refused).toBe('refused');
    server.close();
    await connections.close();
  });

  it.each([
    ['without the password that is asked for', '', /: it requires a password, and none is given$/],
    ['with a certificate that is not there', '?sslrootcert=/nowhere.pem&sslmode=verify-full', /nowhere\.pem/],
  ])('%s cannot be opened, in plain words', async (_, parameters, said) => {
    vi.stubEnv('PGPASSFILE', '/nowhere');
    const address = Object.assign(new URL(database.address), { password: '' });
    const error = await openPostgres(`${address.href}${parameters}`).catch((thrown) => thrown);
    vi.unstubAllEnvs();
    expect(error).toBeInstanceOf(StateError);
    expect(error.message).toMatch(said);
  });

  it('of a role that may only count in the tables is enough once they are made', async () => {
    await (await openPostgres(database.address)).close();
    const counter = `counter_of_${new URL(database.address).username}`;
    await askOnce(
      database.address,
      `CREATE ROLE ${counter} LOGIN PASSWORD 'counts'; GRANT USAGE ON SCHEMA dayahead TO ${counter};
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dayahead TO ${counter}`,
    );
    const address = Object.assign(new URL(database.address), { username: counter, password: 'counts' });
    const state = await openPostgres(address.href);
    const credential = await state.accounts.renewTesting((await state.accounts.open()).id, NOON);
    const visitor = await state.visits.visit({ credential, now: NOON, isAlone: true });
    expect(visitor?.spending?.requests.account).toBe(1);
    await state.close();
  });
});
