import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StateAway, StateError } from '../../../src/service/errors.ts';
import { passwordsIn, shownAddress } from '../../../src/service/postgres/address.ts';
import { openConnections } from '../../../src/service/postgres/connection.ts';

describe('the passwords of an address', () => {
  it.each<[string, string, readonly string[]]>([
    ['none', 'postgres://house@db.example/dayahead', []],
    ['one', 'postgres://house:secret@db.example/dayahead', ['secret']],
    ['one, as written, as meant and encoded again', 'postgres://house:s%40t@db.example/d', ['s%40t', 's@t', 's%2540t']],
    ['one in the parameters', 'postgres://db.example/d?user=house&password=a%20b', ['a b', 'a%20b']],
    ['both', 'postgres://house:one@db.example/d?password=two', ['one', 'two']],
    [
      'all that cannot be read',
      'postgres://house:secret@db.example:port/d',
      ['postgres://house:secret@db.example:port/d'],
    ],
  ])('are %s: %s', (_, address, passwords) => {
    expect([...new Set(passwordsIn(address))]).toEqual(passwords);
  });

  it.each([
    ['postgres://house:secret@db.example:5433/dayahead', 'postgres://house@db.example:5433/dayahead'],
    ['postgres://house:secret@db.example/d?password=secret&sslmode=require', 'postgres://house@db.example/d'],
    ['postgresql://db.example/dayahead', 'postgresql://db.example/dayahead'],
    ['postgres://:secret@db.example/dayahead', 'postgres://db.example/dayahead'],
    ['postgres://house:secret@db.example:port/d', 'postgres:'],
  ])('are left out of %s where it is shown', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });
});

describe('a database that repeats the password', () => {
  /** Refuses whoever comes, with this text. */
  let text = '';
  let server: Server;
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(errorResponse(text)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  /** The packet in which PostgreSQL says why it ends a connection. */
  function errorResponse(message: string): Buffer {
    const fields = Buffer.from(`SFATAL\0C28P01\0M${message}\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(4 + fields.length, 1);
    return Buffer.concat([head, fields]);
  }

  it.each([
    ['once', 'no s%40t', 'no …'],
    ['twice', 's%40t or s%40t', '… or …'],
    ['as it is meant, twice', '"s@t" is not "s@t"', '"…" is not "…"'],
    ['encoded again, twice', 's%2540t s%2540t', '… …'],
    ['that of the parameters, twice', 'a b, a%20b, a b, a%20b', '…, …, …, …'],
  ])('is told without it: %s', async (_, said, shown) => {
    text = said;
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const database = openConnections(`postgres://house:s%40t@${host}/dayahead?password=a%20b`);
    const asked = await database.ask({ text: 'SELECT 1' }).catch((error: unknown) => error);
    expect(asked).toBeInstanceOf(StateAway);
    expect(String((asked as Error).message)).toContain(shown);
    const opened = await database.inOne(async () => 1).catch((error: unknown) => error);
    expect(opened).toEqual(new StateError(`cannot open state postgres://house@${host}/dayahead: ${shown}`));
    for (const error of [asked, opened]) {
      expect((error as Error).cause).toBeUndefined();
      for (const password of ['s%40t', 's@t', 's%2540t', 'a b', 'a%20b'])
        expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain(password);
    }
    await database.close();
  });
});
