/** What helps against what a state says of itself: the first that fits. */
const helps: readonly (readonly [says: RegExp, advice: string])[] = [
  [/newer version/, 'install the version that wrote it, or a newer one: this one leaves it as it is'],
  [/needs Node\.js/, 'install a newer Node.js, or name a database of PostgreSQL'],
  [/--state must be/, 'a password may also stand in PGPASSWORD, as it is'],
  [/needs the package pg/, 'install it where this package is'],
  [/EACCES|EPERM|permission to read/, 'give the user of the service the right to read and to write it'],
  [/may not make/, 'give it that right: GRANT CREATE ON DATABASE … TO …, or make it the owner'],
  [/database ".*" does not exist/, 'make it: createdb -O USER DATABASE'],
  [/role ".*" does not exist/, 'make it: createuser --pwprompt USER'],
  [
    /password|SASL/i,
    'see that the name and the password are right: in the address percent-encoded, or in PGPASSWORD as it is',
  ],
  [/pg_hba\.conf/, 'let this machine in, in pg_hba.conf there'],
  [/ENOTFOUND|EAI_AGAIN/, 'see that the name of the host is right'],
  [
    /ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/,
    'see that PostgreSQL runs there, on that port, and lets this machine in (listen_addresses)',
  ],
  [/the clock of this computer/, 'set the clocks of both, as by NTP: days are counted by them'],
  [/read-only/, 'name the server that is written to: this one may be a copy of it'],
  [/permission denied/, 'give it the rights of whoever made the schema dayahead'],
  [/starting up|shutting down|in recovery/, 'wait until PostgreSQL has started'],
  [/not a database|malformed|damaged/, 'put back the last copy of it, with what stands beside it'],
];

/** What helps; where nothing better is known, to read what it says. */
export const adviceFor = (text: string): string =>
  helps.find(([says]) => says.test(text))?.[1] ?? 'mend what it says, and look again';
