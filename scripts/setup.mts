/** Looks for what the tests need beyond npm; as root on Debian installs what is missing, else says what to install. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresPrograms } from './demo/postgres-programs.mts';

/** Programs and the Debian package each comes with. */
const needed = {
  'chromium-headless-shell': 'chromium-headless-shell',
  mosquitto: 'mosquitto',
  mosquitto_sub: 'mosquitto-clients',
};

/** Mosquitto's daemon lies in `/usr/sbin`, which is not on every user's path. */
const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];

const isInstalled = (program: string) => places.some((place) => existsSync(join(place, program)));

const missing = () => [
  ...Object.entries(needed).flatMap(([program, name]) => (isInstalled(program) ? [] : [name])),
  ...(postgresPrograms() ? [] : ['postgresql']),
];

if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
  apt('update');
  if (missing().includes('postgresql')) withoutCluster();
  apt('install', '-y', '--no-install-recommends', ...missing());
}
// Other systems have no package of the headless shell alone: there Chromium itself serves.
const unserved = missing().filter((name) => name !== 'chromium-headless-shell' || !isInstalled('chromium'));
if (unserved.length > 0) {
  const list = unserved.join(' ');
  process.stderr.write(
    `The tests need Chromium, Mosquitto and PostgreSQL. Install these Debian packages first: ${list}\n`,
  );
  process.exitCode = 1;
}

/** The tests start a PostgreSQL of their own: Debian's package is not to run one beside it. */
function withoutCluster(): void {
  const file = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(file)) return;
  mkdirSync('/etc/postgresql-common', { recursive: true });
  writeFileSync(file, 'create_main_cluster = false\n');
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Options::=--force-confold', ...args], { stdio: 'inherit', env });
}
