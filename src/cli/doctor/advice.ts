/** What helps against what a state says of itself: the first that fits. */
const helps: readonly (readonly [says: RegExp, advice: string])[] = [
  [/newer version/, 'install the version that wrote it, or a newer one: this version does not change it'],
  [/needs Node\.js/, 'install a newer Node.js, or use a PostgreSQL database'],
  [/--state must be/, 'the password can also be in PGPASSWORD, without encoding'],
  [/needs the package pg/, 'install it next to this package'],
  [/EACCES|EPERM|permission to read/, "give the service's user the right to read and write it"],
  [/may not create/, 'grant this right: GRANT CREATE ON DATABASE … TO …, or make the user the owner'],
  [/database ".*" does not exist/, 'create it: createdb -O USER DATABASE'],
  [/role ".*" does not exist/, 'create it: createuser --pwprompt USER'],
  [
    /password|SASL/i,
    'check the user name and the password: percent-encoded in the address, or without encoding in PGPASSWORD',
  ],
  [/pg_hba\.conf/, "allow this machine in the server's pg_hba.conf"],
  [/ENOTFOUND|EAI_AGAIN/, 'check the host name'],
  [
    /ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    'check that PostgreSQL runs there, on that port, and accepts connections from this machine (listen_addresses)',
  ],
  [/the clock of this computer/, 'set the clocks of both computers, for example by NTP: daily limits depend on them'],
  [/read-only/, 'use the address of the primary server: this one may be a replica'],
  [/permission denied/, 'give this user the rights of the owner of the schema dayahead'],
  [/starting up|shutting down|in recovery/, 'wait until PostgreSQL has started'],
  [/not a database|malformed|damaged/, 'restore the last backup, with the files beside it'],
];

/** What helps; where nothing better is known, to read what it says. */
export const adviceFor = (text: string): string =>
  helps.find(([says]) => says.test(text))?.[1] ?? 'correct this, and run doctor again';
