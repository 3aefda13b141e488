import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adviceFor } from '../../../src/cli/doctor/advice.ts';
import { clockFindings } from '../../../src/cli/doctor/clock.ts';
import { doctorCommand } from '../../../src/cli/doctor/doctor.ts';
import { folderFindings } from '../../../src/cli/doctor/folders.ts';
import { UsageError } from '../../../src/cli/flags.ts';
import { accountCommand } from '../../../src/cli/token.ts';
import { openDatabase } from '../../../src/service/accounts/sqlite.ts';
import { openServedState, openState } from '../../../src/service/accounts/state-file.ts';
import { startServer } from '../../../src/service/server.ts';
import { createService } from '../../../src/service/service.ts';
import { at, NOON } from '../../support/service/service-fixture.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const doctor = (...flags: string[]) => doctorCommand(flags, NOON);
const place = (name: string) => join(dir, name);
/** The one line that is about `about`. */
const lineOn = async (about: string, ...flags: string[]) =>
  (await doctor(...flags)).lines.filter((line) => line.slice(9).startsWith(`${about}: `)).join('\n');

/** A price file whose last day is `date`. */
const priceFile = (date: string) =>
  `currency: EUR\nreplay: no\nsource: a test\n${date} 3600 ${Array(24).fill('80').join(' ')}\n`;

describe('dayahead-service doctor', () => {
  it('finds all well in what the package ships', async () => {
    const { lines: all, isWell } = await doctor();
    expect(isWell).toBe(true);
    // Which shipped figures are past their validity changes with the figures.
    const lines = all.filter((line) => !line.startsWith('ok       figures '));
    expect(
      lines.map((line) =>
        line
          .replace(/ {2,}/, ' ')
          .replace(/\d{2,} tariffs for \d+/, 'N tariffs for N')
          .replace(/20\d\d-\d\d-\d\d$/, 'DAY'),
      ),
    ).toEqual([
      expect.stringMatching(/^ok version: @dayahead\/node-red-tariffs \d+\.\d+\.\d+, build [\da-f]{12}, Node\.js v\d+/),
      expect.stringMatching(/^ok clock: 2026-04-15T10:20:00Z, zone /),
      'ok time zones: correct',
      'ok catalogue: N tariffs for N countries, figures dated DAY',
    ]);
  });

  it('lists the figures of each country that are carried on after their last published day, as no fault', async () => {
    const rates = [{ from: '2026-01-01', until: '2026-12-31', value: 1 }];
    const levies = [{ name: 'l', component: 'fees', basis: 'kwh', rates, source: 'a test' }];
    const vat = [{ rates: [{ from: '2026-01-01', until: '2027-06-30', value: 0.2 }], source: 'a test' }];
    const market = {
      network: 'operator',
      unit: 'ct/kWh',
      levies,
      vat,
      companies: [{ id: 'c', name: 'C', tariffs: [] }],
    };
    mkdirSync(join(dir, 'lu'));
    writeFileSync(join(dir, 'lu', 'a.jsonc'), JSON.stringify(market));
    writeFileSync(place('sources.jsonc'), '{ "sources": [] }');
    const listed = (now: string) => lineOn('figures LU', '--catalogue', dir, '--now', now);
    expect(await listed('2026-12-31T12:00:00Z')).toBe('');
    expect(await listed('2027-01-15T12:00:00Z')).toBe('ok       figures LU: levies valid until 2026-12-31: "l"');
    expect((await doctor('--catalogue', dir, '--now', '2027-01-15T12:00:00Z')).isWell).toBe(true);
  });

  it('says as JSON the same', async () => {
    const [line = ''] = (await doctor('--json')).lines;
    expect(JSON.parse(line)).toMatchObject({
      isWell: true,
      findings: expect.arrayContaining([{ level: 'ok', about: 'time zones', text: 'correct' }]),
    });
  });

  it.each([
    ['--port', '65536'],
    ['--unknown', ''],
    ['--state', ''],
  ])('cannot follow %s %j', async (...flags) => {
    await expect(doctor(...flags)).rejects.toThrow(UsageError);
  });

  // Promise P-854 operate/upgrades: `tariffs/…`, `catalogue/…`: your own files
  it('names the file of a catalogue that cannot be used, and the folder that is not there', async () => {
    writeFileSync(place('sources.jsonc'), '{ "sources": 7 }');
    expect(await lineOn('catalogue', '--catalogue', dir)).toMatch(/^error .*sources\.jsonc.*\(correct it; /);
    expect(await lineOn('catalogue', '--own', place('gone'))).toMatch(/^error .*gone/);
    expect((await doctor('--own', place('gone'))).isWell).toBe(false);
  });

  it.each([
    ['today', 'ok       prices DE-LU: the last day is 2026-01-15 (days: 1)', '2026-01-15', true],
    ['tomorrow', 'ok       prices DE-LU: the last day is 2026-01-16 (days: 1)', '2026-01-16', true],
    [
      'yesterday',
      'error    prices DE-LU: the last day is 2026-01-14 (dayahead-service fetch --zone DE-LU',
      '2026-01-14',
      false,
    ],
    [
      'next week',
      'warning  prices DE-LU: the last day is 2026-01-22, after tomorrow (check whether the clock',
      '2026-01-22',
      true,
    ],
  ])('says of live prices that reach %s: %s', async (_, said, date, isWell) => {
    writeFileSync(place('DE-LU.txt'), priceFile(date));
    const flags = ['--keep', dir, '--zone', 'DE-LU', '--now', '2026-01-15T10:00:00Z'];
    expect(await lineOn('prices DE-LU', ...flags)).toContain(said);
    expect((await doctor(...flags)).isWell).toBe(isWell);
  });

  it('leaves a price file that it cannot read as it is, and names it', async () => {
    writeFileSync(place('DE-LU.txt'), '2026-01-15 3600 much\n');
    expect(await lineOn('prices DE-LU', '--keep', dir)).toMatch(/^warning .*DE-LU\.txt/);
    expect(readFileSync(place('DE-LU.txt'), 'utf8')).toBe('2026-01-15 3600 much\n');
  });

  it('misses the zones that were named, and asks nobody for them', async () => {
    expect(await lineOn('prices SE3', '--keep', dir, '--zone', 'SE3')).toMatch(/^error .*no day in /);
    expect(await lineOn('prices SE9', '--keep', dir, '--zone', 'SE9')).toBe(
      'error    prices SE9: no source covers it (dayahead-service feeds lists the zones)',
    );
    expect(await lineOn('prices', '--keep', place('gone'))).toMatch(/^warning .*none in /);
    expect(existsSync(place('gone'))).toBe(false);
  });

  // Promise P-392 operate/service: `doctor` prints no token
  it('counts the accounts of a state beside the service that runs on it, and tells no token', async () => {
    const flag = ['--state', place('state.db')];
    expect(await lineOn('state', ...flag)).toContain('does not exist yet: the service creates it');
    expect(existsSync(place('state.db'))).toBe(false);
    const [account] = await accountCommand(['account', 'create', ...flag], NOON);
    expect(await lineOn('state', ...flag)).toMatch(
      /^ok .*state\.db: 1 accounts, 1 tokens, format 1; no service runs on it\nok .* MB free in /,
    );
    const served = openServedState(place('state.db'));
    const { lines } = await doctor(...flag);
    served.close();
    expect(lines.join('\n')).toContain('; a service runs on it');
    expect(lines.join('\n')).not.toContain((account as { readonly testing: string }).testing);
  });

  it.each([
    [
      'in a folder that is not there',
      'gone/deeper/state.db',
      /^error .*there is no folder (.*\/gone\/deeper) for .*\(create it: mkdir -p \1\)$/,
    ],
    ['that is a folder', '.', /^error .* is a folder \(name a file in it: .*\/state\.db\)$/],
  ])('says of a state %s what is wrong, and makes nothing', async (_, name, line) => {
    expect(await lineOn('state', '--state', place(name))).toMatch(line);
    expect(existsSync(place('gone'))).toBe(false);
  });

  it.each(['postgre://house:secret@h/d', 'postgres://house:12/secret@h/d'])(
    'says of the address %s that it cannot be read, without what it holds',
    async (state) => {
      const line = await lineOn('state', '--state', state);
      expect(line).toMatch(/^error .*write % as %25, .*\(the password can also be in PGPASSWORD, without encoding\)$/);
      expect(line).not.toContain('secret');
    },
  );

  it.each([
    ['password authentication failed for user "house"', /^check the user name and the password/],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /^check the user name and the password/],
    ['database "dayhead" does not exist', /createdb -O USER DATABASE/],
    ['role "hose" does not exist', /createuser/],
    ['no pg_hba.conf entry for host "10.0.0.7", user "house"', /pg_hba/],
    ['getaddrinfo ENOTFOUND db.exmaple', /^check the host name/],
    ['connect ECONNREFUSED 127.0.0.1:5432', /^check that PostgreSQL runs there/],
    ['timeout expired', /^check that PostgreSQL runs there/],
    ['the database system is starting up', /^wait/],
    ['cannot open state /srv/state.db: there is no permission to read it', /the right to read and write/],
    ['state /srv/state.db is damaged: a row of its table own cannot be read', /^restore the last backup/],
    ['something that nobody has seen', /^correct this/],
  ])('what helps against "%s"', (text, advice) => {
    expect(adviceFor(text)).toMatch(advice);
  });

  it('says on an older Node.js which one a state file needs, before there is one', async () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    const line = await lineOn('state', '--state', place('state.db'));
    vi.restoreAllMocks();
    expect(line).toMatch(/^error .*--state needs Node\.js 22\.13 or newer.*\(install a newer Node\.js/);
  });

  it('says of a state of a newer version which it is, and of one that is none what to do', async () => {
    const flag = ['--state', place('state.db')];
    openState(place('state.db')).close();
    const database = openDatabase(place('state.db'));
    database.exec('PRAGMA user_version = 7');
    database.close();
    expect(await lineOn('state', ...flag)).toMatch(
      /^error .*newer version of this service \(format 7\).*install the version that wrote it/,
    );
    writeFileSync(place('other.db'), 'not a database, but a text that is long enough to be taken for one');
    expect(await lineOn('state', '--state', place('other.db'))).toMatch(/^error .*\(restore the last backup/);
    expect(readFileSync(place('other.db'), 'utf8')).toMatch(/^not a database/);
  });

  it('finds a port free, a service that answers, and another that holds it', async () => {
    const running = await startServer(createService({ now: () => NOON }));
    const { port } = new URL(running.url);
    expect(await lineOn('port', '--port', port)).toBe(`ok       port: a service answers at ${running.url}`);
    await running.stop();
    expect(await lineOn('port', '--port', port)).toBe(`ok       port: ${running.url} is free`);
    const other = createServer((_, response) => response.end('hello')).listen(Number(port), '127.0.0.1');
    await expect
      .poll(() => lineOn('port', '--port', port))
      .toMatch(/^error .* is not the service \(choose another --port/);
    const { address } = other.address() as AddressInfo;
    expect(address).toBe('127.0.0.1');
    other.close();
  });
});

describe('the clock', () => {
  it('that is not set, and a database of time zones that knows no summer time', () => {
    expect(clockFindings(at('1970-01-01T00:00:00Z'))[0]).toMatchObject({
      level: 'error',
      text: 'it shows 1970-01-01T00:00:00Z',
    });
    expect(clockFindings(NOON, (_, instant) => instant)[1]).toMatchObject({
      level: 'error',
      text: 'wrong for Europe/Berlin, Europe/London, Europe/Helsinki',
    });
  });
});

describe('a folder', () => {
  const disk = (free: number, assertWritable = () => {}) => ({ assertWritable, freeIn: () => free });

  it.each([
    [9_999_999, 'error', '9 MB free'],
    [10_000_000, 'warning', '10 MB free'],
    [100_000_000, 'ok', '100 MB free'],
  ])('with %i bytes of room on its disk is %s', (free, level, text) => {
    expect(folderFindings('state', dir, disk(free))).toMatchObject([{ level, text: `${text} in ${dir}` }]);
  });

  it('that is not there yet is looked at where it will be', () => {
    const text = `1000 MB free in ${dir}`;
    expect(folderFindings('state', place('a/b'), disk(1e9))).toMatchObject([{ level: 'ok', text }]);
  });

  it('that may not be written is an error', () => {
    const refuse = () => {
      throw new Error('permission denied');
    };
    const text = `${dir} cannot be written: permission denied`;
    expect(folderFindings('state', dir, disk(1e9, refuse))).toMatchObject([{ level: 'error', text }]);
  });
});
